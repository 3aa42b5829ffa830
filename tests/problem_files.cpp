/// Problem files. Laws: a file means the same as the problem of the catalogue that it transcribes (mass, force, gap,
/// data, reference agree at random states); whatever is wrong with a file is reported in one line that names file,
/// line, column, key, what was expected and what was found. Tolerance: both sides evaluate the same formulas up to the
/// order of operations, at states of size 1 to 10: 100 ε times the size of the values.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

namespace unilateral {
namespace {

const std::string examples = std::string(SOURCE_ROOT) + "/problems/text/examples/";

std::string written(const std::string& text) {
  const std::string path = testing::TempDir() + "unilateral_problem_files.toml";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}
problem read(const std::string& text) { return text::read_problem(written(text)); }

/// The message without the file's name; "no error" where there is none.
std::string error_of(const std::string& text) {
  const std::string path = written(text);
  try {
    text::read_problem(path);
    return "no error";
  } catch (const input_error& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_TRUE(line.starts_with(path + ":")) << line;
    return line.substr(std::min(path.size() + 1, line.size()));
  }
}

statement system_of(const problem& p) { return with_values(std::get<statement>(p.question)); }
chain_statement chain_of(const problem& p) { return with_values(std::get<chain_statement>(p.question)); }

/// |a − b| in units of ε · max(1, |b|).
double apart(double a, double b) { return std::abs(a - b) / (epsilon<double>() * std::max(1.0, std::abs(b))); }
double apart(const expression& a, const expression& b) {
  return apart(constant_value<double>(a), constant_value<double>(b));
}
constexpr double rounding = 100;

/// Largest distance of M, f, Φ, G at 100 random states and times, of e and of the data at the start.
double apart(const statement& found, const statement& expected) {
  const int n = expected.system.degrees_of_freedom();
  if (found.system.degrees_of_freedom() != n || found.system.constraints() != expected.system.constraints())
    return std::numeric_limits<double>::infinity();
  evaluated_system<double> a(found.system), b(expected.system);
  double worst = std::max(apart(a.restitution(), b.restitution()), apart(found.horizon, expected.horizon));
  for (std::size_t i = 0; i < expected.position.size(); ++i)
    worst = std::max(
        {worst, apart(found.position[i], expected.position[i]), apart(found.velocity[i], expected.velocity[i])});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-2, 2);
  column<double> q(n), v(n);
  Eigen::MatrixXd Ma(n, n), Mb(n, n);
  for (int sample = 0; sample < 100; ++sample) {
    const double t = number(random);
    for (int i = 0; i < n; ++i) {
      q[i] = number(random);
      v[i] = number(random);
    }
    for (auto* s : {&a, &b}) {
      s->evaluate_mass(t, q.data());
      s->evaluate_force(t, q.data(), v.data());
      s->evaluate_gap(t, q.data());
      s->evaluate_gradient(t, q.data());
    }
    a.copy_mass(Ma);
    b.copy_mass(Mb);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) worst = std::max(worst, apart(Ma(i, j), Mb(i, j)));
      worst = std::max(worst, apart(a.force(i), b.force(i)));
    }
    for (int c = 0; c < a.constraints(); ++c)
      worst = std::max({worst, apart(a.gap(c), b.gap(c)), apart(a.gradient_dot(c, v), b.gradient_dot(c, v))});
  }
  return worst;
}

template <class Question>
reference<double> known_of(const problem& p, const Question& bound) {
  return p.answer.at<double>(values_of<double>(bound.parameters), constant_value<double>(bound.horizon));
}

/// Numbers known to both references agree, up to their accuracies and 1000 ε of either; their paths too, at 50
/// instants.
void expect_same_answer(const reference<double>& found, const reference<double>& expected) {
  const double unit = 1000 * epsilon<double>();
  for (const auto& a : found.values) {
    const auto b = std::find_if(expected.values.begin(), expected.values.end(),
                                [&](const auto& value) { return value.quantity == a.quantity; });
    if (b == expected.values.end()) continue;
    EXPECT_NEAR(a.value, b->value, a.accuracy + b->accuracy + unit * std::max(1.0, std::abs(b->value))) << a.quantity;
  }
  if (!found.path || !expected.path) return;
  for (int k = 0; k <= 50; ++k) {
    const double t = std::min(found.path->end(), expected.path->end()) * k / 50;
    EXPECT_LE((found.path->position(t) - expected.path->position(t)).template lpNorm<Eigen::Infinity>(), unit * 10)
        << "at t = " << t;
  }
}

