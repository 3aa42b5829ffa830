/// Questions exported as source code say what the formulas say: mass, forces, gaps, their gradients and rates, as C,
/// Python and Octave compute them, against the interpreter of formulas at 50 digits, on the whole catalogue and on
/// random formulas, at random states. What a language needs and is not there is skipped, with a message.
///
/// Tolerance. The code computes the formula as it stands, with parameters by name. So the error of each operation is
/// carried along it: |f'| times that of its operand, and four roundings (of 2⁻⁵³ of the result) for the operation
/// itself, of which the libraries of mathematics promise two at most; a switch between sides that rounding can't tell
/// is as wrong as its sides differ. To first order; twice the sum is allowed for the next ones. Where that sum is
/// infinite (a square root of a rounding, say) nothing is asked.

#include "problems/answers/problem.hpp"
#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/text/problem_file.hpp"
#include "tests/support/random_formula.hpp"
#include "tests/support/shell.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace unilateral {
namespace {

namespace fs = std::filesystem;

using shell::contents;
using shell::outcome;

const shell::own_folder folder_of_this_process;
const fs::path& folder = folder_of_this_process.path();

const std::string command = COMMAND_PATH;

// --- a number and the error of computing it in double ---

struct carried {
  real50 value;
  double error;
};

class carrying {
 public:
  carrying(const parameter_values& parameters, double t, const std::vector<double>& q, const std::vector<double>& v)
      : parameters_(parameters), t_(t), q_(q), v_(v) {}

  carried operator()(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const carried result = computed(x);
    kept_.push_back(x);
    done_.emplace(x.pointer().get(), result);
    return result;
  }

 private:
  static constexpr double u = 0x1p-53;

  static carried rounded(const real50& value, double error) {
    return {value, error + 4 * u * std::abs(to_double(value))};
  }

  carried computed(const expression& x) {
    switch (x.op()) {
      case operation::constant:
      case operation::pi:
        return rounded(constant_value<real50>(x), 0);
      case operation::parameter:
        return rounded(constant_value<real50>(parameters_.at(x.root().name)), 0);
      case operation::time:
        return {real50(t_), 0};
      case operation::coordinate:
        return {real50(q_[static_cast<std::size_t>(x.root().index)]), 0};
      case operation::velocity:
        return {real50(v_[static_cast<std::size_t>(x.root().index)]), 0};
      default:
        break;
    }
    const carried a = (*this)(x.left()), b = arity(x.op()) == 2 ? (*this)(x.right()) : carried{real50(0), 0};
    // The code leaves out what the values of parameters make 0.
    const auto is_nothing = [](const carried& c) { return c.value == 0 && c.error == 0; };
    if ((x.op() == operation::multiply && (is_nothing(a) || is_nothing(b))) ||
        (x.op() == operation::divide && is_nothing(a)))
      return {real50(0), 0};
    const real50 value = evaluate<real50>(x.op(), a.value, b.value);
    const double A = to_double(a.value), B = to_double(b.value), y = to_double(value);
    double error = 0;
    switch (x.op()) {
      case operation::add:
      case operation::subtract:
        error = a.error + b.error;
        break;
      case operation::multiply:
        error = std::abs(A) * b.error + std::abs(B) * a.error;
        break;
      case operation::divide:
        error = (a.error + std::abs(y) * b.error) / std::abs(B);
        break;
      case operation::power:
        error = (A == 0 && B >= 1 ? 0 : std::abs(B * std::pow(A, B - 1))) * a.error;
        if (b.error > 0 && !(x.right().is_constant() && x.right().root().value.get_den() == 1))
          error += std::abs(y * std::log(std::abs(A))) * b.error;
        break;
      case operation::negate:
        return {value, a.error};
      case operation::sin:
      case operation::cos:
        error = a.error;
        break;
      case operation::tan:
        error = (1 + y * y) * a.error;
        break;
      case operation::asin:
      case operation::acos:
        error = a.error / std::sqrt(1 - A * A);
        break;
      case operation::atan:
        error = a.error / (1 + A * A);
        break;
      case operation::atan2:
        error = (std::abs(B) * a.error + std::abs(A) * b.error) / (A * A + B * B);
        break;
      case operation::sinh:
        error = std::cosh(A) * a.error;
        break;
      case operation::cosh:
        error = std::abs(std::sinh(A)) * a.error;
        break;
      case operation::tanh:
        error = a.error;
        break;
      case operation::exp:
        error = std::abs(y) * a.error;
        break;
      case operation::log:
        error = a.error / std::abs(A);
        break;
      case operation::sqrt:
        error = a.error / (2 * y);
        break;
      case operation::abs:
        return {value, a.error};
      case operation::min:
      case operation::max:
        return {value, std::max(a.error, b.error)};
      case operation::sign:
      case operation::step:
        return {value, std::abs(A) <= 2 * a.error && a.error > 0 ? 2.0 : 0.0};
      default:
        ADD_FAILURE() << "an operation that no error is known of";
    }
    return rounded(value, error);
  }

