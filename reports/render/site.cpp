#include "reports/render/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace unilateral::render {
namespace {

/// What the frame, the script's buttons and what follows a table may need of a page's elements.
constexpr std::size_t kept_free = 1500;
/// A table of more is no part of an argument: it is looked up.
constexpr std::size_t most_of_a_table = 3500;
/// Of a page of rows alone.
constexpr std::size_t elements_of_rows = 5500;

std::size_t elements_of(const table& t, std::size_t rows) {
  const std::size_t columns = t.data.header.size();
  return 6 + 2 * columns + rows * (1 + columns) + t.links.size();
}

}  // namespace

site::site(const report_folder& folder, study::run_provenance made, std::vector<link> around)
    : folder_(folder), made_(std::move(made)), around_(std::move(around)) {}

std::optional<std::string> site::place_of_record(const std::string& cell) const {
  const auto at = records_.find(cell);
  return at == records_.end() ? std::nullopt : std::optional(at->second);
}
std::optional<std::string> site::place_of_figure(const std::string& name) const {
  const auto at = figures_.find(name);
  return at == figures_.end() ? std::nullopt : std::optional(at->second);
}

site::page::page(site& of, std::string file, std::string title, std::string lead, const std::string& belongs_to)
    : of_(of),
      frame_{.title = std::move(title),
             .lead = std::move(lead),
             .around = of.around_,
             .here = belongs_to.empty() ? file : belongs_to,
             .made = of.made_},
      file_(std::move(file)),
      ids_{"content"} {}

void site::page::take_id(const std::string& id) {
  if (!ids_.insert(id).second) throw std::logic_error(file_ + ": expected an id once, found \"" + id + "\" twice");
}

void site::page::add(const std::string& html) {
  body_ += html;
  elements_ += elements_in(html);
}

void site::page::section(const std::string& id, const std::string& title) {
  take_id(id);
  frame_.within.push_back({"#" + id, title});
  add(fmt::format("<h2 id=\"{}\">{}</h2>\n", id, escaped(title)));
}

void site::page::subsection(const std::string& title) { add("<h3>" + escaped(title) + "</h3>\n"); }

void site::page::show(const table& t) {
  if (t.data.rows.empty()) return;
  const std::size_t needed = elements_of(t, t.data.rows.size());
  if (needed > most_of_a_table || elements_ + needed + kept_free > most_elements) return show_apart(t);
  take_id("table-" + t.name);
  of_.figures_.try_emplace(t.name, file_ + "#table-" + t.name);
  for (const auto& [place, cell] : t.records) {
    take_id(id_of_record(cell));
    of_.records_.try_emplace(cell, file_ + "#" + id_of_record(cell));
  }
  add(as_html(t));
}

void site::page::show_apart(const table& t) {
  const std::size_t rows_a_page = elements_of_rows / (1 + t.data.header.size()), all = t.data.rows.size(),
                    count = (all + rows_a_page - 1) / rows_a_page;
  const std::string stem = file_.substr(0, file_.rfind('.')) + "-" + t.name;
  const auto name_of_part = [&](std::size_t k) { return fmt::format("{}-{}.html", stem, k + 1); };
  std::string links;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t first = k * rows_a_page, last = std::min(all, first + rows_a_page);
    page part(of_, name_of_part(k), frame_.title + ": " + t.caption,
              fmt::format("Rows {} to {} of {}; all that is around them: <a href=\"{}\">{}</a>.", first + 1, last, all,
                          file_, escaped(frame_.title)),
              frame_.here);
    if (count > 1) {
      std::string others;
      for (std::size_t j = 0; j < count; ++j)
        others +=
            j == k ? fmt::format("<b>{}</b> ", j + 1) : fmt::format("<a href=\"{}\">{}</a> ", name_of_part(j), j + 1);
      part.add("<p>Part " + others + "</p>\n");
    }
    const table rows = rows_of(t, first, last);
    for (const auto& [place, cell] : rows.records)
      of_.records_.try_emplace(cell, part.file_ + "#" + id_of_record(cell));
    part.add(as_html(rows));
    part.put();
    links += fmt::format("{}<a href=\"{}\">{}</a>", k == 0 ? "" : ", ", name_of_part(k),
                         count == 1 ? "on a page of their own" : fmt::format("{} to {}", first + 1, last));
  }
  add(fmt::format("<p id=\"table-{}\">{}: {} rows, {}{}.</p>\n", t.name, escaped(t.caption), all, links,
                  links_to_files(t)));
  of_.figures_.try_emplace(t.name, file_ + "#table-" + t.name);
}

void site::page::announce(const std::vector<figure>& figures) {
  for (const figure& f : figures) of_.figures_.try_emplace(f.name, file_ + "#" + f.name);
}

void site::page::show(const std::vector<figure>& figures) {
  if (figures.empty()) return;
  announce(figures);
  std::string out = "<div class=\"figures\">\n";
  for (const figure& f : figures) {
    out += as_html(f);
    take_id(f.name);
  }
  add(out + "</div>\n");
}

void site::page::put(std::size_t most) {
  const std::string text = framed(frame_, body_);
  if (text.size() > most || elements_in(text) > most_elements)
    throw std::logic_error(fmt::format("{}: expected a page of at most {} bytes and {} elements, found {} and {}",
                                       file_, most, most_elements, text.size(), elements_in(text)));
  write_file(of_.folder_.unfinished() / file_, text);
  if (file_ != "index.html") of_.pages_.push_back(file_);
}

}  // namespace unilateral::render