TEST(problem_files, every_example_means_the_same_as_the_problem_of_the_catalogue) {
  for (const auto& [file, name] :
       {std::pair("bouncing_ball", "ball_rational"), std::pair("double_pendulum", "double_pendulum_wall"),
        std::pair("impact_oscillator", "oscillator_by_hand"), std::pair("moving_table", "ball_on_moving_table"),
        std::pair("three_balls", "three_touching_balls")}) {
    SCOPED_TRACE(file);
    const problem found = text::read_problem(examples + file + ".toml"), expected = find_problem(name);
    EXPECT_EQ(found.name, file);
    EXPECT_EQ(found.difficulties, expected.difficulties);
    EXPECT_LE(apart(system_of(found), system_of(expected)), rounding);
    ASSERT_TRUE(found.answer && expected.answer);
    expect_same_answer(known_of(found, system_of(found)), known_of(expected, system_of(expected)));
  }
}

TEST(problem_files, every_chain_among_the_examples_means_the_same_as_the_one_of_the_catalogue) {
  for (const auto& [file, name] :
       {std::pair("chain_arc", "chain_arc_fig4"), std::pair("chain_tractrix", "chain_one_bar")}) {
    SCOPED_TRACE(file);
    const problem found = text::read_problem(examples + file + ".toml"), expected = find_problem(name);
    const chain_statement a = chain_of(found), b = chain_of(expected);
    ASSERT_EQ(a.bars(), b.bars());
    EXPECT_EQ(a.evolves, b.evolves);
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
      for (const std::size_t j : {0u, 1u}) EXPECT_LE(apart(a.nodes[i][j], b.nodes[i][j]), rounding);
    for (const std::size_t j : {0u, 1u}) {
      EXPECT_LE(apart(a.velocity[j], b.velocity[j]), rounding);
      EXPECT_EQ(to_text(a.path[j], {}), to_text(b.path[j], {}));
    }
    expect_same_answer(known_of(found, a), known_of(expected, b));
  }
}

TEST(problem_files, a_wrong_sign_is_noticed) {  // the negative control of the two tests above
  const problem p = find_problem("double_pendulum_wall");
  statement wrong = system_of(p);
  wrong.system.force[1] = -wrong.system.force[1];
  EXPECT_GT(apart(wrong, system_of(p)), 1e10 * rounding);
}

// --- what a file may say ---

const std::string ball = R"(coordinates = ["x"]
horizon = 4
[parameters]
g = "10"
[system]
kinetic_energy = "x'^2/2"
potential_energy = "g*x"
force = ["0"]
[[constraint]]
gap = "x"
[impact]
restitution = "1/2"
[initial]
position = ["1"]
velocity = ["0"]
)";

/// `ball` with a line (counted from 1) replaced; several lines where the text has them.
std::string with_line(int line, const std::string& text) {
  std::string result;
  std::size_t at = 0;
  for (int k = 1; at < ball.size(); ++k) {
    const std::size_t end = ball.find('\n', at) + 1;
    result += k == line ? (text.empty() ? "" : text + "\n") : ball.substr(at, end - at);
    at = end;
  }
  return result;
}

TEST(problem_files, numbers_are_exact_however_they_are_written) {
  for (const auto& [text, number] :
       {std::pair("9.81", rational(981, 100)), std::pair("\"9.81\"", rational(981, 100)),
        std::pair("'9.81'", rational(981, 100)), std::pair("1e-3", rational(1, 1000)),
        std::pair("1_000.5", rational(2001, 2)), std::pair("+0.1", rational(1, 10)),
        std::pair("-0.1", rational(-1, 10)), std::pair("12", rational(12)), std::pair("0x10", rational(16)),
        std::pair("\"22/7\"", rational(22, 7)),
        std::pair("0.1000000000000000055511151231257827", exact_rational("0.1000000000000000055511151231257827"))}) {
    const problem p = read(with_line(4, std::string("g = ") + text));
    EXPECT_TRUE(std::get<statement>(p.question).parameters[0].second.is(number)) << text;
  }
}

TEST(problem_files, parameters_may_use_those_before_them) {
  const statement s = system_of(read(with_line(4, "h = \"3/2\"\ng = \"2*h\"\na = \"g*h\"")));
  ASSERT_EQ(s.parameters.size(), 3u);
  EXPECT_TRUE(s.parameters[2].second.is(rational(9, 2)));
  EXPECT_EQ(error_of(with_line(4, "g = \"2*h\"\nh = 1")),
            "4:8: parameters.g: expected a formula in numbers and functions, found the unknown name \"h\"");
}

TEST(problem_files, a_mass_matrix_stands_for_its_energy) {
  const std::string head = "coordinates = [\"a\", \"b\"]\nhorizon = 4\n[system]\n",
                    tail = "\n[initial]\nposition = [0, 0]\nvelocity = [1, 1]\n";
  const problem from_mass = read(head + "mass = [[\"2\", \"cos(a-b)\"], [\"cos(a-b)\", 1]]" + tail),
                from_energy = read(head + "kinetic_energy = \"a'^2 + b'^2/2 + a'*b'*cos(a-b)\"" + tail);
  EXPECT_LE(apart(system_of(from_mass), system_of(from_energy)), rounding);
}

