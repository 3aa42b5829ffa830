#include "problems/language/input_error.hpp"
#include "proofs/enclosures/decimals.hpp"
#include "proofs/enclosures/theorem.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"

namespace unilateral::command {
namespace {

using layout = json_writer::layout;

void write(json_writer& json, const enclosures::bracket& x) {
  const enclosures::decimal_bracket ends = enclosures::in_decimals(x);
  json.list().string(ends.lower).string(ends.upper).end();
}
void write(json_writer& json, const std::vector<enclosures::bracket>& list) {
  json.list();
  for (const enclosures::bracket& x : list) write(json, x);
  json.end();
}

void write(json_writer& json, enclosures::engine with, const enclosures::enclosure& found) {
  json.object(layout::a_line_each)
      .key("engine")
      .string(enclosures::name_of(with))
      .key("proved")
      .boolean(found.proved)
      .key("undecided")
      .string(found.undecided);
  write(json.key("until"), found.until);
  json.key("impacts").list(layout::a_line_each);
  for (const enclosures::impact_enclosure& impact : found.impacts) {
    json.object().key("constraint").integer(impact.constraint);
    write(json.key("t"), impact.t);
    json.key("width").string(enclosures::magnitude_above(impact.t.width()));
    write(json.key("q"), impact.q);
    write(json.key("v_minus"), impact.v_minus);
    write(json.key("v_plus"), impact.v_plus);
    write(json.key("impulse"), impact.impulse);
    json.key("also").list();
    for (const enclosures::impulse_enclosure& other : impact.also) {
      json.object().key("constraint").integer(other.constraint);
      write(json.key("impulse"), other.impulse);
      json.end();
    }
    json.end();
    json.end();
  }
  json.end().key("contacts").list(layout::a_line_each);
  for (const enclosures::contact_enclosure& contact : found.contacts) {
    json.object().key("constraint").integer(contact.constraint);
    write(json.key("from"), contact.from);
    json.key("to");
    if (contact.to)
      write(json, *contact.to);
    else
      json.null();
    json.end();
  }
  json.end().key("accumulations").list(layout::a_line_each);
  for (const enclosures::accumulation_enclosure& limit : found.accumulations) {
    json.object().key("constraint").integer(limit.constraint);
    write(json.key("t"), limit.t);
    json.key("width").string(enclosures::magnitude_above(limit.t.width()));
    write(json.key("q"), limit.q);
    write(json.key("v"), limit.v);
    json.key("impacts_listed").integer(static_cast<int>(limit.impacts_listed)).end();
  }
  json.end().key("end");
  if (found.proved) {
    json.object();
    write(json.key("q"), found.end_position);
    write(json.key("v"), found.end_velocity);
    json.end();
  } else {
    json.null();
  }
  json.key("pieces").integer(found.pieces).key("bits").integer(found.bits).key("trusted").list(layout::a_line_each);
  for (const std::string& trusted : enclosures::trusted_base(with)) json.string(trusted);
  json.end().end();
}

}  // namespace

int prove(const prove_options& asked) {
  const problem p = problem_named(asked.problem);
  if (p.is_chain()) throw input_error("prove: expected a system with impacts, found the chain " + p.name);
  statement bound;
  try {
    bound = with_values(std::get<statement>(p.question), overrides_from(asked.settings));
  } catch (const input_error& error) {
    throw input_error(asked.settings.empty() ? error.what() : "--set: " + std::string(error.what()));
  }
  if (asked.until) bound.horizon = positive_number("--until", *asked.until);

  std::vector<enclosures::engine> engines;
  for (const enclosures::engine with : {enclosures::engine::defect, enclosures::engine::lohner})
    if (asked.engine == "both" || asked.engine == enclosures::name_of(with)) engines.push_back(with);
  std::optional<double> seconds;
  if (asked.limit) seconds = positive_number("--limit", *asked.limit).get_d();
  std::vector<enclosures::enclosure> found;
  for (const enclosures::engine with : engines) {
    run_progress progress(p.name);
    enclosures::request how{.digits = asked.digits, .seconds = seconds};
    how.progress = progress.of(enclosures::name_of(with));
    found.push_back(enclosures::enclose(bound, with, how));
  }
  const std::string contradiction = found.size() == 2 ? enclosures::disagreement(found[0], found[1]) : "";

  output target;
  if (asked.json) {
    json_writer json(target.stream());
    json.object(layout::a_line_each)
        .key("problem")
        .string(p.name)
        .key("digits")
        .integer(asked.digits)
        .key("engines")
        .list(layout::a_line_each);
    for (std::size_t k = 0; k < found.size(); ++k) write(json, engines[k], found[k]);
    json.end().key("contradiction").string(contradiction).end();
  } else {
    for (std::size_t k = 0; k < found.size(); ++k)
      target.stream() << (k == 0 ? "" : "\n") << enclosures::theorem_text(p.name, bound, engines[k], found[k]);
    if (found.size() == 2)
      target.stream() << '\n'
                      << (contradiction.empty() ? "Both engines agree: all their brackets overlap."
                                                : "The engines contradict each other: " + contradiction)
                      << '\n';
  }
  target.commit();
  bool proved = contradiction.empty();
  for (const enclosures::enclosure& one : found) proved = proved && one.proved;
  return proved ? done : not_as_declared;
}

}  // namespace unilateral::command