  const parameter_values& parameters_;
  double t_;
  const std::vector<double>&q_, &v_;
  std::unordered_map<const expression::node*, carried> done_;
  std::vector<expression> kept_;
};

// --- what is asked of a problem, and what is right ---

struct state {
  double t;
  std::vector<double> q, v;
};

struct question {
  std::string name;
  bool chain = false, evolves = false;
  std::vector<state> states;
  std::vector<carried> right;  ///< in the order in which the programs print
};

constexpr int states_a_problem = 4;

parameter_values values_in(const parameter_list& bound) {
  parameter_values values;
  for (const auto& [name, value] : bound) values.insert_or_assign(name, value);
  return values;
}

question asked_of(const problem& p, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> off(-1, 1), share(0, 1);
  question result;
  result.name = p.name;
  const std::vector<double> nothing;
  if (p.is_chain()) {
    const chain_statement& s = std::get<chain_statement>(p.question);
    const chain_statement bound = with_values(s);
    const parameter_values parameters = values_in(bound.parameters);
    result.chain = true;
    result.evolves = s.evolves;
    carrying data(parameters, 0, nothing, nothing);
    for (const auto& node : s.nodes)
      for (const expression& x : node) result.right.push_back(data(x));
    if (!s.evolves) {
      for (const expression& x : s.velocity) result.right.push_back(data(x));
      return result;
    }
    result.right.push_back(data(s.horizon));
    for (int k = 0; k < states_a_problem; ++k) {
      result.states.push_back({share(random) * constant_value<double>(bound.horizon), {}, {}});
      carrying at(parameters, result.states.back().t, nothing, nothing);
      for (const expression& x : s.path) result.right.push_back(at(x));
      for (const expression& x : s.path) result.right.push_back(at(derivative(x, time())));
    }
    return result;
  }
  const statement& s = std::get<statement>(p.question);
  const statement bound = with_values(s);
  const parameter_values parameters = values_in(bound.parameters);
  const mechanical_system& system = s.system;
  const int n = system.degrees_of_freedom(), m = system.constraints();
  carrying data(parameters, 0, nothing, nothing);
  for (const auto* list : {&s.position, &s.velocity})
    for (const expression& x : *list) result.right.push_back(data(x));
  result.right.push_back(data(system.restitution));
  result.right.push_back(data(s.horizon));
  evaluated_system<real50> interpreter(bound.system);
  for (int k = 0; k < states_a_problem; ++k) {
    state at{share(random) * constant_value<double>(bound.horizon), {}, {}};
    for (int i = 0; i < n; ++i) {
      at.q.push_back(constant_value<double>(bound.position[static_cast<std::size_t>(i)]) + off(random) / 4);
      at.v.push_back(constant_value<double>(bound.velocity[static_cast<std::size_t>(i)]) + off(random));
    }
    carrying of(parameters, at.t, at.q, at.v);
    std::vector<real50> q(at.q.begin(), at.q.end()), v(at.v.begin(), at.v.end());
    const real50 t(at.t);
    // Right is what the interpreter says; how near that can be met, the carried errors.
    const auto add = [&](const real50& value, const expression& formula) {
      result.right.push_back({value, of(formula).error});
    };
    std::vector<std::vector<expression>> M(static_cast<std::size_t>(n),
                                           std::vector<expression>(static_cast<std::size_t>(n), expression(0)));
    for (const mass_entry& e : system.mass)
      M[static_cast<std::size_t>(e.row)][static_cast<std::size_t>(e.column)] = e.value;
    Eigen::Matrix<real50, Eigen::Dynamic, Eigen::Dynamic> mass(n, n), G(m, n);
    interpreter.evaluate_mass(t, q.data());
    interpreter.copy_mass(mass);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) add(mass(i, j), M[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
    interpreter.evaluate_force(t, q.data(), v.data());
    for (int i = 0; i < n; ++i) add(interpreter.force(i), system.force[static_cast<std::size_t>(i)]);
    interpreter.evaluate_gap(t, q.data());
    for (int a = 0; a < m; ++a) add(interpreter.gap(a), system.gap[static_cast<std::size_t>(a)]);
    G.setZero();
    interpreter.evaluate_gradient(t, q.data());
    for (const sparse_entry& e : interpreter.gradient_entries()) G(e.row, e.column) = interpreter.gradient(e);
    for (int a = 0; a < m; ++a)
      for (int i = 0; i < n; ++i) add(G(a, i), derivative(system.gap[static_cast<std::size_t>(a)], coordinate(i)));
    interpreter.evaluate_gap_rate(t, q.data());
    for (int a = 0; a < m; ++a)
      add(real50(interpreter.gradient_dot(a, v) + interpreter.gap_rate(a)),
          total_derivative(system.gap[static_cast<std::size_t>(a)], {}));
    result.states.push_back(std::move(at));
  }
  return result;
}

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// One problem with every function that a formula may have in it, derivatives included, and random forces: names that
/// mean something to the languages, parameters whose values make a difference to the formulas.
std::string peculiar_problem(unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> names{"lambda", "y1", "end", "gamma"};
  std::string force;
  for (int i = 0; i < 4; ++i)
    force += std::string(i ? ", " : "") + "\"" + to_text(random_formula(random, 4, 6), names) +
             (i == 0 ? " + zero/(end - end) + def*y1^two + gamma^half*0 + p" : "") + "\"";
  return R"toml(coordinates = ["lambda", "y1", "end", "gamma"]
horizon = "7/3"
[parameters]
two = 2
half = "1/2"
zero = 0
def = "1/3"
p = "pi/7"
M = "sqrt(p + def)"
e = "3/10"
for = "e^2"
[system]
inertia = [["3", "cos(y1)/9", 0, 0], ["cos(y1)/9", 2, 0, 0], [0, 0, "M", 0], [0, 0, 0, "for + 1"]]
force = [)toml" +
         force +
         R"toml(]
[[constraint]]
gap = "9 + asin(lambda/9) + acos(lambda/9) + atan(y1) + atan2(lambda, y1 + 20) + sinh(y1/4) + cosh(end) + tanh(gamma)"
[[constraint]]
gap = "30 + max(lambda, y1, t) - abs(end) - sign(lambda + 5)*y1 + min(gamma^2, sin(y1)) - t*end"
[[constraint]]
gap = "50 + exp(sin(lambda)) - log(30 + y1) + sqrt(20 + end) + (gamma + 9)^(7/3) + (lambda + 10)^-3 - tan(y1/9)"
[[constraint]]
gap = "40 + exp(900*y1)/(1 + exp(900*y1)) + sqrt(lambda^2)"
[impact]
restitution = "e"
[initial]
position = ["1/5", "3/10", "-1/7", "2/9"]
velocity = ["1/3", 0, 0, "pi"]
)toml";
}

struct catalogue_of_questions {
  std::vector<question> all;
  fs::path files;  ///< NAME.c, NAME.py, NAME.m
};

const catalogue_of_questions& questions() {
  static const catalogue_of_questions made = [] {
    catalogue_of_questions result{{}, folder / "set" / "problems"};
    EXPECT_EQ(shell::run(command + " export --all --out " + (folder / "set").string() + "/").status, 0);
    unsigned seed = 1983;
    for (const problem& p : catalogue()) result.all.push_back(asked_of(p, seed++));
    for (const unsigned own : {1u, 2u, 3u}) {
      const fs::path file = folder / ("peculiar_" + std::to_string(own) + ".toml");
      std::ofstream(file) << peculiar_problem(own);
      result.all.push_back(asked_of(text::read_problem(file.string()), own));
      for (const auto& [as, extension] : {std::pair("c", "c"), std::pair("python", "py"), std::pair("octave", "m")})
        EXPECT_EQ(shell::run(command + " export " + file.string() + " --as " + as + " --out " +
                             (result.files / (file.stem().string() + "." + extension)).string())
                      .status,
                  0);
    }
    return result;
  }();
  return made;
}

/// What is wrong in a line a problem: its name, then its numbers, NaN where there is none.
std::vector<std::string> faults(const std::string& printed) {
  std::map<std::string, std::vector<double>> found;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    while (words >> word) found[name].push_back(std::strtod(word.c_str(), nullptr));
  }
  std::vector<std::string> wrong;
  std::size_t asked = 0, told = 0;
  for (const question& q : questions().all) {
    const std::vector<double>& here = found[q.name];
    if (here.size() != q.right.size()) {
      wrong.push_back(q.name + ": " + std::to_string(here.size()) + " numbers, not " + std::to_string(q.right.size()));
      continue;
    }
    for (std::size_t k = 0; k < here.size(); ++k) {
      const carried& right = q.right[k];
      ++asked;
      if (!std::isfinite(right.error) || !std::isfinite(to_double(right.value))) continue;
      ++told;
      const double off = std::abs(to_double(real50(right.value - real50(here[k]))));
      if (!(off <= 2 * right.error))
        wrong.push_back(q.name + ", number " + std::to_string(k) + ": " + digits(here[k]) +
                        ", right: " + to_text(right.value) + " ± " + digits(right.error));
    }
  }
  if (told < asked * 99 / 100) wrong.push_back("too many numbers of which nothing is known");
  return wrong;
}