/// The entry that differs is named at its place, before any solver.
/// M x'' = force, with no term of Lagrange's: those of the mass 1 + x² would be −x x'².
TEST(problem_files, an_inertia_is_taken_as_it_stands) {
  const statement plain = system_of(read(with_line(6, "inertia = [[\"1 + x^2\"]]"))),
                  derived = system_of(read(with_line(6, "mass = [[\"1 + x^2\"]]")));
  ASSERT_EQ(plain.system.mass.size(), 1u);
  EXPECT_EQ(to_text(plain.system.mass[0].value, {"x"}), "1 + x^2");
  EXPECT_TRUE(variables_of(plain.system.force[0]).velocities.empty());
  EXPECT_FALSE(variables_of(derived.system.force[0]).velocities.empty());
  EXPECT_EQ(to_text(plain.system.force[0], {"x"}),
            to_text(system_of(read(with_line(6, "inertia = [[7]]"))).system.force[0], {"x"}));
}

TEST(problem_files, a_mass_matrix_that_is_symmetric_at_the_start_only_is_refused) {
  const std::string head = "coordinates = [\"x\", \"y\"]\nhorizon = 3\n[system]\n",
                    tail = "\n[initial]\nposition = [0, 1]\nvelocity = [1, 0]\n";
  const auto starts = [](const std::string& text, const std::string& words) { return text.substr(0, words.size()); };
  const std::string of_x = "4:15: mass[0][1]: expected a symmetric matrix, found 1/2*x where mass entry (2, 1) is 0, ",
                    of_sin =
                        "5:3: mass[1][0]: expected a symmetric matrix, found sin(x) where mass entry (1, 2) is 0, ";
  EXPECT_EQ(starts(error_of(head + "mass = [[\"1\", \"x/2\"], [\"0\", \"1\"]]" + tail), of_x), of_x);
  EXPECT_EQ(starts(error_of(head + "mass = [[\"1\", 0],\n [\"sin(x)\", \"1\"]]" + tail), of_sin), of_sin);
  EXPECT_EQ(error_of(head + "mass = [[1, \"x*y\"], [\"y*x\", 2]]" + tail), "no error");
  EXPECT_EQ(error_of(head + "mass = [[2, \"sin(x)*2\"], [\"2*sin(x)\", 2]]" + tail), "no error");
  EXPECT_EQ(error_of(head + "mass = [[2, \"sin(2*x)\"], [\"2*sin(x)*cos(x)\", 2]]" + tail), "no error");
}

/// The derivative of sign is 0: Lagrange's equations of an energy that jumps would let the motion pass with its speed.
/// A barrier sign(x), of height 2, throws back what comes at less than v = 2. What has a kink only has a force, and
/// what jumps in t alone too.
TEST(problem_files, an_energy_that_jumps_in_the_coordinates_is_refused) {
  const std::string head = "coordinates = [\"x\", \"y\"]\nhorizon = 3\n[system]\n",
                    tail = "\n[initial]\nposition = [0, 1]\nvelocity = [1, 0]\n",
                    kinetic = "kinetic_energy = \"x'^2/2 + y'^2/2\"\n",
                    continuous = "expected an energy that is continuous in the coordinates, found ",
                    hint = " (x*sign(x) may be written abs(x))";
  const auto potential = [&](const std::string& U) {
    return error_of(head + kinetic + "potential_energy = \"" + U + "\"" + tail);
  };
  EXPECT_EQ(potential("sign(x)"), "5:20: potential_energy: " + continuous + "sign(x)" + hint);
  EXPECT_EQ(potential("3*y + y^2*(1 + sign(x - y))"), "5:20: potential_energy: " + continuous + "sign(x - y)" + hint);
  EXPECT_EQ(potential("x/abs(x)"), "5:20: potential_energy: " + continuous + "x/abs(x)" + hint);
  EXPECT_EQ(potential("sqrt((x+y)^2)/(x+y)"), "5:20: potential_energy: " + continuous + "abs(x + y)/(x + y)" + hint);
  for (const char* U :
       {"abs(x)", "x*abs(x)", "max(0, x)^2", "min(x, y)", "sign(t - 1)*x", "1/abs(x - 9)", "abs(x)/(x - 9)"})
    EXPECT_EQ(potential(U), "no error") << U;
  EXPECT_EQ(error_of(head + "kinetic_energy = \"(2 + sign(x))*x'^2/2 + y'^2/2\"" + tail),
            "4:18: kinetic_energy: " + continuous + "sign(x)" + hint);
  EXPECT_EQ(potential("atan(tan(x))"), "5:20: potential_energy: " + continuous + "atan(tan(x))" + hint);
  // Axes that jump keep the momentum x' − sign(t − 1): at t = 1 all that is at rest beside them jumps in them.
  EXPECT_EQ(error_of(head + "kinetic_energy = \"(x' - sign(t-1))^2/2 + y'^2/2\"" + tail),
            "4:18: kinetic_energy: expected terms in the velocities that are continuous in t, found sign(t - 1)");
  EXPECT_EQ(error_of(head + "mass = [[\"2 + sign(x)\", 0], [0, 1]]" + tail),
            "4:9: mass[0]: " + continuous + "sign(x)" + hint);
}

