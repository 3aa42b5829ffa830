/// `judge` reads what people have: one motion, written the way other programs write it, is read to the same bits; what
/// can't be told apart is refused by one line that names the file, the line, the column, what was expected and what was
/// found. Comparisons are of bits and of text: no tolerance, but where a decimal is halved.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/external/trajectory_file.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <regex>

namespace unilateral::study {
namespace {

const std::string path = testing::TempDir() + "trajectory_files.txt";

/// A file's rows, and the motion on lines between them.
struct read_file {
  trajectory_rows rows;
  foreign_trajectory motion;
};
read_file reading(const std::string& text, const std::vector<std::string>& coordinates = {"x"}, int constraints = 1) {
  std::ofstream(path, std::ios::binary) << text;
  const trajectory_rows rows = read_rows(path, coordinates, constraints);
  return {rows, motion_of_rows(rows, velocity_reading::linear, {})};
}

/// All that was read, in order.
std::string bits(const read_file& file) {
  const foreign_trajectory& read = file.motion;
  std::string text;
  const auto add = [&](double x) { text += to_text(x) + " "; };
  const auto add_all = [&](const column<double>& x) {
    for (const double y : x) add(y);
  };
  for (const trajectory<double>* p : {&read.positions, &read.velocities})
    for (int k = 0; k < p->pieces(); ++k) {
      add(p->end(k));
      for (int j = 0; j < p->dimension() * (p->degree(k) + 1); ++j) add(p->coefficients(k, 0)[j]);
    }
  for (const change_of_velocity& change : read.changes) {
    const impact<double> i = impact_at(file.rows, read.how, change);
    add(i.t), add_all(i.q), add_all(i.v_minus), add_all(i.v_plus), add_all(i.impulse);
  }
  add_all(read.begin_velocity);
  add_all(read.end_position);
  add_all(read.end_velocity);
  return text + (file.rows.has_impulses ? "P" : "-");
}

/// The message without the file's name.
std::string complaint(const std::string& text, const std::vector<std::string>& coordinates = {"x"},
                      int constraints = 1) {
  try {
    reading(text, coordinates, constraints);
  } catch (const input_error& e) {
    const std::string message = e.what();
    EXPECT_TRUE(message.starts_with(path + ":")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(std::min(path.size() + 1, message.size()));
  }
  return "accepted";
}
void names(const std::string& message, const std::string& part) {
  EXPECT_TRUE(message.starts_with(part)) << "expected \"" << part << "…\", found \"" << message << "\"";
}

std::string replaced(const std::string& text, const std::string& what, const std::string& with) {
  std::string result;
  for (std::size_t from = 0, at; (at = text.find(what, from)) != std::string::npos || from <= text.size();
       from = at + what.size()) {
    if (at == std::string::npos) return result + text.substr(from);
    result += text.substr(from, at - from) + with;
  }
  return result;
}

/// A ball that falls, bounces with the impulse 3 and rises.
const std::string plain = "t,x,x',P\n0,1,0,0\n0.5,0.75,-1,0\n1,0,-2,0\n1,0,1,3\n1.25,0.1875,0.5,0\n1.5,0.25,0,0\n";
const std::string without = "t,x,x'\n0,1,0\n0.5,0.75,-1\n1,0,-2\n1,0,1\n1.25,0.1875,0.5\n1.5,0.25,0\n";

TEST(trajectory_files, separators_line_ends_and_marks_change_nothing) {
  const std::string right = bits(reading(plain));
  const std::vector<std::pair<std::string, std::string>> dialects{
      {"byte-order mark", "\xef\xbb\xbf" + plain},
      {"Windows", replaced(plain, "\n", "\r\n")},
      {"old Macintosh", replaced(plain, "\n", "\r")},
      {"tabs", replaced(plain, ",", "\t")},
      {"semicolons", replaced(plain, ",", ";")},
      {"semicolons and decimal commas", replaced(replaced(plain, ",", ";"), ".", ",")},
      {"tabs and decimal commas", replaced(replaced(plain, ",", "\t"), ".", ",")},
      {"spaces and decimal commas", replaced(replaced(plain, ",", " "), ".", ",")},
      {"a space", replaced(plain, ",", " ")},
      {"runs of spaces", replaced("   " + replaced(plain, "\n", "   \n   "), ",", "      ")},
      {"commas and spaces", replaced(plain, ",", " , ")},
      {"tabs and blanks", replaced(plain, ",", " \t ")},
      {"a separator at the end", replaced(plain, "\n", ",\n")},
      {"blank lines", "\n\n" + replaced(plain, "1.25", "\n1.25") + "\n  \n\n"},
      {"no end of the last line", plain.substr(0, plain.size() - 1)},
      {"quoted names", replaced(plain, "t,x,x',P", "\"t\",\"x\",\"x'\",\"P\"")},
      {"quoted numbers", replaced(plain, "0.75", "\"0.75\"")},
      {"exponents", replaced(replaced(plain, "0.75", "+7.5e-1"), "0.1875", "1.875D-01")},
      {"no zero before the point", replaced(plain, "0.", ".")},
      {"comments", "# by somebody\n% and somebody else\n" + replaced(plain, "1.25", "# the second flight\n1.25")},
      {"a German table from Windows", "\xef\xbb\xbf# velocity: linear\r\n# seconds: 0.5\r\n" +
                                          replaced(replaced(replaced(plain, ",", ";"), ".", ","), "\n", "\r\n")},
      {"minus zero", replaced(plain, "\n0,1,0", "\n-0,1,0")},
      {"a first time of rounding size", replaced(plain, "\n0,1,0", "\n1e-17,1,0")},
  };
  for (const auto& [name, text] : dialects) {
    try {
      EXPECT_EQ(bits(reading(text)), right) << name;
    } catch (const input_error& e) {
      ADD_FAILURE() << name << ": " << e.what();
    }
  }
}

TEST(trajectory_files, numpy_writes_its_header_as_a_comment) {
  const std::string right = bits(reading(without)), rows = without.substr(without.find('\n') + 1);
  EXPECT_EQ(bits(reading("# t q0 v0\n" + replaced(rows, ",", " "))), right);
  EXPECT_EQ(bits(reading("# t,q0,v0\n" + rows)), right);
  EXPECT_EQ(bits(reading("# t q0 v0\n" + rows)), right);
  EXPECT_EQ(bits(reading("# my time stepper, version 2\n# time [s] x [m] v [m/s]\n# written by numpy\n" +
                         replaced(rows, ",", " "))),
            right);
  EXPECT_EQ(bits(reading("#t\tx\tv\n" + replaced(rows, ",", "\t"))), right);
}

TEST(trajectory_files, columns_are_found_by_their_names) {
  const std::string right = bits(reading(without));
  for (const char* const header :
       {"time,x,v", "Time,X,V", "T,x,vx", "time [s],x [m],v [m/s]", "Time (s),Position,Velocity",
        "\"time [s]\",\"x\",\"x'\"", "t,q0,v0", "t,q1,v1", "t,q_1,v_1", "t,q[0],v[0]", "t,q,dq", "t,q,qdot",
        "t,x,x_dot", "t,x,xdot", "t,x,dx/dt", "t,x,v_x", "t,height,speed", "time,a,b"})
    EXPECT_EQ(bits(reading(replaced(without, "t,x,x'", header))), right) << header;
  // A column of indices, as pandas writes it, and times in the second.
  std::string numbered = ",t,x,v\n", times_second = "x,t,v\n";
  for (const char* const row : {"0,0,1,0", "1,0.5,0.75,-1", "2,1,0,-2", "3,1,0,1", "4,1.25,0.1875,0.5", "5,1.5,0.25,0"})
    numbered += std::string(row) + "\n";
  for (const char* const row : {"1,0,0", "0.75,0.5,-1", "0,1,-2", "0,1,1", "0.1875,1.25,0.5", "0.25,1.5,0"})
    times_second += std::string(row) + "\n";
  EXPECT_EQ(bits(reading(numbered)), right);
  EXPECT_EQ(bits(reading(times_second)), right);
  // In another order, and beside others.
  std::string turned = "x_dot,energy,x,time\n";
  for (const char* const row :
       {"0,2,1,0", "-1,2,0.75,0.5", "-2,2,0,1", "1,0.5,0,1", "0.5,0.5,0.1875,1.25", "0,0.5,0.25,1.5"})
    turned += std::string(row) + "\n";
  EXPECT_EQ(bits(reading(turned)), right);
  EXPECT_EQ(reading(turned).rows.not_read, std::vector<std::string>{"energy"});
  EXPECT_TRUE(reading(without).rows.not_read.empty());
  for (const char* const header :
       {"t,x,v,p", "t,x,v,P0", "t,x,v,P1", "t,x,v,impulse", "t,x,v,lambda [N s]", "t,x,v,reaction"})
    EXPECT_EQ(bits(reading(replaced(plain, "t,x,x',P", header))), bits(reading(plain))) << header;
}

TEST(trajectory_files, several_coordinates_keep_their_numbers) {
  const std::string rows = "0,1,2,3,4\n1,5,6,7,8\n";
  const auto read = [&](const std::string& header, const std::string& body) {
    return bits(reading(header + "\n" + body, {"a", "b"}, 0));
  };
  const std::string right = read("t,a,b,a',b'", rows);
  for (const char* const header :
       {"t,a,b,va,vb", "t,q0,q1,v0,v1", "t,q1,q2,v1,v2", "t,q0,q1,dq0,dq1", "t,q1,q2,q1_dot,q2_dot", "t,q1,q2,q1',q2'",
        "t,phi,psi,omega,chi", "t,a,b,omega,chi", "t,a,psi,da,chi"})
    EXPECT_EQ(read(header, rows), right) << header;
  EXPECT_EQ(read("v1,v0,q1,q0,t", "4,3,2,1,0\n8,7,6,5,1\n"), right);
  EXPECT_EQ(read("t,b,a,b',a'", "0,2,1,4,3\n1,6,5,8,7\n"), right);
  EXPECT_EQ(read("t,a,a',b,b'", "0,1,3,2,4\n1,5,7,6,8\n"), right);
  EXPECT_NE(read("t,a,b,a',b'", "0,2,1,4,3\n1,6,5,8,7\n"), right);  // control
  // Names that a coordinate has are its own: u is no velocity here.
  EXPECT_EQ(bits(reading("t,u,v\n0,1,2\n1,3,4\n", {"u"}, 0)), bits(reading("t,u,u'\n0,1,2\n1,3,4\n", {"u"}, 0)));
  EXPECT_EQ(bits(reading("v,u,t\n2,1,0\n4,3,1\n", {"u"}, 0)), bits(reading("t,u,u'\n0,1,2\n1,3,4\n", {"u"}, 0)));
}

TEST(trajectory_files, times_that_rounding_has_moved_are_one) {
  const std::string right = bits(reading(plain));
  EXPECT_EQ(bits(reading(replaced(plain, "\n1,0,1,3", "\n0.9999999999999998,0,1,3"))), right);
  EXPECT_EQ(bits(reading(replaced(plain, "\n1,0,1,3", "\n1.0000000000000002,0,1,3"))), right);
  // A row written twice, at an event and elsewhere; its impulse counts once.
  EXPECT_EQ(bits(reading(replaced(plain, "\n1,0,1,3", "\n1,0,1,3\n1,0,1,3"))), right);
  EXPECT_EQ(bits(reading(replaced(plain, "\n0.5,0.75,-1,0", "\n0.5,0.75,-1,0\n0.5,0.75,-1,0"))), right);
  // Two impulses of one time are two.
  const foreign_trajectory two = reading(replaced(plain, "\n1,0,1,3", "\n1,0,-1,1\n1,0,1,2")).motion;
  ASSERT_EQ(two.atoms.size(), 2u);
  EXPECT_EQ(two.atoms[0].impulse[0] + two.atoms[1].impulse[0], 3);
}

TEST(trajectory_files, a_position_that_jumps_shows) {
  EXPECT_EQ(reading(plain).motion.drift, 0);
  EXPECT_EQ(reading("t,x,v\n0,1,0\n1,0,-2\n1,0.5,1\n1.5,0.75,0\n").motion.drift, 0.5);
}

/// Up to the horizon, and the row that shows where it goes from there: with both rows of a jump at that time.
TEST(trajectory_files, rows_beyond_a_time_are_forgotten) {
  const auto kept = [](double t) {
    trajectory_rows rows = reading("t,x,v\n0,1,0\n1,0,-2\n1,0,1\n1.5,0.5,1\n2,9,1\n").rows;
    rows.forget_after(t);
    return rows.rows.size();
  };
  EXPECT_EQ(kept(0.5), 3U);
  EXPECT_EQ(kept(1), 3U);
  EXPECT_EQ(kept(1.25), 4U);
  EXPECT_EQ(kept(2), 5U);
  EXPECT_EQ(kept(3), 5U);
}

TEST(trajectory_files, what_cannot_be_told_is_refused_with_its_place) {
  names(complaint("0,1,0\n1,0,-2\n"), "1: column 1: expected a header \"t,x,x'\"");
  names(complaint("# just a comment about t\n0,1,0\n1,0,-2\n"), "2: column 1: expected a header \"t,x,x'\"");
  names(complaint("ball by somebody\nt,x,v\n0,1,0\n"), "1: column 1: expected a header \"t,x,x'\", found \"ball\"");
  names(complaint("x,v\n1,0\n0,-2\n"), "1: column 1: expected a header \"t,x,x'\"");
  names(complaint("t,x,v\n0,1,0\n0.5,NaN,NaN\n1,0,-2\n"), "3: column 2: expected a finite number, found \"NaN\"");
  names(complaint("t,x,v\n0,1,0\n0.5,1,-inf\n1,0,-2\n"), "3: column 3: expected a finite number, found \"-inf\"");
  names(complaint("t,x,v\n0,1,0\n0.5,1,1e999\n1,0,-2\n"), "3: column 3: expected a finite number, found \"1e999\"");
  names(complaint("t,x,v\n0,1,0\n0.5,,-1\n1,0,-2\n"), "3: column 2: expected a finite number, found \"\"");
  names(complaint("t,x,v\n0,1,0\n0.5,+-1,-1\n"), "3: column 2: expected a finite number, found \"+-1\"");
  names(complaint("t,x,v\n0,1,0\n0.5,0.75\n"), "3: expected 3 columns, as in the header, found 2");
  names(complaint("t,x,v\n0,0,1,0,0,0\n0,5,0,75,-1,0\n"),
        "2: expected 3 columns, as in the header, found 6; a comma is either the separator or the decimal sign");
  names(complaint("t,x,v\n0,1,5,0\n0,5,0,75,-1\n"),
        "2: expected 3 columns, as in the header, found 4; a comma is either the separator or the decimal sign");
  names(complaint("t;x;v\n0;1;0\n1.000,5;0,75;-1\n"), "3: column 1: expected a finite number, found \"1.000,5\"");
  names(complaint("t;x;v\n0;1,5;0\n0.5;0,75;-1\n"), "3: column 1: expected one decimal sign in the whole file");
  names(complaint("t,x,v\n0,1,0\n1,0,-2\n0.5,0,0\n"),
        "4: column 1: expected a time not before the last row's, 1, found \"0.5\"");
  names(complaint("x,v,t\n1,0,0\n0,-2,1\n0,0,0.5\n"),
        "4: column 3: expected a time not before the last row's, 1, found \"0.5\"");
  names(complaint("t,x,x,v\n0,1,1,0\n1,0,0,-2\n"),
        "1: column 3: expected one column of x, which column 2 is, found \"x\"");
  names(complaint("t,x,v,vx\n0,1,0,0\n1,0,-2,-2\n"), "1: column 4: expected one column of x', which column 3 is");
  names(complaint("t,time,x,v\n0,0,1,0\n1,1,0,-2\n"), "1: column 2: expected one column of t");
  names(complaint("t,v,height\n0,0,1\n1,-2,0\n"), "1: column 2: expected x in a header like \"t,x,x'\", found \"v\"");
  names(complaint("t,height,speed,energy\n0,1,0,2\n1,0,-2,2\n"),
        "1: column 4: expected P in a header like \"t,x,x'\", found \"energy\"");
  names(complaint("t,height,speed,energy,work\n0,1,0,2,0\n1,0,-2,2,0\n"),
        "1: expected 3 columns (t,x,x'), found 5; 4 with the impulses of the constraints");
  names(complaint("t,x,v,P0\n0,1,0,0\n1,0,-2,0\n", {"x"}, 2),
        "1: expected the impulses of all 2 constraints or of none, found no column P");
  names(complaint("t,b,a,b',speed\n0,1,2,3,4\n1,5,6,7,8\n", {"a", "b"}, 0),
        "1: column 2: expected a in a header like \"t,a,b,a',b'\", found \"b\"");
  names(complaint(std::string("t,x,v\n0,1,0\0\n", 13)), "1: expected text in UTF-8, found a byte 0");
  names(complaint("t,x,v\n"), "1: expected at least two rows of different times, found 0 row(s)");
  names(complaint("t,x,v\n0,1,0\n0,1,0\n"), "3: expected at least two rows of different times, found 2 row(s)");
  names(complaint("t,x,v\n0.1,1,0\n1,0,-2\n"), "2: column 1: expected the first time to be 0, found \"0.1\"");
  names(complaint("P,t,x,v\n3,0,1,0\n0,1,0,-2\n"),
        "2: column 1: expected no impulse before the first row, found \"3\"");
}

/// A problem without a table of known numbers: impacts and end come from its reference motion. The ball falls from 1
/// with g = 2: t = 1, 2, 5/2; v⁻ = −2, −1, −½; P = 3, 3/2, 3/4; the file holds the exact motion with its jumps marked,
/// parabolas that rows reproduce. 1e-13: a few hundred roundings of numbers below 4.
TEST(trajectory_files, impacts_of_a_problem_of_ones_own_are_matched) {
  problem own = made_up::ball_problem();
  own.answer = {};
  const solution<double> exactly = made_up::ball<double>(1, 2, 0.5, 2.6);
  std::string text = "t,x,v,P\n0,1,0,0\n";
  for (const impact<double>& i : exactly.impacts)
    text += to_text(i.t) + "," + to_text(i.q[0]) + "," + to_text(i.v_minus[0]) + ",0\n" + to_text(i.t) + "," +
            to_text(i.q[0]) + "," + to_text(i.v_plus[0]) + "," + to_text(i.impulse[0]) + "\n";
  text += "2.6," + to_text(exactly.end_position[0]) + "," + to_text(exactly.end_velocity[0]) + ",0\n";
  std::ofstream(path) << text;
  const results found = judge(own, {}, path);
  const auto of = [&](const std::string& quantity) {
    for (const record& r : found)
      if (r.about.quantity == quantity) return r.as<value_facts>();
    ADD_FAILURE() << "no record of " << quantity;
    return value_facts{};
  };
  EXPECT_EQ(of("impacts found").computed, "3");
  EXPECT_EQ(of("impacts found").error, 0);
  for (const int k : {0, 1, 2}) {
    const std::string here = "impacts[" + std::to_string(k) + "].";
    const double v = 2 * std::pow(0.5, k);
    const std::vector<std::pair<std::string, double>> expected{
        {"t", 3 - v}, {"q[0]", 0}, {"v_minus[0]", -v}, {"v_plus[0]", v / 2}, {"impulse[0]", 1.5 * v}};
    for (const auto& [name, value] : expected) {
      EXPECT_NEAR(std::stod(of(here + name).expected), value, 1e-13) << here << name;
      EXPECT_LT(of(here + name).error, 1e-13) << here << name;
      EXPECT_TRUE(of(here + name).reference.starts_with("computed by ")) << of(here + name).reference;
    }
  }
  EXPECT_LT(of("end.q[0]").error, 1e-13);
  EXPECT_LT(of("end.v[0]").error, 1e-13);
  // Negative control: the second impact a tenth too weak is seen in its own numbers.
  std::ofstream(path) << replaced(text, "\n2,0,0.5,1.5", "\n2,0,0.4,1.4");
  const results wrong = judge(own, {}, path);
  int seen = 0;
  for (const record& r : wrong)
    if (r.about.quantity == "impacts[0].v_plus[0]" || r.about.quantity == "impacts[1].v_plus[0]") {
      EXPECT_NEAR(r.as<value_facts>().error, r.about.quantity == "impacts[0].v_plus[0]" ? 0 : 0.1, 1e-13);
      ++seen;
    }
  EXPECT_EQ(seen, 2);
}

TEST(trajectory_files, numbers_that_are_too_large_to_be_judged_fail) {
  // Rows at the end of double: what is made of them is no finite number, and no verdict of "measured".
  std::ofstream(path) << "t,x,v\n0,1,0\n1,1e308,-1e308\n2,-1e308,1e308\n2.6,1e308,1.7e308\n";
  const results found = judge(made_up::ball_problem(), {}, path);
  int infinite = 0;
  for (const record& r : found) {
    EXPECT_EQ(r.outcome == verdict::measured, std::isfinite(r.as<value_facts>().error)) << r.about.quantity;
    infinite += r.as<value_facts>().kind == value_kind::distance && r.outcome == verdict::fails;
  }
  EXPECT_EQ(infinite, 4);
}

TEST(trajectory_files, columns_that_are_not_read_are_named) {
  std::ofstream(path) << "t,x,v,energy\n0,1,0,2\n1,0,-2,2\n";
  const results found = judge(made_up::ball_problem(), {}, path);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().reason, "up to t = 1; not read: energy");
}

}  // namespace
}  // namespace unilateral::study
