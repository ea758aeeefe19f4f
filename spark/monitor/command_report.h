// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

namespace spark {

/// A game's report on the commands in one trainer's message. Errors reported together cost one log line, with the first
/// error and their number, so that a peer that sends nonsense does not fill the log.
class CommandReport {
 public:
  /// Reports that a command, or a part of one, was not carried out.
  template <typename... Args>
  void mistake(fmt::format_string<Args...> format, Args&&... args) {
    if (mistakes_++ == 0) first_mistake_ = fmt::format(format, std::forward<Args>(args)...);
  }
  /// Records that the sender wants to know when the commands of this message have been carried out.
  void acknowledge() { acknowledges_ = true; }

  std::size_t mistakes() const { return mistakes_; }
  const std::string& first_mistake() const { return first_mistake_; }
  bool acknowledges() const { return acknowledges_; }
  void forget_mistakes() { mistakes_ = 0; }

 private:
  std::string first_mistake_;
  std::size_t mistakes_ = 0;
  bool acknowledges_ = false;
};

}  // namespace spark