TEST(problem_files, titles_and_difficulties_are_kept) {
  const problem p = read(
      "title = \"A title\"\nsource = \"[Moreau 1983]\"\ndescription = \"d\"\nfigure = '''\n o\n'''\ndifficulties = "
      "[\"grazing\"]\nstudy_until = \"3/2\"\n" +
      ball);
  EXPECT_EQ(p.title, "A title");
  EXPECT_EQ(p.source, "[Moreau 1983]");
  EXPECT_EQ(p.description, "d");
  EXPECT_EQ(p.figure, " o\n");
  EXPECT_EQ(p.difficulties, std::set<difficulty>{difficulty::grazing});
  EXPECT_EQ(p.study_until, "3/2");
  EXPECT_TRUE(p.convergence_study);
}

TEST(problem_files, a_system_without_constraints_needs_no_impact_law) {
  EXPECT_EQ(system_of(read("coordinates = [\"x\"]\nhorizon = 1\n[system]\nmass = [[1]]\n[initial]\nposition = "
                           "[0]\nvelocity = [1]\n"))
                .system.constraints(),
            0);
}

// --- what is wrong with a file ---

TEST(problem_files, every_mistake_is_located) {
  const std::vector<std::pair<std::string, std::string>> cases{
      // formulas, in the line and column of the character
      {with_line(8, "force = [\"2*(x + g\"]"),
       "8:19: force[0]: expected \")\" to close the parenthesis opened at column 13, found end of text"},
      {with_line(8, "force = ['2*(x + g']"),
       "8:19: force[0]: expected \")\" to close the parenthesis opened at column 13, found end of text"},
      {with_line(8, "force = [\"\\u0078 + k\"]"),
       "8:20: force[0]: expected a formula in t, the coordinates x, their velocities, the parameters g, numbers and "
       "functions, found the unknown name \"k\""},
      {with_line(8, "force = [\"\"\"\nx +\n  k\"\"\"]"),
       "10:3: force[0]: expected a formula in t, the coordinates x, their velocities, the parameters g, numbers and "
       "functions, found the unknown name \"k\""},
      {with_line(8, "force = [\"\"\"x + \\\n   k\"\"\"]"),
       "9:4: force[0]: expected a formula in t, the coordinates x, their velocities, the parameters g, numbers and "
       "functions, found the unknown name \"k\""},
      {with_line(10, "gap = \"x - sine(t)\""),
       "10:12: constraint[0].gap: expected a formula in t, the coordinates x, the parameters g, numbers and functions, "
       "found the unknown name \"sine\"; did you mean \"sin\"?"},
      {with_line(10, "gap = \"x + x'\""),
       "10:12: constraint[0].gap: expected a formula in t, the coordinates x, the parameters g, numbers and functions, "
       "found the velocity \"x'\""},
      {with_line(10, "gap = \"1/0\""), "10:10: constraint[0].gap: expected a nonzero divisor, found 0"},
      {with_line(10, "gap = \"\""), "10:8: constraint[0].gap: expected a number, a name or \"(\", found end of text"},
      {with_line(6, "mass = [[\"1 + x'\"]]"),
       "6:15: mass[0][0]: expected a formula in t, the coordinates x, the parameters g, numbers and functions, found "
       "the velocity \"x'\""},
      {with_line(6, "inertia = [[\"1 + x'\"]]"),
       "6:18: inertia[0][0]: expected a formula in t, the coordinates x, the parameters g, numbers and functions, "
       "found the velocity \"x'\""},
      {with_line(6, "mass = [[\"2 + sign(t - 1)\"]]"),
       "6:9: mass[0]: expected a matrix that is continuous in t, found sign(t - 1)"},
      {with_line(6, "kinetic_energy = \"(2 + sign(t - 1))*x'^2\""),
       "6:18: kinetic_energy: expected terms in the velocities that are continuous in t, found sign(t - 1)"},
      {with_line(6, "kinetic_energy = \"t*x'^2\""),
       "6:18: kinetic_energy: expected a positive definite matrix at the start, found a pivot 0 at row 1"},
      {with_line(7, "potential_energy = \"x'\""),
       "7:21: potential_energy: expected a formula in t, the coordinates x, the parameters g, numbers and functions, "
       "found the velocity \"x'\""},
      {with_line(14, "position = [\"x\"]"),
       "14:14: position[0]: expected a formula in the parameters g, numbers and functions, found the coordinate \"x\""},
      {with_line(12, "restitution = \"t\""),
       "12:16: restitution: expected a formula in the parameters g, numbers and functions, found the time \"t\""},
      {with_line(2, "horizon = \"4*h\""),
       "2:14: horizon: expected a formula in the parameters g, numbers and functions, found the unknown name \"h\""},
      {with_line(6, "kinetic_energy = \"x'\""),
       "6:18: kinetic_energy: expected a positive definite matrix at the start, found a pivot 0 at row 1"},
      {with_line(6, "kinetic_energy = \"x'^3\""),
       "6:18: kinetic_energy: expected terms of degree 0, 1 and 2 in the velocities, found one of another degree in "
       "x'"},
      {with_line(6, "kinetic_energy = \"x'^2 + t*x' + 1\""), "no error"},
      // numbers
      {with_line(4, "g = nan"), "4:5: parameters.g: expected a finite number, found nan"},
      {with_line(4, "g = -inf"), "4:5: parameters.g: expected a finite number, found -inf"},
      {with_line(4, "g = \"nan\""),
       "4:6: parameters.g: expected a formula in numbers and functions, found the unknown name \"nan\"; did you mean "
       "\"tan\"?"},
      {with_line(4, "g = \"1e99999\""),
       "4:6: parameters.g: expected a decimal number with an exponent between -10000 and 10000, found \"1e99999\""},
      // names
      {with_line(1, "coordinates = [\"2x\"]"),
       "1:16: coordinates[0]: expected a name of letters, digits and underscores that starts with a letter, found "
       "\"2x\""},
      {with_line(1, "coordinates = [\"t\"]"),
       "1:16: coordinates[0]: expected a name other than t, pi, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, "
       "exp, log, sqrt, abs, sign, atan2, min, max, which have a meaning of their own; found \"t\""},
      {with_line(1, "coordinates = [\"x\", \"x\"]"),
       "1:21: coordinates[1]: expected a coordinate with a name of its own, found \"x\" a second time"},
      {with_line(4, "x = 1"),
       "4:1: parameters.x: expected a parameter with a name of its own, found \"x\" a second time"},
      {with_line(4, "pi = 3"),
       "4:1: parameters.pi: expected a name other than t, pi, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, "
       "log, sqrt, abs, sign, atan2, min, max, which have a meaning of their own; found \"pi\""},
      {with_line(4, "\"a b\" = 3"),
       "4:1: parameters.a b: expected a name of letters, digits and underscores that starts with a letter, found \"a "
       "b\""},
      {with_line(1, "coordinates = []"), "1:15: coordinates: expected at least one name, found none"},
      // keys
      {with_line(2, "horizont = 4"),
       "2:1: horizont: expected one of the keys title, source, description, figure, difficulties, study_until, "
       "coordinates, horizon, parameters, system, constraint, impact, "
       "initial, "
       "reference, found \"horizont\"; did you mean \"horizon\"?"},
      {with_line(12, "restitutoin = 1"),
       "12:1: restitutoin: expected one of the keys restitution, found \"restitutoin\"; did you mean \"restitution\"?"},
      {with_line(10, "gaps = \"x\""),
       "10:1: constraint[0].gaps: expected one of the keys gap, found \"gaps\"; did you mean \"gap\"?"},
      {with_line(6, "mass = [[1]]\nkinetic_energy = \"x'^2\""),
       "7:18: kinetic_energy: expected either kinetic_energy or mass, found both"},
      {with_line(6, "inertia = [[1]]\nkinetic_energy = \"x'^2\""),
       "7:18: kinetic_energy: expected either kinetic_energy or inertia, found both"},
      {with_line(6, "mass = [[1]]\ninertia = [[1]]"), "7:11: inertia: expected either mass or inertia, found both"},
      {with_line(6, ""),
       "5:1: kinetic_energy: expected kinetic_energy = \"…\", mass = [[…]] or inertia = [[…]], found no such key"},
      {with_line(1, ""), "1:1: coordinates: expected a list of names such as [\"x\", \"y\"], found no such key"},
      {with_line(2, ""), "1:1: horizon: expected a final time > 0, found no such key"},
      {with_line(10, ""),
       "9:1: constraint[0].gap: expected a formula in t and the coordinates, admissible where >= 0, found no such key"},
      {with_line(12, ""), "11:1: restitution: expected a number between 0 and 1, found no such key"},
      {with_line(14, ""), "13:1: position: expected a list of 1 formula, one a coordinate, found no such key"},
      {with_line(15, ""), "13:1: velocity: expected a list of 1 formula, one a coordinate, found no such key"},
      // types and dimensions
      {with_line(1, "coordinates = \"x\""),
       "1:15: coordinates: expected a list of names such as [\"x\", \"y\"], found a string"},
      {with_line(1, "coordinates = [1]"), "1:16: coordinates[0]: expected a name, found a number"},
      {with_line(2, "horizon = true"), "2:11: horizon: expected a formula or a number, found true or false"},
      {with_line(2, "horizon = 2020-01-01"), "2:11: horizon: expected a formula or a number, found a date or time"},
      {with_line(2, "horizon = [4]"), "2:11: horizon: expected a formula or a number, found a list"},
      {with_line(4, "g = {a = 1}"), "4:5: parameters.g: expected a formula or a number, found a table"},
      {with_line(8, "force = \"0\""), "8:9: force: expected a list of 1 formula, one a coordinate, found a string"},
      {with_line(8, "force = [0, 0]"), "8:9: force: expected a list of 1 formula, one a coordinate, found 2"},
      {with_line(14, "position = [1, 2]"), "14:12: position: expected a list of 1 formula, one a coordinate, found 2"},
      {with_line(15, "velocity = []"), "15:12: velocity: expected a list of 1 formula, one a coordinate, found 0"},
      {with_line(6, "mass = [[1], [1]]"), "6:8: mass: expected a list of 1 row, one a coordinate, found 2"},
      {with_line(6, "mass = [[1, 0]]"), "6:9: mass[0]: expected a list of 1 formula, one a coordinate, found 2"},
      {with_line(6, "mass = [1]"), "6:9: mass[0]: expected a list of 1 formula, one a coordinate, found a number"},
      {"title = 3\n" + ball, "1:9: title: expected a text, found a number"},
      {"difficulties = [\"graze\"]\n" + ball,
       "1:17: difficulties[0]: expected one of accumulation, grazing, simultaneous contacts, redundant contacts, "
       "general M(q), moving constraint, discontinuous in the data, "
       "non-uniqueness, found \"graze\""},
      // TOML itself
      {with_line(2, "horizon 4"),
       "2:9: expected TOML 1.0, found: Error while parsing key-value pair: expected '=', saw '4'"},
      {with_line(2, "horizon = 4\nhorizon = 5"),
       "3:11: expected TOML 1.0, found: Error while parsing key-value pair: cannot redefine existing integer "
       "'horizon'"},
      // hypotheses
      {with_line(12, "restitution = 1.5"), "12:15: restitution: expected 0 <= e <= 1, found 3/2"},
      {with_line(12, "restitution = \"-1/2\""), "12:15: restitution: expected 0 <= e <= 1, found -1/2"},
      {with_line(2, "horizon = 0"), "2:11: horizon: expected a time > 0, found 0"},
      {with_line(6, "mass = [[-1]]"),
       "6:8: mass: expected a positive definite matrix at the start, found a pivot -1 at row 1"},
      {with_line(6, "kinetic_energy = \"-x'^2/2\""),
       "6:18: kinetic_energy: expected a positive definite matrix at the start, found a pivot -1 at row 1"},
      {with_line(12, "restitution = \"1 + 1e-30\""),
       "12:15: restitution: expected 0 <= e <= 1, found "
       "1000000000000000000000000000001/1000000000000000000000000000000"},
      {with_line(14, "position = [\"-1\"]"),
       "14:12: position: expected every gap >= 0 (admissible start), found gap 1 = -1 at t = 0"},
      {with_line(14, "position = [\"log(1 - g)\"]"),
       "14:13: position[0]: expected a positive argument of log, found -9"},
      {with_line(14, "position = [\"(-g)^(1/3)\"]"), "14:13: position[0]: expected a finite number, found nan"},
      {with_line(10, "gap = \"x/(g - 10)\""), "10:7: constraint[0].gap: expected a nonzero divisor, found 0"},
      {with_line(10, "gap = \"g + 0*x\""), "no error"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(text), message);
}

TEST(problem_files, every_mistake_in_a_chain_is_located) {
  const std::string nodes = "[chain]\nnodes = [[0, 0], [1, 0], [2, 0]]\n", drive = "[drive]\nvelocity = [-1, 0]\n";
  EXPECT_EQ(error_of(nodes + drive), "no error");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[chain]\nnodes = [[0, 0]]\n" + drive, "2:9: nodes: expected at least 2 nodes, found 1"},
      {"[chain]\nnodes = [[0, 0], [1]]\n" + drive, "2:18: nodes[1]: expected a list of 2 formulas [x, y], found 1"},
      {"[chain]\nnodes = [[0, 0], [\"t\", 0]]\n" + drive,
       "2:20: nodes[1][0]: expected a formula in numbers and functions, found the time \"t\""},
      {"[chain]\nnodes = [[0, 0], [0, 0]]\n" + drive,
       "2:9: nodes: expected bars of positive length, found node 1 where node 0 is"},
      {nodes, "1:1: drive: expected a table [drive], found no such key"},
      {nodes + "[drive]\n",
       "3:1: velocity: expected velocity = [x, y] (one instant) or path = [x, y] in t (an evolution), found no such "
       "key"},
      {nodes + drive + "path = [\"t\", 0]\n", "5:8: path: expected either velocity or path, found both"},
      {nodes + "[drive]\npath = [\"t\", 0]\n", "1:1: horizon: expected a final time > 0, found no such key"},
      {"horizon = 1\n" + nodes + drive,
       "1:11: horizon: expected a horizon only where the drive is a path, found one beside a velocity"},
      {"horizon = 1\n" + nodes + "[drive]\npath = [\"1 + t\", 0]\n",
       "5:8: path: expected a path that starts in node 0, at (0, 0), found (1, 0) at t = 0"},
      {"coordinates = [\"x\"]\n" + nodes + drive,
       "1:1: coordinates: expected one of the keys title, source, description, figure, difficulties, study_until, "
       "horizon, parameters, chain, drive, reference, "
       "found \"coordinates\""},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(text), message);
}

