#pragma once
/// Files that a program reads when it runs, whatever the problem: audited proofs, certificates, other codes' results,
/// lists of cells, the bibliography.

#include <filesystem>

namespace unilateral::study {

/// The folder that holds proofs/ and reports/peers/ as the source tree has them. No path is compiled in: an installed
/// program finds ../share/unilateral from its own folder; in a build tree a file `source_tree`, beside the program or
/// in the folder above, names the sources. Throws input_error where there is neither.
std::filesystem::path data_folder();

}  // namespace unilateral::study
