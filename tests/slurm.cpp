/// The job array of docs/on-a-cluster.md under a real slurmctld and slurmd, where Slurm is installed: four parts of a
/// run, the node lost while they run, are one run, byte for byte. Twice by default, ten times in the full check.

#include "tests/support/shell.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace unilateral {
namespace {

TEST(slurm, parts_of_nodes_that_were_lost_are_one_run) {
  const shell::own_folder folder;
  const std::string root = SOURCE_ROOT, losses = std::getenv("UNILATERAL_CHECK_FULL") != nullptr ? "10" : "2";
  const shell::outcome trial =
      shell::run("timeout 1200 '" + root + "/tests/programs/slurm_trial.sh' " COMMAND_PATH " '" + root +
                 "/docs/examples/cluster/verify.slurm' " + losses + " " + folder.path().string() + "/trial");
  if (trial.status == 77) GTEST_SKIP() << trial.out;
  EXPECT_EQ(trial.status, 0) << trial.out << trial.err;
  EXPECT_NE(trial.out.find("the same, byte for byte"), std::string::npos) << trial.out;
}

}  // namespace
}  // namespace unilateral