TEST(problem_files, a_file_that_is_not_there_is_named) {
  for (const std::string path : {"/nowhere/ball.toml", "/tmp"}) {
    try {
      text::read_problem(path);
      FAIL() << path;
    } catch (const input_error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path + ": expected a readable file, found: ")) << error.what();
    }
  }
}

// --- references ---

reference<double> reference_of(const std::string& text, double until, const parameter_list& overrides = {}) {
  const problem p = read(ball + text);
  return p.answer.at<double>(values_of<double>(with_values(std::get<statement>(p.question), overrides).parameters),
                             until);
}
const known_value<double>* named(const reference<double>& known, const std::string& quantity) {
  for (const auto& value : known.values)
    if (value.quantity == quantity) return &value;
  return nullptr;
}

TEST(problem_file_references, digits_are_known_to_half_a_unit_of_the_last) {
  const auto known = reference_of(
      "[[reference.value]]\nquantity = \"impacts[0].t\"\nvalue = \"0.4472\"\n[[reference.value]]\nquantity = "
      "\"impacts[0].v_minus[0]\"\nvalue = \"-4.47e0\"\n"
      "[[reference.value]]\nquantity = \"counts.impacts\"\nvalue = 3\n[[reference.value]]\nquantity = "
      "\"end.q[0]\"\nvalue = 0.25\naccuracy = \"1/8\"\n",
      4);
  ASSERT_NE(named(known, "impacts[0].t"), nullptr);
  EXPECT_EQ(named(known, "impacts[0].t")->value, 0.4472);
  EXPECT_EQ(named(known, "impacts[0].t")->accuracy, 0.00005);
  EXPECT_EQ(named(known, "impacts[0].v_minus[0]")->accuracy, 0.005);
  EXPECT_EQ(named(known, "counts.impacts")->accuracy, 0);
  EXPECT_EQ(named(known, "end.q[0]")->accuracy, 0.125);
  EXPECT_EQ(known.from.from, origin::published);
  EXPECT_EQ(known.digits, 1);
}

