/// A run on many machines: n parts, put together, are one run, byte for byte, whatever held, failed or threw in them;
/// and what is not all of one run is refused: a part that is missing, there twice, cut, changed by hand, of another
/// program, grid or filter.

#include "problems/language/input_error.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/run/shard_file.hpp"
#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

record cell(const std::string& name, verdict outcome = verdict::holds) {
  return {.cell = name, .about = {.study = "made_up"}, .outcome = outcome, .facts = law_facts{}};
}

/// Seven tasks of two problems: one fails, one throws, one measures nothing of what it planned.
family made_up() {
  return {
      .name = "made_up",
      .title = "",
      .about = "",
      .plan =
          [](const problem& of, const options&) {
            std::vector<task> tasks;
            const auto add = [&](const std::string& name, const std::function<results()>& run) {
              tasks.push_back({.name = name, .cells = {cell(name + "/a"), cell(name + "/b")}, .run = run});
            };
            if (of.name == "ball_rational")
              for (const std::string name : {"one", "two", "three", "four"})
                add(name, [name] { return results{cell(name + "/a"), cell(name + "/b", verdict::measured)}; });
            if (of.name == "ball_earth") {
              add("fails", [] { return results{cell("fails/a", verdict::fails), cell("fails/b")}; });
              add("throws", []() -> results { throw std::runtime_error("out of order"); });
              add("nothing", [] { return results{}; });
            }
            return tasks;
          },
      .gaps = {{"fails/a", grid_of::both, "known not to hold"}, {"throws/a", grid_of::both, "not excused by this"}}};
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const input_error& e) {
    return e.what();
  }
  return "accepted";
}

struct folders {
  shell::own_folder all;
  std::vector<fs::path> parts;

  explicit folders(int count, const options& how = {.quick = true}) {
    for (int k = 1; k <= count; ++k) {
      options mine = how;
      mine.part = {k, count};
      parts.push_back(all.path() / std::to_string(k));
      write_part(parts.back(), mine, run_part(mine, {made_up()}));
    }
  }
};

std::string refused(const std::vector<fs::path>& parts) {
  return refusal([&] { read_parts(parts); });
}

void edit(const fs::path& part, const std::string& from, const std::string& to) {
  std::string text = shell::contents(part / "shard.jsonl");
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from << " in " << text;
  std::ofstream(part / "shard.jsonl") << text.replace(at, from.size(), to);
}

TEST(parts_of_a_run, are_one_run) {
  for (const std::string filter : {"", "/a$", "throws|fails"}) {
    const options how{.quick = true, .filter = filter};
    const verification one = verify_and_list(how, {made_up()});
    for (const int count : {1, 2, 3, 7, 11}) {
      const folders of(count, how);
      std::vector<fs::path> parts = of.parts;
      std::reverse(parts.begin(), parts.end());
      parts_of_a_run read = read_parts(parts);
      EXPECT_EQ(read.quick, true);
      EXPECT_EQ(read.filter, filter);
      const verification merged = put_together(how, std::move(read.tasks), {made_up()});
      EXPECT_EQ(lines_of(merged.found), lines_of(one.found)) << count << " parts, " << filter;
      EXPECT_EQ(merged.planned, one.planned) << count << " parts, " << filter;
    }
  }
}

TEST(parts_of_a_run, share_out_the_tasks) {
  const options how{.quick = true};
  std::vector<std::string> names;
  for (int k = 1; k <= 3; ++k) {
    options mine = how;
    mine.part = {k, 3};
    const std::vector<finished_task> some = run_part(mine, {made_up()});
    EXPECT_LE(some.size(), 3u);
    EXPECT_GE(some.size(), 2u);
    for (const finished_task& t : some) names.push_back(t.name);
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("one", "two", "three", "four", "fails", "throws", "nothing"));
}

TEST(parts_of_a_run, that_are_not_all_of_one_are_refused) {
  const folders of(3);
  const auto& [a, b, c] = std::tie(of.parts[0], of.parts[1], of.parts[2]);
  EXPECT_EQ(refused({a, b, c}), "accepted");
  EXPECT_EQ(refused({a, c}), "expected all 3 parts, found none of 2");
  EXPECT_THAT(refused({a, b, a, c}), HasSubstr("expected each part once, found part 1 here and in " + a.string()));
  EXPECT_THAT(refused({a, b, of.all.path() / "4"}), HasSubstr("4/shard.jsonl: expected a part of a run"));

  const folders other_count(2), full(3, {.quick = false}), filtered(3, {.quick = true, .filter = "/a"});
  EXPECT_THAT(refused({a, b, other_count.parts[0]}),
              HasSubstr("expected one of 3 parts of the quick grid (" + a.string() + "), found one of 2 parts"));
  EXPECT_THAT(refused({a, b, full.parts[2]}), HasSubstr("found one of 3 parts of the full grid"));
  EXPECT_THAT(refused({a, b, filtered.parts[2]}), HasSubstr("found one of 3 parts of the quick grid, filter /a"));

  // A run of other studies than this program's.
  const options how{.quick = true};
  family less = made_up();
  less.plan = [whole = less.plan](const problem& p, const options& inside) {
    std::vector<task> tasks = whole(p, inside);
    std::erase_if(tasks, [](const task& t) { return t.name == "two"; });
    return tasks;
  };
  EXPECT_EQ(refusal([&] { put_together(how, read_parts(of.parts).tasks, {less}); }),
            "expected tasks of the run alone, found one more: two");
  std::vector<finished_task> without = read_parts(of.parts).tasks;
  without.erase(without.begin());
  EXPECT_EQ(refusal([&] { put_together(how, without, {made_up()}); }),
            "expected all tasks of the run, found none named " + read_parts(of.parts).tasks.front().name);
  std::vector<finished_task> twice = read_parts(of.parts).tasks;
  twice.push_back(twice.front());
  EXPECT_THAT(refusal([&] { put_together(how, twice, {made_up()}); }), HasSubstr("expected each task once"));
}

