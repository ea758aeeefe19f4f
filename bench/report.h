// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// The figures of one benchmark, in the order in which they were added.
class Report {
 public:
  void add(std::string name, double value, std::string unit, int digits = 0);
  void add(std::string name, std::string text);

  /// Aligned lines for people.
  std::string text() const;
  /// A line of names and a line of values.
  std::string csv() const;

 private:
  struct Figure {
    std::string name, value, unit;
  };
  std::vector<Figure> figures_;
};

/// The median; for an even number of values, the mean of the two in the middle. `values` must not be empty.
double median(std::vector<double> values);

/// CPU time of this thread in seconds. Real time would include the effect of other processes on the machine.
double thread_seconds();

/// A state hash as text in the usual form.
std::string hex(std::uint64_t hash);

}  // namespace bench