TEST(problem_file_references, only_what_happens_until_then_is_known) {
  const std::string text =
      "[[reference.value]]\nquantity = \"impacts[0].t\"\nvalue = \"sqrt(2/g)\"\n[[reference.value]]\nquantity = "
      "\"impacts[0].q[0]\"\nvalue = 0\n"
      "[[reference.value]]\nquantity = \"end.q[0]\"\nvalue = 1\n[[reference.at]]\nt = 4\nposition = "
      "[\"0.10\"]\n[[reference.at]]\nt = \"1/2\"\nvelocity = [\"-3.0\"]\n";
  const auto all = reference_of(text, 4), half = reference_of(text, 0.5), early = reference_of(text, 0.25);
  EXPECT_NE(named(all, "impacts[0].t"), nullptr);
  EXPECT_NE(named(all, "impacts[0].q[0]"), nullptr);
  EXPECT_NE(named(all, "end.q[0]"), nullptr);
  EXPECT_NE(named(half, "impacts[0].t"), nullptr);
  EXPECT_EQ(named(half, "end.q[0]"), nullptr);
  ASSERT_NE(named(half, "end.v[0]"), nullptr);
  EXPECT_EQ(named(half, "end.v[0]")->value, -3);
  EXPECT_TRUE(early.values.empty());
}