void expect_right(const std::string& printed) {
  for (const std::string& fault : faults(printed)) ADD_FAILURE() << fault;
}

/// The states as text that each of the languages reads: a line a problem.
void write_states() {
  std::ofstream out(folder / "states.txt");
  for (const question& q : questions().all) {
    out << q.name;
    for (const state& s : q.states) {
      out << ' ' << digits(s.t);
      for (const auto* list : {&s.q, &s.v})
        for (const double x : *list) out << ' ' << digits(x);
    }
    out << '\n';
  }
}

TEST(exported_code, in_c_computes_what_the_formulas_say) {
  if (shell::run("cc --version >/dev/null 2>&1").status != 0) GTEST_SKIP() << "no C compiler `cc`";
  const auto& [all, files] = questions();
  write_states();
  std::string printed;
  for (const question& q : all) {
    std::ofstream main(folder / "main.c");
    main << "#include \"" << (files / (q.name + ".c")).string() << "\"\n#include <stdio.h>\n"
         << "static void say(int count, const double *x) { for (int i = 0; i < count; ++i) printf(\" %.17g\", x[i]); "
            "}\nint main(void) {\n";
    if (q.chain) {
      main << "say(2*NODES, &nodes[0][0]);\n";
      if (!q.evolves) main << "say(2, drive);\n";
      if (q.evolves) main << "say(1, &horizon);\ndouble x[2];\n";
      for (const state& s : q.states)
        main << "path(" << digits(s.t) << ", x); say(2, x); path_velocity(" << digits(s.t) << ", x); say(2, x);\n";
    } else {
      main << "say(COORDINATES, q0); say(COORDINATES, v0); say(1, &e); say(1, &horizon);\n"
           << "double M[COORDINATES][COORDINATES], f[COORDINATES], g[CONSTRAINTS + 1], G[CONSTRAINTS + 1][COORDINATES];"
           << "\n";
      for (const state& s : q.states) {
        main << "{ const double t = " << digits(s.t);
        for (const auto& [name, list] : {std::pair("q", &s.q), std::pair("v", &s.v)}) {
          main << ", " << name << "[] = {";
          for (const double x : *list) main << digits(x) << ", ";
          main << "}";
        }
        main << ";\nmass(t, q, M); say(COORDINATES*COORDINATES, &M[0][0]); force(t, q, v, f); say(COORDINATES, f);\n"
             << "gap(t, q, g); say(CONSTRAINTS, g); gap_gradient(t, q, G); say(CONSTRAINTS*COORDINATES, &G[0][0]);\n"
             << "gap_rate(t, q, v, g); say(CONSTRAINTS, g); }\n";
      }
    }
    main << "return 0; }\n";
    main.close();
    const std::string program = (folder / "main").string();
    const outcome compiled =
        shell::run("cc -std=c99 -Wall -Wextra -Werror -pedantic -O0 -o " + program + " " + program + ".c -lm 2>&1");
    ASSERT_EQ(compiled.status, 0) << q.name << ":\n" << compiled.out;
    const outcome ran = shell::run(program);
    ASSERT_EQ(ran.status, 0) << q.name;
    printed += q.name + ran.out + "\n";
  }
  expect_right(printed);

  // Control: a factor of 1 + 1e-12 is seen, and a number that is missing.
  const std::string pendulum = "double_pendulum_wall -1.047197551196597";
  const std::size_t at = printed.find(pendulum);
  ASSERT_NE(at, std::string::npos);
  std::string spoiled = printed;
  spoiled.replace(at, pendulum.size(), "double_pendulum_wall -1.047197551197645");
  EXPECT_EQ(faults(spoiled).size(), 1u);
  spoiled = printed;
  spoiled.erase(spoiled.find(' ', at), spoiled.find(' ', at + pendulum.size()) - spoiled.find(' ', at));
  EXPECT_EQ(faults(spoiled).size(), 1u);
}

