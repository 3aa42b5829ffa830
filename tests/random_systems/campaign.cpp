#include "tests/random_systems/campaign.hpp"

#include "tests/random_systems/apart.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <thread>
#include <tuple>

namespace unilateral::random_systems {
namespace {

using json = nlohmann::ordered_json;

constexpr verdict all_verdicts[] = {verdict::agree,          verdict::ill_conditioned, verdict::no_motion,
                                    verdict::refused_by_all, verdict::refused_by_one,  verdict::broken,
                                    verdict::slow,           verdict::disagree};

verdict verdict_named(const std::string& name) {
  for (const verdict v : all_verdicts)
    if (name_of(v) == name) return v;
  throw std::runtime_error("trial: expected a verdict, found \"" + name + "\"");
}

/// More than all contenders of one system may take.
double patience(const trial_options& how) { return 60 * how.limit + 60; }

trial tried_apart(const random_system& system, const trial_options& how) {
  const outcome_apart ran = run_apart([&] { return to_json(try_system(system, how)); }, patience(how));
  if (ran.ended == outcome_apart::how::done) return from_json(ran.text);
  trial t;
  t.kind = system.kind;
  t.seed = system.seed;
  t.outcome = verdict::broken;
  t.remarks.push_back("the trial itself: " + (ran.ended == outcome_apart::how::limit ? "too slow" : ran.text));
  t.seconds = ran.seconds;
  return t;
}

}  // namespace

std::string to_json(const trial& t) {
  json line{{"kind", t.kind},
            {"seed", t.seed},
            {"outcome", name_of(t.outcome)},
            {"condition", t.condition},
            {"trusted_until", t.trusted_until},
            {"horizon", t.horizon},
            {"seconds", t.seconds}};
  line["contenders"] = json::array();
  for (const contender_record& c : t.contenders)
    line["contenders"].push_back({{"name", c.name},
                                  {"status", c.status},
                                  {"seconds", c.seconds},
                                  {"impacts", c.impacts},
                                  {"warnings", c.warnings}});
  line["partings"] = json::array();
  for (const parting_record& p : t.partings)
    line["partings"].push_back(
        {{"first", p.first}, {"second", p.second}, {"t", p.t}, {"what", p.what}, {"silent", p.silent}});
  line["remarks"] = t.remarks;
  line["answers"] = t.answers;
  return line.dump();
}

trial from_json(const std::string& text) {
  const json line = json::parse(text);
  trial t;
  t.kind = line.at("kind");
  t.seed = line.at("seed");
  t.outcome = verdict_named(line.at("outcome"));
  t.condition = line.at("condition");
  t.trusted_until = line.at("trusted_until");
  t.horizon = line.at("horizon");
  t.seconds = line.at("seconds");
  for (const json& c : line.at("contenders"))
    t.contenders.push_back({c.at("name"), c.at("status"), c.at("seconds"), c.at("impacts"), c.at("warnings")});
  for (const json& p : line.at("partings"))
    t.partings.push_back({p.at("first"), p.at("second"), p.at("t"), p.at("what"), p.at("silent")});
  for (const json& r : line.at("remarks")) t.remarks.push_back(r);
  t.answers = line.at("answers");
  return t;
}

int tally::of(verdict v) const {
  int count = 0;
  for (const auto& [name, row] : by_kind)
    if (const auto at = row.find(v); at != row.end()) count += at->second;
  return count;
}

void tally::add(const trial& t) {
  ++run;
  ++by_kind[t.kind][t.outcome];
  for (const contender_record& c : t.contenders)
    if (c.status != "completed") ++messages[{c.name, without_numbers(c.status), t.kind}];
  for (const std::string& r : t.remarks) ++remarks[without_numbers(r)];
}

std::string table(const tally& of) {
  std::ostringstream out;
  out << std::left << std::setw(12) << "kind" << std::right << std::setw(7) << "run";
  for (const verdict v : all_verdicts) out << std::setw(16) << name_of(v);
  out << '\n';
  const auto row = [&](const std::string& name, const std::function<int(verdict)>& count) {
    int run = 0;
    for (const verdict v : all_verdicts) run += count(v);
    out << std::left << std::setw(12) << name << std::right << std::setw(7) << run;
    for (const verdict v : all_verdicts) out << std::setw(16) << count(v);
    out << '\n';
  };
  for (const auto& [name, counts] : of.by_kind)
    row(name, [&](verdict v) {
      const auto at = counts.find(v);
      return at == counts.end() ? 0 : at->second;
    });
  row("all", [&](verdict v) { return of.of(v); });
  out << "\nnot completed, by contender, message and kind\n";
  for (const auto& [key, count] : of.messages)
    out << std::setw(6) << count << "  " << std::get<0>(key) << " | " << std::get<2>(key) << " | " << std::get<1>(key)
        << '\n';
  if (!of.remarks.empty()) out << "\nremarks\n";
  for (const auto& [text, count] : of.remarks) out << std::setw(6) << count << "  " << text << '\n';
  return out.str();
}

tally campaign(const campaign_options& how) {
  tally found;
  std::mutex one_at_a_time;
  int next = 0, reported = 0;
  std::map<int, std::pair<random_system, trial>> done;  // that wait for their turn to be told
  // Processes, not threads: a thread only waits for its system's process.
  const auto work = [&] {
    for (;;) {
      std::unique_lock lock(one_at_a_time);
      if (next == how.count) return;
      const int k = next++;
      lock.unlock();
      random_system system = generate(how.first + static_cast<std::uint64_t>(k), how.kind);
      trial t = tried_apart(system, how.each);
      lock.lock();
      done.emplace(k, std::pair(std::move(system), std::move(t)));
      for (auto at = done.begin(); at != done.end() && at->first == reported; at = done.erase(at), ++reported) {
        found.add(at->second.second);
        if (how.report) how.report(at->second.first, at->second.second);
      }
    }
  };
  std::vector<std::thread> workers;
  for (int j = 1; j < how.jobs; ++j) workers.emplace_back(work);
  work();
  for (std::thread& w : workers) w.join();
  return found;
}

}  // namespace unilateral::random_systems
