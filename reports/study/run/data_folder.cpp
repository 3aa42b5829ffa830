#include "reports/study/run/data_folder.hpp"

#include "problems/language/input_error.hpp"

#include <fstream>
#include <string>

namespace unilateral::study {

std::filesystem::path data_folder() {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path here = fs::read_symlink("/proc/self/exe", failed).parent_path();
  for (const fs::path& folder : {here, here.parent_path()}) {
    std::string sources;
    if (std::ifstream file(folder / "source_tree"); std::getline(file, sources)) return sources;
  }
  const fs::path installed = here.parent_path() / "share" / "unilateral";
  if (!fs::is_directory(installed / "proofs", failed))
    throw input_error("expected proofs and other codes' results in " + installed.string() +
                      ", as an installation has them, found none");
  return installed;
}

}  // namespace unilateral::study
