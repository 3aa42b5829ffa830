/// Motions proved from their start to their horizon by both engines, a folder of proofs/enclosures/whole_motions a
/// kind. Their ends are held against `event_driven` at 50 digits.
#include "problems/text/problem_file.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unilateral {
namespace {

namespace fs = std::filesystem;
using namespace enclosures;

const fs::path folder = fs::path(SOURCE_ROOT) / "proofs/enclosures/whole_motions";

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".toml")
      list.push_back(fs::relative(entry.path(), folder).replace_extension().string());
  std::sort(list.begin(), list.end());
  return list;
}

class whole_motion : public testing::TestWithParam<std::string> {};

TEST_P(whole_motion, is_proved_to_its_horizon_by_both_engines) {
  const problem p = text::read_problem((folder / (GetParam() + ".toml")).string());
  const statement bound = with_values(std::get<statement>(p.question), {});
  const enclosure by_defect = enclose(bound, engine::defect), by_lohner = enclose(bound, engine::lohner);
  ASSERT_TRUE(by_defect.proved) << by_defect.undecided;
  ASSERT_TRUE(by_lohner.proved) << by_lohner.undecided;
  EXPECT_EQ(disagreement(by_defect, by_lohner), "");
  const auto motion = study::find_solver("event_driven").solve<real50>(bound, {});
  ASSERT_TRUE(motion.completed()) << motion.status;
  for (const enclosure* found : {&by_defect, &by_lohner}) {
    EXPECT_EQ(found->accumulations.size(), motion.accumulations.size());
    if (motion.accumulations.empty()) {
      ASSERT_EQ(found->impacts.size(), motion.impacts.size());
      for (std::size_t k = 0; k < motion.impacts.size(); ++k) {
        const rational t = exact_rational(to_text(motion.impacts[k].t)), off = exact_rational("1e-40");
        EXPECT_TRUE(found->impacts[k].t.lower <= t + off && t - off <= found->impacts[k].t.upper) << k;
      }
    }
    for (std::size_t i = 0; i < bound.position.size(); ++i) {
      // What a run of a few hundred steps adds up to, of a motion that amplifies by less than 1e5.
      const rational off = exact_rational("1e-40");
      const auto j = static_cast<Eigen::Index>(i);
      const rational q = exact_rational(to_text(motion.end_position[j])),
                     v = exact_rational(to_text(motion.end_velocity[j]));
      EXPECT_TRUE(found->end_position[i].lower <= q + off && q - off <= found->end_position[i].upper) << i;
      EXPECT_TRUE(found->end_velocity[i].lower <= v + off && v - off <= found->end_velocity[i].upper) << i;
      // An end is known better than a double holds it.
      EXPECT_LT(found->end_position[i].width(), exact_rational("1e-15")) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(each, whole_motion, testing::ValuesIn(names()), [](const auto& instance) {
  std::string name = instance.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

TEST(whole_motions, are_ten_of_a_kind) {
  std::map<std::string, int> count;
  for (const std::string& name : names()) ++count[name.substr(0, name.find('/'))];
  EXPECT_EQ(count.size(), 7U);
  for (const auto& [kind, n] : count) EXPECT_EQ(n, 10) << kind;
}

}  // namespace
}  // namespace unilateral
