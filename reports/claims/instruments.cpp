#include "reports/claims/instruments.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/run/data_folder.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace unilateral::claims {
namespace {

/// `sha256sum --check` in a folder: the tool that wrote the digests.
bool digests_hold(const std::filesystem::path& folder) {
  std::string quoted = "'";
  for (const char c : folder.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const int status =
      std::system(("cd " + quoted + "' && sha256sum --check --strict --status audited.sha256 2>/dev/null").c_str());
  return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

audited_theorems theorems_in(const std::filesystem::path& folder) {
  audited_theorems result;
  std::ifstream announced(folder / "headlines.txt"), frozen(folder / "headlines.frozen"),
      digests(folder / "audited.sha256");
  if (!announced || !frozen || !digests) {
    result.fault =
        "expected headlines.txt, headlines.frozen and audited.sha256 of an audited proofs/coq, found not all of them "
        "in " +
        folder.filename().string();
    return result;
  }
  std::set<std::string> listed;
  std::string line;
  while (std::getline(digests, line))
    if (line.size() > 66) listed.insert(line.substr(66));
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".v" && !listed.contains(entry.path().filename().string()))
      result.fault = "expected every proof in audited.sha256, found " + entry.path().filename().string() + " outside";
  for (const char* name : {"headlines.txt", "headlines.frozen", "allowed_axioms.txt"})
    if (!listed.contains(name)) result.fault = std::string("expected ") + name + " in audited.sha256, found it outside";
  if (result.fault.empty() && !digests_hold(folder))
    result.fault = "expected the sources that the audit accepted, found that they changed since";

  std::set<std::string> stated;
  while (std::getline(frozen, line))
    if (!line.empty() && line[0] != ' ') stated.insert(line[0] == '@' ? line.substr(1) : line);
  while (std::getline(announced, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string module, theorem;
    if (words >> module >> theorem && stated.contains(theorem)) result.proved.insert({module, theorem});
  }
  return result;
}

const study::listed_solver& instruments::solver(const std::string& name) const {
  for (const study::listed_solver& s : solvers)
    if (s.declaration.name == name) return s;
  throw input_error("claims: expected a solver named " + name + ", found none");
}

instruments of_this_build() {
  instruments made;
  made.solvers = study::solver_list();
  made.theorems = theorems_in(study::data_folder() / "proofs" / "coq");
  made.certificates = study::data_folder() / "proofs" / "certificates" / "examples";
  return made;
}

}  // namespace unilateral::claims
