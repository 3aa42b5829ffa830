# What `cmake --install` puts where, below the prefix:
#
#   bin/unilateral, bin/check_certificate
#   include/unilateral/        headers by the names that they have here: problems/language/…, solvers/…, reports/study/…
#   lib/unilateral/            static libraries
#   lib/cmake/unilateral/      the package: find_package(unilateral COMPONENTS …)
#   lib/python3/dist-packages/unilateral/    the module, where it was built
#   share/unilateral/          what the command reads (study/run/data_folder.hpp); problem files; examples
#   share/man, share/bash-completion, share/zsh, share/fish    made from the option table (reports/command/manual.hpp)
#   share/doc/unilateral/      licence, notice, pages
#
# No file names the machine that it was built on: libraries from outside go by name, what was found by path does not.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# --- the package: a component a room, each with the ones it needs -----------------------------------------------------
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/unilateral)
target_include_directories(language INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/unilateral>)
target_compile_features(language INTERFACE cxx_std_20)
target_link_libraries(problems INTERFACE $<INSTALL_INTERFACE:-ltomlplusplus>)
# Lists are objects, which a program of ours names; a program of somebody else gets them whole (the package's file).
foreach(list problem_list solver_list law_list)
  add_library(${list}_archive STATIC $<TARGET_OBJECTS:${list}>)
  set_target_properties(${list}_archive PROPERTIES EXPORT_NAME ${list} OUTPUT_NAME ${list} LINKER_LANGUAGE CXX)
endforeach()
target_link_libraries(problem_list_archive PUBLIC problems)
target_link_libraries(solver_list_archive PUBLIC ${solver_libraries})
target_link_libraries(law_list_archive PUBLIC judge)

set(component_language language)
set(component_judge judge)
set(component_problems answers problems problem_list_archive)
set(component_solvers ${solver_libraries})
set(component_study fit commit enclosures study solver_list_archive law_list_archive)
set_target_properties(problems PROPERTIES EXPORT_NAME problem_functions)
set_target_properties(study PROPERTIES EXPORT_NAME study_functions)
set(components language judge problems solvers study)
foreach(component ${components})
  install(TARGETS ${component_${component}} EXPORT ${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/unilateral)
  install(EXPORT ${component} NAMESPACE unilateral:: FILE unilateral-${component}.cmake DESTINATION ${package_folder})
endforeach()
list(TRANSFORM solver_libraries PREPEND unilateral:: OUTPUT_VARIABLE package_solvers)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/unilateral-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/unilateral-config.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/unilateral-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/unilateral-config.cmake
  ${PROJECT_BINARY_DIR}/package/unilateral-config-version.cmake DESTINATION ${package_folder})

# Headers by the names that they have in the tree; of a solver what it shows, and what that includes of its folder.
set(include_folder ${CMAKE_INSTALL_INCLUDEDIR}/unilateral)
foreach(room problems/language problems/answers problems/judge problems/text reports/study)
  install(DIRECTORY ${room}/ DESTINATION ${include_folder}/${room} FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(DIRECTORY proofs/enclosures/ DESTINATION ${include_folder}/proofs/enclosures
  FILES_MATCHING PATTERN "*.hpp" PATTERN "defect" EXCLUDE PATTERN "lohner" EXCLUDE)
function(install_header header)
  get_property(done GLOBAL PROPERTY installed_headers)
  if(header IN_LIST done)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY installed_headers ${header})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${include_folder}/${folder})
  file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"${folder}/")
  foreach(line ${lines})
    string(REGEX REPLACE "^#include \"(.*)\"$" "\\1" included ${line})
    install_header(${included})
  endforeach()
endfunction()
foreach(folder ${solver_folders})
  cmake_path(GET folder FILENAME name)
  install_header(solvers/${name}/${name}.hpp)
endforeach()

# --- the command ------------------------------------------------------------------------------------------------------
install(TARGETS unilateral check_certificate RUNTIME)
set(manual ${PROJECT_BINARY_DIR}/manual)
set(manual_pages "")
foreach(page IN ITEMS man:unilateral.1 bash:unilateral.bash zsh:_unilateral fish:unilateral.fish)
  string(REPLACE ":" ";" parts ${page})
  list(GET parts 0 format)
  list(GET parts 1 file)
  add_custom_command(OUTPUT ${manual}/${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
    COMMAND unilateral manual ${format} > ${manual}/${file} DEPENDS unilateral VERBATIM)
  list(APPEND manual_pages ${manual}/${file})
endforeach()
add_custom_target(manual ALL DEPENDS ${manual_pages})
install(FILES ${manual}/unilateral.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/unilateral.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME unilateral)
install(FILES ${manual}/_unilateral DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${manual}/unilateral.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# --- what is read -----------------------------------------------------------------------------------------------------
set(data ${CMAKE_INSTALL_DATADIR}/unilateral)
file(GLOB audited_proofs CONFIGURE_DEPENDS proofs/coq/*.v proofs/coq/*.txt proofs/coq/*.sha256 proofs/coq/*.frozen)
install(FILES ${audited_proofs} DESTINATION ${data}/proofs/coq)
install(FILES reports/claims/theorems.txt reports/claims/erratum.txt DESTINATION ${data}/reports/claims)
install(DIRECTORY proofs/certificates/examples DESTINATION ${data}/proofs/certificates)
install(FILES docs/bibliography.bib DESTINATION ${data}/docs)
install(DIRECTORY reports/peers reports/cells reports/scores DESTINATION ${data}/reports)
install(DIRECTORY problems/text/examples/ DESTINATION ${data}/problems)
install(DIRECTORY docs/examples DESTINATION ${data} USE_SOURCE_PERMISSIONS)
install(FILES LICENSE NOTICE README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "examples" EXCLUDE)
