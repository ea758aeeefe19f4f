// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tests/soccer-plugin/referee/scenario.h"

namespace soccer::test {

constexpr double kStepSeconds = 0.01;

/// The words of one line, taken from left to right. What is not as expected throws `ScenarioError`.
class Words {
 public:
  Words(std::string place, std::string_view line) : place_(std::move(place)), rest_(line) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }
  /// The next word, which stays; empty at the end.
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(" \t")); }
  std::string_view take();
  /// Takes the next word if it is `word`.
  bool take_if(std::string_view word);
  void demand(std::string_view word);
  /// Everything that is left; not empty.
  std::string take_rest();
  void demand_end();

  double number();
  double number_from(double min, double max);
  int whole_number(int min, int max);
  /// Seconds, as steps.
  int steps();
  PlayMode mode();
  Who who();
  Place position();
  /// The value behind `word`, or `otherwise` if the next word is another.
  double number_behind(std::string_view word, double otherwise);

  [[noreturn]] void fail(std::string_view what) const;

 private:
  void skip_blanks();
  bool number_follows() const;

  std::string place_;
  std::string_view rest_;
};

}  // namespace soccer::test
