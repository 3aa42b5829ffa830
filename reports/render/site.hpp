#pragma once
/// The pages of one report, put together page by page: which files there are, where each record and figure stands, and
/// that no page is too large to open or to read. A table that its page has no room for gets pages of its own.

#include "reports/render/figure.hpp"
#include "reports/render/frame.hpp"
#include "reports/render/report_folder.hpp"
#include "reports/render/table.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace unilateral::render {

/// Of any page, and of the first.
inline constexpr std::size_t most_elements = 8000, most_bytes = 1'500'000, most_bytes_of_index = 300'000;

class site {
 public:
  /// around: the navigation that every page has.
  site(const report_folder& folder, study::run_provenance made, std::vector<link> around);

  class page;

  /// "problem-ball.html#r-orders-…": where a record, or a figure or table, stands; nothing where it is on no page, or
  /// on none yet.
  std::optional<std::string> place_of_record(const std::string& cell) const;
  std::optional<std::string> place_of_figure(const std::string& name) const;
  /// Those whose pages have been put, by name, index.html apart.
  const std::vector<std::string>& pages() const { return pages_; }
  std::filesystem::path tables() const { return folder_.tables(); }

 private:
  const report_folder& folder_;
  study::run_provenance made_;
  std::vector<link> around_;
  std::vector<std::string> pages_;
  std::map<std::string, std::string> records_, figures_;
};

/// One that is put together from the top.
class site::page {
 public:
  /// file: "problem-ball.html". kind: which entry of the navigation it belongs to.
  page(site& of, std::string file, std::string title, std::string lead = {}, const std::string& belongs_to = {});

  void add(const std::string& html);
  /// Of the second degree with an id, which the page lists at its top; of the third without.
  void section(const std::string& id, const std::string& title);
  void subsection(const std::string& title);
  /// Nothing where it has no rows. Its rows are where their records stand.
  void show(const table& t);
  void show(const std::vector<figure>& figures);
  /// They will be shown here: what comes before may link to them.
  void announce(const std::vector<figure>& figures);
  /// A record stands at an element that was added.
  void stands(const std::string& cell, const std::string& id) { of_.records_.try_emplace(cell, file_ + "#" + id); }
  /// Writes it. Throws std::logic_error where it is larger than a page may be; an id twice is one too.
  void put(std::size_t most = most_bytes);

 private:
  void show_apart(const table& t);
  void take_id(const std::string& id);
  site& of_;
  frame frame_;
  std::string file_, body_;
  std::set<std::string> ids_;
  std::size_t elements_ = 0;
};

}  // namespace unilateral::render