TEST(exported_code, in_python_computes_what_the_formulas_say) {
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"})
    if (python.empty() && shell::run(std::string(candidate) + " -c 'import numpy' 2>/dev/null").status == 0)
      python = candidate;
  if (python.empty()) GTEST_SKIP() << "no python3 with numpy";
  const auto& [all, files] = questions();
  write_states();
  std::ofstream(folder / "main.py") << R"code(import importlib, sys
import numpy as np
np.seterr(all="ignore")
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
for line in open(sys.argv[2]):
    words = line.split()
    p = importlib.import_module(words[0])
    assert p.name == words[0]
    x = np.array([float(w) for w in words[1:]])
    numbers = []
    def say(*arrays):
        for a in arrays:
            numbers.extend(np.asarray(a, dtype=float).ravel())
    if hasattr(p, "nodes"):
        assert p.nodes.shape == (p.n, 2)
        say(p.nodes)
        say(p.horizon if hasattr(p, "path") else p.drive)
        for t in x:
            say(p.path(t), p.path_velocity(t))
    else:
        say(p.q0, p.v0, p.e, p.horizon)
        for s in x.reshape(-1, 2*p.n + 1):
            t, q, v = s[0], s[1:p.n + 1], s[p.n + 1:]
            say(p.mass(t, q), p.force(t, q, v), p.gap(t, q), p.gap_gradient(t, q), p.gap_rate(t, q, v))
            assert p.mass(t, q).shape == (p.n, p.n) and p.force(t, q, v).shape == (p.n,)
            assert p.gap(t, q).shape == (p.m,) and p.gap_gradient(t, q).shape == (p.m, p.n)
            assert p.gap_rate(t, q, v).shape == (p.m,)
    print(words[0], *(repr(float(n)) for n in numbers))
)code";
  const outcome ran = shell::run(python + " " + (folder / "main.py").string() + " " + files.string() + " " +
                                 (folder / "states.txt").string() + " 2>&1");
  ASSERT_EQ(ran.status, 0) << ran.out;
  expect_right(ran.out);
}

