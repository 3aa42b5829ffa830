/// Figures of the report show what was measured, say what they leave out, and refuse to be empty.

#include "reports/render/calibration_page.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/rates_page.hpp"
#include "reports/study/families/calibration.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/tally.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace unilateral::render {
namespace {

/// Errors of order 1 beside errors that are all rounding of a 50-digit scalar, and an exact zero.
study::results measured() {
  study::record fitted{.cell = "orders/made_up/sweeping/sup q",
                       .about = {.study = "orders", .problem = "made_up", .solver = "sweeping", .quantity = "sup q"},
                       .fitting = study::fit_outcome::fitted,
                       .facts = study::order_facts{.until = "1"}};
  for (const double h : {0.1, 0.05, 0.025, 0.0125}) fitted.ladder.push_back({h, h, h < 0.1});
  fitted.ladder.push_back({0.01, 0, false});
  fitted.fit =
      study::fitted_order{.order = 1, .half_width = 0.0213, .constant = 1, .window_low = 0.0125, .window_high = 0.05};
  study::record rounding = fitted;
  rounding.about.solver = "event_driven";
  rounding.fitting = study::fit_outcome::exact_to_rounding;
  rounding.fit.reset();
  for (auto& p : rounding.ladder) p = {p.step, 3e-49, false};
  return {fitted, rounding};
}

std::string script_of(const figure& f) { return in_gnuplot(f.panels, f.data, f.name); }

int rows_of(const figure& f, const std::string& series, const std::string& kind) {
  int count = 0;
  for (const auto& row : f.data.rows) count += row[0] == series && row[1] == kind;
  return count;
}

TEST(report_figures, every_positive_error_of_a_fitted_solver_is_drawn_and_the_rest_is_told) {
  const auto figures = order_figures(measured());
  ASSERT_EQ(figures.size(), 1u);
  const figure& f = figures.front();
  EXPECT_EQ(rows_of(f, "sweeping", "in window"), 3);
  EXPECT_EQ(rows_of(f, "sweeping", "outside"), 1);
  EXPECT_GE(rows_of(f, "sweeping", "fit"), 2);
  EXPECT_EQ(rows_of(f, "event_driven", "outside"), 0) << "rounding errors 46 decades below would flatten the picture";
  EXPECT_NE(f.caption.find("event_driven: exact to rounding"), std::string::npos) << f.caption;
  EXPECT_NE(f.caption.find("sweeping: 1 errors are exactly 0"), std::string::npos) << f.caption;
  EXPECT_NE(script_of(f).find("1.000 ± 0.022"), std::string::npos) << script_of(f);
}

TEST(report_figures, of_a_thousand_errors_the_picture_has_what_can_be_told_apart_and_the_table_all) {
  study::results many = measured();
  auto& ladder = many.front().ladder;
  ladder.clear();
  for (int k = 0; k < 1000; ++k) ladder.push_back({0.1 / (k + 1), 0.1 / (k + 1), true});
  const figure f = order_figures(many).front();
  EXPECT_EQ(rows_of(f, "sweeping", "in window"), 1000);
  EXPECT_NE(script_of(f).find("strcol(2) eq 'in window' && int($0) % 13 == 0"), std::string::npos);
  EXPECT_NE(f.caption.find("sweeping: one mark of 13 is drawn; the .csv holds all 1000 errors"), std::string::npos);
  const auto folder = std::filesystem::temp_directory_path() / "unilateral_report_figures_thinned";
  std::filesystem::create_directories(folder);
  draw({f}, folder, 1);
  const std::string svg = read_file(folder / (f.name + ".svg"));
  int marks = 0;
  for (std::size_t at = svg.find("<use"); at != std::string::npos; at = svg.find("<use", at + 1)) ++marks;
  EXPECT_GE(marks, 76);
  EXPECT_LE(marks, 85);  // and one or two of the legend
  std::filesystem::remove_all(folder);
}

TEST(report_figures, a_fitted_solver_far_below_the_others_has_axes_of_its_own) {
  study::results two = measured();
  two[1].fit = two[0].fit;
  for (auto& p : two[1].ladder) p = {p.step, 1e-20 * p.step, true};
  const auto figures = order_figures(two);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(rows_of(figures[0], "event_driven", "in window"), 0);
  EXPECT_EQ(rows_of(figures[1], "event_driven", "in window"), 5);
  EXPECT_NE(figures[0].name, figures[1].name);
}

TEST(report_figures, rounding_errors_are_drawn_when_nothing_else_is_there) {
  study::results only = measured();
  only.erase(only.begin());
  const auto figures = order_figures(only);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(rows_of(figures.front(), "event_driven", "outside"), 5);
}

TEST(report_figures, orders_over_e_have_tables_of_their_own) {
  study::results found = measured();
  const std::vector<figure> old = order_figures(found);
  const auto add = [&](const std::string& study, const std::string& e, const std::string& where,
                       const std::string& distance, study::verdict outcome) -> study::record& {
    study::record r = found.front();
    r.about = {.study = study,
               .problem = "made_up",
               .restitution = e,
               .where = where,
               .solver = "sweeping",
               .quantity = distance};
    r.outcome = outcome;
    r.ladder.pop_back();  // the exact zero
    return found.emplace_back(std::move(r));
  };
  using study::verdict;
  constexpr verdict holds = verdict::holds, fails = verdict::fails, measured_only = verdict::measured;
  add("orders_over_e", "0.5", "before", "sup q", holds);
  add("orders_over_e", "0.5", "before", "L1 v", fails);
  add("orders_over_e", "0.5", "past", "sup q", measured_only);
  add("orders_over_e", "", "aligned", "sup q", measured_only);
  add("orders_over_e", "", "near", "L1 v", measured_only);
  add("orders_over_e", "", "away", "L1 v", measured_only);
  add("measured_over_e", "0", "before", "sup q", measured_only);
  const auto observed = [&](const std::string& distance, double order, double half_width) {
    study::record& r = add("measured_over_e", "0", "past", distance, measured_only);
    r.fit->order = order;
    r.fit->half_width = half_width;
  };
  observed("sup q", 0.5, 0.1);
  observed("L1 v", 1.5, 0.1);
  observed("L2 v", 0.5, 0.3);
  // What became of a ladder decides, not what its reason says.
  for (const auto& [where, became] :
       {std::pair("before", study::fit_outcome::exact_to_rounding), std::pair("past", study::fit_outcome::stopped)}) {
    study::record& r = add("measured_over_e", "1", where, "sup q", measured_only);
    r.fit.reset();
    r.fitting = became;
    r.reason = "exact to rounding";
  }

  // The old figures do not see them.
  const std::vector<figure> still = order_figures(found);
  ASSERT_EQ(still.size(), old.size());
  EXPECT_EQ(still.front().data.rows, old.front().data.rows);

  const std::vector<table> tables = rate_tables(found, false), survey = rate_tables(found, true);
  ASSERT_EQ(tables.size(), 1u);
  ASSERT_EQ(survey.size(), 1u);
  EXPECT_EQ(survey.front().name, "measured_over_e_sweeping");
  const std::vector<std::vector<std::string>> surveyed{
      {"made_up", "0", "before", "1", "1.000 ± 0.022", "", "", "", ""},
      {"made_up", "0", "past", "1", "0.500 ± 0.100", "1.500 ± 0.100", "0.500 ± 0.300", "", ""},
      {"made_up", "1", "before", "1", "exact to rounding", "", "", "", ""},
      {"made_up", "1", "past", "1", "—", "", "", "", ""}};
  EXPECT_EQ(survey.front().data.rows, surveyed);
  const std::vector<std::vector<std::string>> in_one_look{{"sweeping", "L1 v", "1", "0", "1", "0", "0", "0", "0"},
                                                          {"sweeping", "L2 v", "0.5", "0", "0", "0", "1", "0", "0"},
                                                          {"sweeping", "sup q", "1", "1", "0", "1", "0", "1", "1"}};
  EXPECT_EQ(measured_summary(found).data.rows, in_one_look);
  EXPECT_EQ(tables.front().name, "orders_over_e_sweeping");
  const std::vector<std::vector<std::string>> expected{
      {"made_up", "0.5", "before", "1", "1.000 ± 0.022 holds", "1.000 ± 0.022 FAILS", "", "", ""},
      {"made_up", "0.5", "past", "1", "1.000 ± 0.022", "", "", "", ""}};
  EXPECT_EQ(tables.front().data.rows, expected);
  ASSERT_EQ(parts_table(found).data.rows.size(), 1u);
  EXPECT_EQ(parts_table(found).data.rows.front()[4], "50 %");  // the same ladder for both
  ASSERT_EQ(aligned_figures(found).size(), 1u);
  for (int k = 1; k <= 300; ++k) found.front().ladder.push_back({0.01 / k, 0.01 / k, true});  // the jittered one
  const std::string script = script_of(aligned_figures(found).front());
  EXPECT_NE(script.find("'sweeping on jittered steps' && int($0) % 4 == 0"), std::string::npos);
  EXPECT_NE(script.find("'sweeping on dyadic steps' ?"), std::string::npos);
  const auto folder = std::filesystem::temp_directory_path() / "unilateral_report_figures_aligned";
  std::filesystem::create_directories(folder);
  draw(aligned_figures(found), folder, 1);
  EXPECT_GT(std::filesystem::file_size(folder / "aligned_sup_q.svg"), 100u);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(rate_tables(measured(), false).empty() && rate_tables(measured(), true).empty() &&
              aligned_figures(measured()).empty() && rounding_table(measured()).data.rows.empty());
}

TEST(report_figures, coverage_is_drawn_with_its_error_by_class_and_length) {
  const auto& classes = study::ladder_classes();
  study::results found;
  for (const int length : {20, 400})
    for (study::record& r : study::records_of(
             classes.front(), length, {.ladders = 400, .fitted = 400, .covered = 376, .bias = 0.1, .spread = 1}))
      found.push_back(std::move(r));
  const auto figures = calibration_figures(found);
  ASSERT_EQ(figures.size(), 1u);
  const figure& f = figures.front();
  ASSERT_EQ(f.data.rows.size(), 2u);  // what was measured, and no more
  EXPECT_EQ(f.data.rows.front()[0], "20 steps");
  EXPECT_EQ(f.data.rows.front()[3], "0.9400");
  EXPECT_EQ(f.data.rows.front()[4], "0.0218");  // 2 √(0.95 · 0.05/400)
  const auto folder = std::filesystem::temp_directory_path() / "unilateral_calibration_figure";
  std::filesystem::create_directories(folder);
  draw(figures, folder, 1);
  EXPECT_GT(std::filesystem::file_size(folder / "calibration.svg"), 1000u);
  std::filesystem::remove_all(folder);
  const table t = calibration_table(found);
  ASSERT_EQ(t.data.rows.size(), 1u);
  EXPECT_EQ(t.data.rows.front()[1], "0.9400");
  EXPECT_EQ(t.data.rows.front()[5], "—");  // 40 steps
  EXPECT_TRUE(calibration_figures({}).empty() && calibration_table({}).data.rows.empty());
}

TEST(report_figures, a_figure_without_data_or_with_a_faulty_script_is_an_error) {
  const auto folder = std::filesystem::temp_directory_path() / "unilateral_report_figures";
  std::filesystem::create_directories(folder);
  figure f = order_figures(measured()).front();
  draw({f}, folder, 1);
  for (const char* kind : {".csv", ".gp", ".svg", ".pdf", ".tex"})
    EXPECT_GT(std::filesystem::file_size(folder / (f.name + kind)), 100u) << kind;
  const std::string pdf = read_file(folder / (f.name + ".pdf"));
  EXPECT_NE(pdf.find("/CreationDate (D:19700101000000"), std::string::npos);  // the same bytes, whenever it is drawn
  draw({f}, folder, 1);
  EXPECT_EQ(read_file(folder / (f.name + ".pdf")), pdf);
  figure broken = f, empty = f, nameless = f, of_nobody = f, narrow = f;
  broken.name = "broken_one";
  broken.panels.front().layers.front().how.colour = "nothing_of_that_name";
  empty.data.rows.clear();
  of_nobody.panels.front().layers.front().where.front().second = "nobody";
  narrow.panels.front().layers.front().columns.back() = 5;
  nameless.data.rows.front().front() = "event_driven, quoted";
  try {
    draw({f, broken}, folder, 2);
    ADD_FAILURE() << "a faulty script was drawn";
  } catch (const std::runtime_error& error) {  // which one, and what gnuplot says
    EXPECT_NE(std::string(error.what()).find("\"broken_one.gp\" line"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("nothing_of_that_name"), std::string::npos) << error.what();
  }
  EXPECT_THROW(draw({empty}, folder, 1), std::runtime_error);
  EXPECT_THROW(draw({nameless}, folder, 1), std::runtime_error);
  EXPECT_THROW(draw({of_nobody}, folder, 1), std::runtime_error);
  EXPECT_THROW(draw({narrow}, folder, 1), std::runtime_error);
  std::filesystem::remove_all(folder);
}

TEST(report_figures, the_uncertainty_decides_the_decimals_and_is_rounded_up) {
  EXPECT_EQ(study::with_uncertainty(1.0432, 0.123), "1.043 ± 0.123");
  EXPECT_EQ(study::with_uncertainty(1.0432, 0.0121), "1.043 ± 0.013");
  EXPECT_EQ(study::with_uncertainty(3.98221, 0.00424), "3.9822 ± 0.0043");
}

}  // namespace
}  // namespace unilateral::render
