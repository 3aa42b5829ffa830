#include "tests/random_systems/answer.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace unilateral::random_systems {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void write(std::ostream& out, const numbers& list) {
  out << ' ' << list.size();
  for (const real& x : list) out << ' ' << to_text(x);
}

real read_number(std::istream& in) {
  std::string text;
  if (!(in >> text)) throw std::runtime_error("answer: expected a number, found the end of the line");
  return real(text);
}

numbers read_numbers(std::istream& in) {
  std::size_t size = 0;
  if (!(in >> size)) throw std::runtime_error("answer: expected the length of a list");
  numbers list;
  for (std::size_t i = 0; i < size; ++i) list.push_back(read_number(in));
  return list;
}

}  // namespace

std::string to_lines(const answer& a) {
  std::ostringstream out;
  out << "status " << one_line(a.status) << '\n';
  for (const std::string& w : a.warnings) out << "warning " << one_line(w) << '\n';
  for (const shock& s : a.shocks) {
    out << "shock " << to_text(s.t);
    write(out, s.q);
    write(out, s.v_minus);
    write(out, s.v_plus);
    for (const int k : s.active) out << ' ' << k;
    out << '\n';
  }
  for (const answer::limit& l : a.accumulations) {
    out << "accumulation " << to_text(l.t);
    write(out, l.v);
    out << '\n';
  }
  for (const numbers& q : a.sampled) {
    out << "sample";
    write(out, q);
    out << '\n';
  }
  out << "end " << to_text(a.end_time);
  write(out, a.end_position);
  write(out, a.end_velocity);
  out << "\nwork " << a.seconds << ' ' << a.steps << '\n';
  return out.str();
}

answer from_lines(const std::string& text) {
  answer a;
  std::istringstream all(text);
  bool whole = false;
  for (std::string line; std::getline(all, line);) {
    std::istringstream in(line);
    std::string what;
    in >> what;
    const auto rest = [&] { return line.size() > what.size() ? line.substr(what.size() + 1) : std::string(); };
    if (what == "status") {
      a.status = rest();
    } else if (what == "warning") {
      a.warnings.push_back(rest());
    } else if (what == "shock") {
      shock s;
      s.t = read_number(in);
      s.q = read_numbers(in);
      s.v_minus = read_numbers(in);
      s.v_plus = read_numbers(in);
      for (int k = 0; in >> k;) s.active.push_back(k);
      a.shocks.push_back(std::move(s));
    } else if (what == "accumulation") {
      answer::limit l;
      l.t = read_number(in);
      l.v = read_numbers(in);
      a.accumulations.push_back(std::move(l));
    } else if (what == "sample") {
      a.sampled.push_back(read_numbers(in));
    } else if (what == "end") {
      a.end_time = read_number(in);
      a.end_position = read_numbers(in);
      a.end_velocity = read_numbers(in);
    } else if (what == "work") {
      in >> a.seconds >> a.steps;
      whole = true;
    } else {
      throw std::runtime_error("answer: expected status, shock, …; found \"" + what + "\"");
    }
  }
  if (!whole) throw std::runtime_error("answer: expected a last line \"work\", found the end");
  return a;
}

}  // namespace unilateral::random_systems
