#include "reports/claims/instruments.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/run/data_folder.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
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
      statements(folder / "statements.sha256"), digests(folder / "audited.sha256");
  if (!announced || !frozen || !statements || !digests) {
    result.fault =
        "expected headlines.txt, headlines.frozen, statements.sha256 and audited.sha256 of an audited proofs/coq, "
        "found not all of them in " +
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
  for (const char* name : {"headlines.txt", "headlines.frozen", "statements.sha256", "allowed_axioms.txt"})
    if (!listed.contains(name)) result.fault = std::string("expected ") + name + " in audited.sha256, found it outside";
  if (result.fault.empty() && !digests_hold(folder))
    result.fault = "expected the sources that the audit accepted, found that they changed since";

  // headlines.frozen has the statements in the order of headlines.txt, each from a line that begins with its name.
  std::vector<audited_statement> stated;
  while (std::getline(frozen, line)) {
    if (line.empty()) continue;
    if (line[0] != ' ')
      stated.push_back({{}, line[0] == '@' ? line.substr(1) : line});
    else if (!stated.empty())
      stated.back().text += " " + line.substr(line.find_first_not_of(' '));
  }
  std::map<std::string, std::string> digest_of;
  std::string digest, name;
  while (statements >> digest >> name) digest_of[name] = digest;
  std::size_t k = 0;
  while (std::getline(announced, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string module, theorem;
    if (!(words >> module >> theorem) || k == stated.size()) continue;
    const audited_statement& says = stated[k++];
    const auto known = digest_of.find(module + "." + theorem);
    const bool is_it = says.text.starts_with(theorem + " ") || says.text.starts_with(module + "." + theorem + " ");
    if (is_it && known != digest_of.end()) result.proved[{module, theorem}] = {known->second, says.text};
  }
  return result;
}

bool checked_by_coq_here(const std::filesystem::path& folder) {
  const auto whole = [](const std::filesystem::path& file) {
    std::ifstream stream(file);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  const std::string audited = whole(folder / "audited.sha256");
  std::error_code failed;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  return !audited.empty() && (whole(here / "coq" / "accepted.sha256") == audited ||
                              whole(here.parent_path() / "coq" / "accepted.sha256") == audited);
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
  made.bindings = bindings_in(study::data_folder() / "reports" / "claims" / "theorems.txt");
  made.certificates = study::data_folder() / "proofs" / "certificates" / "examples";
  return made;
}

}  // namespace unilateral::claims
