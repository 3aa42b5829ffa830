# The libraries, as Debian 12 ships them (packages.txt).
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
# Ceres' package file pulls in glog, gflags and the parts of SuiteSparse it links.
find_package(Ceres 2.1 REQUIRED)
find_library(TOMLPLUSPLUS_LIBRARY tomlplusplus REQUIRED)
add_library(tomlplusplus INTERFACE)
target_link_libraries(tomlplusplus INTERFACE ${TOMLPLUSPLUS_LIBRARY})
target_compile_definitions(tomlplusplus INTERFACE TOML_HEADER_ONLY=0)
find_library(ARB_LIBRARY flint-arb REQUIRED)
find_library(FLINT_LIBRARY flint REQUIRED)
find_library(MPFI_LIBRARY mpfi REQUIRED)
# Tests and benchmarks alone need these; without them there is the command, and nothing that checks it. SUNDIALS is the
# tests' independent integrator.
find_package(GTest QUIET)
find_package(benchmark QUIET)
set(SUNDIALS_LIBRARIES "")
foreach(part cvode nvecserial sunmatrixdense sunlinsoldense)
  find_library(SUNDIALS_${part} sundials_${part})
  list(APPEND SUNDIALS_LIBRARIES ${SUNDIALS_${part}})
endforeach()