TEST(problem_file_references, digits_hold_for_the_files_own_parameters_and_formulas_for_all) {
  const std::string formula = "[[reference.value]]\nquantity = \"impacts[0].t\"\nvalue = \"sqrt(2/g)\"\n",
                    digits = "[[reference.value]]\nquantity = \"impacts[0].v_minus[0]\"\nvalue = \"-4.4721\"\n";
  const auto other = reference_of("[reference]\n" + formula + digits, 4, {{"g", 2}});
  ASSERT_EQ(other.values.size(), 1u);
  EXPECT_EQ(other.values[0].value, 1);
  EXPECT_THROW(reference_of(digits, 4, {{"g", 2}}), input_error);
}

TEST(problem_file_references, motions_in_pieces_jump_between_them) {
  const auto known = reference_of(
      "[[reference.piece]]\nuntil = 1\nposition = [\"1 - t\"]\n[[reference.piece]]\nposition = [\"sin(t - 1)\"]\n", 2);
  ASSERT_TRUE(known.path);
  EXPECT_EQ(known.path->end(), 2);
  EXPECT_NEAR(known.path->velocity_left(1.0)[0], -1, 100 * epsilon<double>());
  EXPECT_NEAR(known.path->velocity_right(1.0)[0], 1, 100 * epsilon<double>());
  EXPECT_NEAR(named(known, "end.v[0]")->value, std::cos(1.0), 4 * epsilon<double>());
  EXPECT_EQ(known.from.from, origin::closed_form);
  const auto at_the_jump = reference_of(
      "[[reference.piece]]\nuntil = 1\nposition = [\"1 - t\"]\n[[reference.piece]]\nposition = [\"sin(t - 1)\"]\n", 1);
  EXPECT_NE(named(at_the_jump, "end.q[0]"), nullptr);
  EXPECT_EQ(named(at_the_jump, "end.v[0]"), nullptr);
}