TEST(parts_of_a_run, that_were_cut_or_changed_are_refused) {
  const auto changed = [](const std::string& from, const std::string& to) {
    const folders of(1);
    edit(of.parts[0], from, to);
    return refused(of.parts);
  };
  EXPECT_THAT(changed("\"verdict\":\"FAILS\"", "\"verdict\":\"holds\""),
              HasSubstr("expected what its first line seals"));
  EXPECT_THAT(changed("\"grid\":\"quick\"", "\"grid\":\"full\""), HasSubstr("expected what its first line seals"));
  EXPECT_THAT(changed("\"threw\":true", "\"threw\":false"), HasSubstr("expected what its first line seals"));
  EXPECT_THAT(changed("\"seal\"", "\"meal\""), HasSubstr("expected a part of a run, found"));
  EXPECT_THAT(changed("{\"type\"", "type"), HasSubstr("expected a part of a run, found"));
  const folders cut(1);
  const std::string text = shell::contents(cut.parts[0] / "shard.jsonl");
  for (const std::size_t length : {std::size_t{0}, text.find('\n') + 1, text.size() / 2, text.size() - 3}) {
    std::ofstream(cut.parts[0] / "shard.jsonl") << text.substr(0, length);
    EXPECT_THAT(refused(cut.parts), testing::AnyOf(HasSubstr("expected what its first line seals"),
                                                   HasSubstr("expected a part of a run, found")))
        << length;
  }
}

/// Who edits a part can seal it anew: what another program made is no part, nor a verdict that its facts deny.
TEST(parts_of_a_run, that_were_sealed_anew_are_refused_for_what_they_say) {
  const auto changed = [](const std::string& from, const std::string& to) {
    const folders of(1);
    std::string all = shell::contents(of.parts[0] / "shard.jsonl");
    EXPECT_NE(all.find(from), std::string::npos) << from;
    for (std::size_t at = 0; (at = all.find(from, at)) != std::string::npos; at += to.size())
      all.replace(at, from.size(), to);
    std::istringstream text(all);
    std::string header;
    std::getline(text, header);
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    header = header.substr(0, header.find(",\"seal\""));
    const std::string seal = seal_of(header + "}", lines);
    std::ofstream file(of.parts[0] / "shard.jsonl");
    file << header << ",\"seal\":\"" << seal << "\"}\n";
    for (const std::string& line : lines) file << line << '\n';
    file.close();
    return refused(of.parts);
  };
  EXPECT_EQ(changed("\"grid\":\"quick\"", "\"grid\":\"full\""), "accepted");
  EXPECT_THAT(changed("\"program\":\"", "\"program\":\"0"), HasSubstr("expected a part that this program made"));
  EXPECT_THAT(changed("\"share\":0.0", "\"share\":2.0"), HasSubstr("share 2 is not at most 1"));
}

TEST(parts_of_a_run, are_named_by_two_numbers) {
  EXPECT_EQ(shard_from("--shard", "2/8").index, 2);
  EXPECT_EQ(shard_from("--shard", "2/8").count, 8);
  for (const std::string text : {"", "1", "/", "0/2", "3/2", "-1/2", "1/0", "1/2/3", "1 /2", "a/b", "1/2x", "1/200000",
                                 "99999999999/99999999999", "+1/2"})
    EXPECT_EQ(refusal([&] { shard_from("--shard", text); }),
              "--shard: expected i/n, whole numbers with 1 <= i <= n <= 100000, found \"" + text + "\"");
}

TEST(parts_of_a_run, by_the_command) {
  const shell::own_folder folder;
  const std::string here = folder.path().string(), filter = " --quick --filter 'ball_rational/(moreau|event)' ";
  const auto command = [&](const std::string& words) { return shell::run(COMMAND_PATH " " + words); };
  const shell::outcome one = command("verify --format json" + filter);
  EXPECT_EQ(one.status, 0) << one.err;
  for (const std::string k : {"1", "2", "3"})
    EXPECT_EQ(command("verify --shard " + k + "/3 --out " + here + "/" + k + filter).status, 0);
  const shell::outcome merged = command("merge --format json " + here + "/1 " + here + "/3 " + here + "/2");
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(merged.out, one.out);
  EXPECT_NE(merged.out.find("ball_rational"), std::string::npos);

  const auto refused_as = [&](const std::string& words, const std::string& why) {
    const shell::outcome refused = command(words);
    EXPECT_EQ(refused.status, 2) << words;
    EXPECT_THAT(refused.err, HasSubstr(why)) << words;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  };
  refused_as("merge " + here + "/1 " + here + "/2", "expected all 3 parts, found none of 3");
  refused_as("merge " + here + "/1 " + here + "/2 " + here + "/3 --out " + here + "/report",
             "--out: expected parts of a whole run, for a report, found parts of one with --filter");
  refused_as("verify --shard 1/3", "expected --shard and --out together");
  refused_as("verify --shard 4/3 --out " + here + "/4", "expected i/n, whole numbers");
  refused_as("verify --list --shard 1/3 --out " + here + "/4", "--list: expected the whole run");
  refused_as("report ball_rational --shard 1/3 --out " + here + "/4", "--shard: expected the whole catalogue");
  EXPECT_FALSE(fs::exists(folder.path() / "4"));
}

}  // namespace
}  // namespace unilateral::study