TEST(exported_code, in_octave_computes_what_the_formulas_say) {
  if (shell::run("octave-cli --version >/dev/null 2>&1").status != 0) GTEST_SKIP() << "no octave-cli";
  const auto& [all, files] = questions();
  write_states();
  std::ofstream(folder / "main.m") << R"code(function main(folder, file)
  addpath(folder);
  in = fopen(file);
  while ischar(line = fgetl(in))
    words = strsplit(line, ' ');
    p = feval(words{1});
    assert(strcmp(p.name, words{1}));
    x = cellfun(@str2double, words(2:end));
    numbers = [];
    if isfield(p, 'nodes')
      assert(size(p.nodes), [p.n, 2]);
      numbers = reshape(p.nodes', 1, []);
      if isfield(p, 'path')
        numbers = [numbers, p.horizon];
        for t = x
          numbers = [numbers, p.path(t)', p.path_velocity(t)'];
        end
      else
        numbers = [numbers, p.drive(:)'];
      end
    else
      numbers = [p.q0', p.v0', p.e, p.horizon];
      for s = reshape(x, 2*p.n + 1, [])
        t = s(1); q = s(2:p.n + 1); v = s(p.n + 2:end);
        M = p.mass(t, q)'; G = p.gap_gradient(t, q);
        assert(size(G), [p.m, p.n]);
        G = G';
        numbers = [numbers, M(:)', p.force(t, q, v)', p.gap(t, q)', G(:)', p.gap_rate(t, q, v)'];
      end
    end
    assert(isreal(numbers));
    printf('%s', words{1}); printf(' %.17g', numbers); printf("\n");
  end
end
)code";
  const outcome ran =
      shell::run("octave-cli --no-gui --norc --quiet --eval \"addpath('" + folder.string() + "'); main('" +
                 files.string() + "', '" + (folder / "states.txt").string() + "')\" 2>&1");
  ASSERT_EQ(ran.status, 0) << ran.out;
  expect_right(ran.out);
}

/// What is no real number in the formulas is none in the code, instead of a complex number or an error that hides.
TEST(exported_code, has_no_number_where_there_is_none) {
  const fs::path file = folder / "no_number.toml";
  std::ofstream(file) << R"toml(coordinates = ["x"]
horizon = 1
[system]
inertia = [[1]]
force = ["sqrt(x)^4 + asin(x) + log(x)^2 + x^(1/3) + min(sqrt(x), 3)"]
[initial]
position = [1]
velocity = [0]
)toml";
  std::string python = "/usr/bin/python3";
  if (shell::run("python3 -c 'import numpy' 2>/dev/null").status == 0) python = "python3";
  const auto exported = [&](const std::string& as, const std::string& extension) {
    const fs::path to = folder / ("no_number." + extension);
    EXPECT_EQ(shell::run(command + " export " + file.string() + " --as " + as + " --out " + to.string()).status, 0);
    return to.string();
  };
  const std::string c = exported("c", "c"), py = exported("python", "py"), m = exported("octave", "m");
  if (shell::run("cc --version >/dev/null 2>&1").status == 0) {
    std::ofstream(folder / "none.c") << "#include \"" << c
                                     << "\"\n#include <stdio.h>\nint main(void) { double q = -2, f; force(0, &q, &q, "
                                        "&f); puts(isnan(f) ? \"nan\" : \"number\"); return 0; }\n";
    EXPECT_EQ(shell::run("cd " + folder.string() + " && cc -std=c99 -o none none.c -lm && ./none").out, "nan\n");
  }
  if (shell::run(python + " -c 'import numpy' 2>/dev/null").status == 0) {
    EXPECT_EQ(shell::run("cd " + folder.string() + " && " + python +
                         " -c 'import no_number as p; print(p.force(0.0, [-2.0], [0.0])[0])' 2>/dev/null")
                  .out,
              "nan\n");
  }
  if (shell::run("octave-cli --version >/dev/null 2>&1").status == 0) {
    EXPECT_EQ(shell::run("cd " + folder.string() +
                         " && octave-cli --norc --quiet --eval 'p = no_number(); disp(p.force(0, -2, 0))'")
                  .out,
              "NaN\n");
  }
}

TEST(exported_code, is_readable_and_names_its_source) {
  for (const auto& [as, wall] : {std::pair("c", "0.3,  /* wall */"), std::pair("python", "wall = 0.3\n"),
                                 std::pair("octave", "p.wall = 0.3;\n")}) {
    const std::string text = shell::run(command + " export double_pendulum_wall --as " + std::string(as)).out;
    EXPECT_NE(text.find(wall), std::string::npos) << text;
    EXPECT_NE(text.find("[Dzonou, Monteiro Marques, Paoli]"), std::string::npos);
    EXPECT_NE(text.find("unilateral export double_pendulum_wall --as " + std::string(as)), std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 125u) << line;
  }
  const std::string set = shell::run(command + " export double_pendulum_wall --as c --set wall=1/7").out;
  EXPECT_NE(set.find("1.0/7,  /* wall = 1/7 */"), std::string::npos) << set;
}

/// The file reads as the same question and the same known numbers.
TEST(exported_problem_files, read_as_they_were) {
  const fs::path files = questions().files;
  for (const problem& p : catalogue()) {
    const problem read = text::read_problem((files / (p.name + ".toml")).string());
    EXPECT_EQ(read.title, p.title);
    EXPECT_EQ(read.source, p.source);
    EXPECT_EQ(read.description, p.description);
    EXPECT_EQ(read.difficulties, p.difficulties) << p.name;
    EXPECT_EQ(read.study_until, p.study_until);
    ASSERT_EQ(read.is_chain(), p.is_chain());
    const auto same = [&](const std::vector<expression>& a, const std::vector<expression>& b,
                          const std::vector<std::string>& names) {
      ASSERT_EQ(a.size(), b.size()) << p.name;
      for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(to_text(a[k], names), to_text(b[k], names)) << p.name;
    };
    if (p.is_chain()) {
      const auto &a = std::get<chain_statement>(read.question), &b = std::get<chain_statement>(p.question);
      ASSERT_EQ(a.nodes.size(), b.nodes.size());
      for (std::size_t k = 0; k < a.nodes.size(); ++k)
        same({a.nodes[k][0], a.nodes[k][1]}, {b.nodes[k][0], b.nodes[k][1]}, {});
      same({a.velocity[0], a.velocity[1], a.path[0], a.path[1], a.horizon},
           {b.velocity[0], b.velocity[1], b.path[0], b.path[1], b.horizon}, {});
    } else {
      const auto &a = std::get<statement>(read.question), &b = std::get<statement>(p.question);
      const std::vector<std::string>& names = b.system.coordinates;
      ASSERT_EQ(a.system.coordinates, names);
      same(a.system.force, b.system.force, names);
      same(a.system.gap, b.system.gap, names);
      same(a.position, b.position, names);
      same(a.velocity, b.velocity, names);
      same({a.horizon}, {b.horizon}, names);
      if (!b.system.gap.empty()) same({a.system.restitution}, {b.system.restitution}, names);
      const auto entries = [](const statement& s) {
        std::map<std::pair<int, int>, std::string> all;
        for (const mass_entry& e : s.system.mass) all[{e.row, e.column}] = to_text(e.value, s.system.coordinates);
        return all;
      };
      EXPECT_EQ(entries(a), entries(b)) << p.name;
    }
    if (!p.answer) continue;
    const auto known_of = [](const problem& of) {
      return std::visit(
          [&](const auto& question) {
            const auto bound = with_values(question);
            return of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon));
          },
          of.question);
    };
    const reference<real50> mine = known_of(p);
    if (mine.values.empty()) continue;
    const reference<real50> back = known_of(read);
    ASSERT_EQ(back.values.size(), mine.values.size()) << p.name;
    for (std::size_t k = 0; k < mine.values.size(); ++k) {
      EXPECT_EQ(back.values[k].quantity, mine.values[k].quantity);
      EXPECT_EQ(back.values[k].value, mine.values[k].value) << p.name << ", " << mine.values[k].quantity;
      EXPECT_GE(back.values[k].accuracy, mine.values[k].accuracy) << p.name << ", " << mine.values[k].quantity;
    }
  }
}