TEST(problem_file_references, a_motion_with_a_corner_is_refused_when_asked_for) {
  EXPECT_THROW(reference_of("[reference]\nposition = [\"abs(t - 1/3)\"]\n", 4), input_error);
}

TEST(problem_file_references, every_mistake_is_located) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[reference]\n",
       "16:1: reference: expected position, [[reference.piece]], [[reference.value]] or [[reference.at]], found none "
       "of them"},
      {"[reference]\nposition = [\"x\"]\n",
       "17:14: reference.position[0]: expected a formula in t, the parameters g, numbers and functions, found the "
       "coordinate \"x\""},
      {"[reference]\nposition = [\"t\", \"t\"]\n",
       "17:12: reference.position: expected a list of 1 formula, one a coordinate, found 2"},
      {"[reference]\nvelocity = [\"t\"]\n",
       "17:1: reference.velocity: expected one of the keys source, computed_by, position, piece, value, at, found "
       "\"velocity\""},
      {"[reference]\nposition = [\"t\"]\n[[reference.piece]]\nposition = [\"t\"]\n",
       "17:12: reference.position: expected either position or [[reference.piece]], found both"},
      {"[[reference.piece]]\nposition = [\"t\"]\n[[reference.piece]]\nposition = [\"t\"]\n",
       "16:1: reference.piece[0].until: expected the end of the piece, found no such key"},
      {"[[reference.value]]\nquantity = \"impact[0].t\"\nvalue = 1\n",
       "17:12: reference.value[0].quantity: expected a number of the answer such as \"impacts[0].t\" or \"end.q[0]\", "
       "within the problem's dimensions, found \"impact[0].t\""},
      {"[[reference.value]]\nquantity = \"end.q[1]\"\nvalue = 1\n",
       "17:12: reference.value[0].quantity: expected a number of the answer such as \"impacts[0].t\" or \"end.q[0]\", "
       "within the problem's dimensions, found \"end.q[1]\""},
      {"[[reference.value]]\nquantity = \"end.q[0]\"\n",
       "16:1: reference.value[0].value: expected its digits or a formula, found no such key"},
      {"[[reference.value]]\nquantity = \"end.q[0]\"\nvalue = \"0.12…\"\n",
       "18:14: reference.value[0].value: expected an operator or end of text, found \"…\""},
      {"[[reference.value]]\nquantity = \"end.q[0]\"\nvalue = 1\naccuracy = -1\n",
       "19:12: reference.value[0].accuracy: expected a bound >= 0 of the error, found -1"},
      {"[[reference.at]]\nt = 1\n",
       "16:1: reference.at[0].position: expected a list of 1 formula, one a coordinate, found no such key"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(ball + text), message);
}

}  // namespace
}  // namespace unilateral
