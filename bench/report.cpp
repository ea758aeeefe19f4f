// SPDX-License-Identifier: Apache-2.0
#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace bench {

void Report::add(std::string name, double value, std::string unit, int digits) {
  figures_.push_back({std::move(name), fmt::format("{:.{}f}", value, digits), std::move(unit)});
}

void Report::add(std::string name, std::string text) {
  figures_.push_back({std::move(name), std::move(text), {}});
}

std::string Report::text() const {
  std::size_t widest = 0;
  for (const Figure& figure : figures_) widest = std::max(widest, figure.name.size());
  std::string out;
  for (const Figure& figure : figures_)
    out +=
        fmt::format("{:<{}}  {}{}{}\n", figure.name, widest, figure.value, figure.unit.empty() ? "" : " ", figure.unit);
  return out;
}

std::string Report::csv() const {
  std::string names, values;
  for (const Figure& figure : figures_) {
    if (!names.empty()) names += ',', values += ',';
    names += figure.unit.empty() ? figure.name : fmt::format("{} ({})", figure.name, figure.unit);
    values += figure.value;
  }
  return names + '\n' + values + '\n';
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string hex(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace bench