/// Every file is there and has its checksum, by a program of others; every number stands with a bound that holds.
TEST(exported_data_set, can_be_cited_and_checked) {
  questions();
  const fs::path set = folder / "set";
  EXPECT_EQ(shell::run("cd " + set.string() + " && sha256sum --check --strict --quiet SHA256SUMS").status, 0);
  std::set<std::string> summed;
  std::istringstream sums(contents(set / "SHA256SUMS"));
  for (std::string line; std::getline(sums, line);) summed.insert(line.substr(66));
  for (const char* name : {"README.md", "LICENSE", "CITATION.cff", "problems.json", "values.csv"})
    EXPECT_TRUE(summed.contains(name)) << name;
  EXPECT_EQ(contents(set / "LICENSE"), contents(fs::path(SOURCE_ROOT) / "LICENSE"));
  EXPECT_NE(contents(set / "CITATION.cff").find("type: dataset"), std::string::npos);
  for (const problem& p : catalogue())
    for (const char* extension : {".json", ".toml", ".py", ".c", ".m"})
      EXPECT_TRUE(summed.contains("problems/" + p.name + extension)) << p.name;
  EXPECT_EQ(contents(set / "problems" / "ball_earth.json"), shell::run(command + " export ball_earth").out);
  EXPECT_EQ(contents(set / "problems" / "ball_earth.c"), shell::run(command + " export ball_earth --as c").out);

  const auto list = nlohmann::json::parse(contents(set / "problems.json"));
  EXPECT_EQ(list["licence"], "BSD-3-Clause");
  ASSERT_EQ(list["problems"].size(), catalogue().size());
  std::size_t rows = 0, known = 0;
  for (const auto& p : list["problems"]) known += p["known_values"].get<std::size_t>();
  std::istringstream lines(contents(set / "values.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "problem,quantity,value,error,digits,origin,source,maker,confirmed_by");
  std::string of;
  std::optional<reference<real100>> right;
  while (std::getline(lines, line)) {
    ++rows;
    std::istringstream cells(line);
    std::string name, quantity, value, error;
    for (std::string* cell : {&name, &quantity, &value, &error}) std::getline(cells, *cell, ',');
    if (!right || of != name) {
      const problem& p = find_problem(of = name);
      right = std::visit(
          [&](const auto& question) {
            const auto bound = with_values(question);
            return p.answer.at<real100>(values_of<real100>(bound.parameters), constant_value<real100>(bound.horizon));
          },
          p.question);
    }
    const auto at = std::find_if(right->values.begin(), right->values.end(),
                                 [&, quantity = quantity](const auto& v) { return v.quantity == quantity; });
    ASSERT_NE(at, right->values.end()) << line;
    const real100 off = abs(real100(at->value - real100(value)));
    EXPECT_LE(off, real100(error) + real100(1e-95)) << line;
    EXPECT_LT(real100(error), real100(1e-10) * (1 + abs(at->value))) << line;
  }
  EXPECT_EQ(rows, known);
  EXPECT_GT(rows, 1000u);
}

TEST(exported_data_set, is_refused_in_one_line_and_nothing_is_half_written) {
  const fs::path full = folder / "full";
  fs::create_directory(full);
  std::ofstream(full / "mine.txt") << "mine\n";
  for (const std::string& words :
       {std::string("export --all"), "export --all --out " + full.string(),
        std::string("export --all --out /proc/nowhere"), std::string("export"),
        "export ball_earth --all --out " + (folder / "x").string(),
        "export --all --set e=1 --out " + (folder / "x").string(),
        "export --all --digits 100 --out " + (folder / "x").string(), std::string("export ball_earth --as fortran"),
        "export --all --out " + (full / "mine.txt").string(), "export ball_earth --as c --out " + full.string()}) {
    const outcome found = shell::run(command + " " + words + " 2>&1 >/dev/null");
    EXPECT_EQ(found.status, 2) << words;
    EXPECT_EQ(std::count(found.out.begin(), found.out.end(), '\n'), 1) << words << ": " << found.out;
    EXPECT_NE(found.out.find("expected"), std::string::npos) << found.out;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(full), fs::directory_iterator()), 1);
  EXPECT_FALSE(fs::exists(folder / "x"));
}

/// An exact number is written as people write it, and every other to the digits that tell it.
TEST(exported_numbers, have_no_tail) {
  const auto decimals = [](const std::string& words) {
    std::map<std::string, std::string> all;
    const auto document = nlohmann::json::parse(shell::run(command + " export " + words).out);
    for (const auto& p : document["parameters"]) all[p["name"]] = p["decimal"];
    return all;
  };
  for (const std::string digits : {"16", "50", "100"}) {
    EXPECT_EQ(decimals("double_pendulum_wall --digits " + digits)["wall"], "0.3");
    EXPECT_EQ(decimals("ball_earth --digits " + digits + " --set e=0.9 --set g=9.81")["g"], "9.81");
  }
  EXPECT_EQ(decimals("ball_rational --set e=1/3")["e"].substr(0, 52), "0." + std::string(50, '3'));
}

}  // namespace
}  // namespace unilateral
