// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace rtm {

/// A cyclic path through poses: it reaches them at equal intervals, at rest, and between two of them each joint moves
/// by s(u) = 10u³ − 15u⁴ + 6u⁵, whose speed and acceleration are 0 at both ends. The first section starts at the
/// present pose of the arm.
class ArmPath {
 public:
  static constexpr std::size_t kMaxPoses = 1000;
  using Pose = std::vector<double>;
  struct Point {
    double place, speed;
  };

  /// `text` has poses separated by `;`, each of `joints` numbers separated by blanks; `seconds` is the time for all of
  /// them together. Throws std::runtime_error with one line for any other text.
  ArmPath(std::string_view text, std::size_t joints, double seconds) {
    if (!(seconds >= 0.1 && seconds <= 1e6)) throw std::runtime_error("duration: expected 0.1 to 1000000 s");
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(';'), text.size());
      poses_.push_back(numbers("path", text.substr(0, end), joints));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (poses_.size() > kMaxPoses) throw std::runtime_error("path: more than 1000 poses");
    }
    if (poses_.empty()) throw std::runtime_error("path: expected a pose");
    leg_ = seconds / static_cast<double>(poses_.size());
  }

  /// Parses `count` finite numbers separated by blanks. Throws std::runtime_error that names the parameter.
  static Pose numbers(const char* parameter, std::string_view text, std::size_t count) {
    Pose all;
    for (const std::string& word : spark::split_at_blanks(text)) {
      double number = 0.0;
      if (!spark::whole_number(word, number) || !std::isfinite(number) || all.size() == count) {
        all.clear();
        break;
      }
      all.push_back(number);
    }
    if (all.size() != count)
      throw std::runtime_error(std::string(parameter) + ": expected " + std::to_string(count) + " numbers in a row");
    return all;
  }

  void begin(const Pose& found) { found_ = found; }
  /// The set point of `joint`, `seconds` (≥ 0) after the beginning.
  Point at(double seconds, std::size_t joint) const {
    const double legs = std::min(seconds / leg_, 1e15);
    const auto leg = static_cast<std::size_t>(legs);
    const double u = legs - static_cast<double>(leg);
    const double from = leg == 0 ? found_[joint] : poses_[(leg - 1) % poses_.size()][joint];
    const double way = poses_[leg % poses_.size()][joint] - from;
    return {from + way * u * u * u * (10.0 + u * (-15.0 + 6.0 * u)), way * 30.0 * u * u * (1.0 - u) * (1.0 - u) / leg_};
  }

 private:
  std::vector<Pose> poses_;
  Pose found_;
  double leg_ = 1.0;  ///< s, from one pose to the next
};

}  // namespace rtm
