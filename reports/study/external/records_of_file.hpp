#pragma once
/// The records of one judged file.

#include "reports/study/external/reading.hpp"
#include "reports/study/record/record.hpp"

#include <string>

namespace unilateral::study {

class records_of_file {
 public:
  /// settings: as an instance's. extent: how far the file is judged, and what of it is not read.
  records_of_file(std::string problem, const std::string& csv_path, const std::string& settings,
                  const std::optional<reading_facts>& reading, std::string extent);

  record& add(value_kind kind, const std::string& quantity, const std::string& computed, const std::string& expected,
              double error, const std::string& reference);
  void add_residual(const std::string& name, double value, const std::string& from);
  /// The five distances and those at rows.
  void add_distances(const foreign_run& run, const std::string& reference);
  void add_costs(const stated_costs& costs);
  void add_doubt(const std::string& why);

  results found;

 private:
  std::string problem_, path_, command_, extent_;
};

/// "up to t = 4; not read: energy".
std::string extent_text(double end, const std::vector<std::string>& not_read);

}  // namespace unilateral::study
