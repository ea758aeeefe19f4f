// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/limited_log.h"

#include <algorithm>

namespace sigverse::wire {

void LimitedLog::write(std::string_view line) {
  std::string printed(line.substr(0, kLongestLine));
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(printed.begin(), printed.end(), is_control, '?');
  const std::scoped_lock lock(mutex_);
  if (written_ == kLines) {
    ++omitted_;
    return;
  }
  ++written_;
  sink_(printed);
}

void LimitedLog::begin_period() {
  const std::scoped_lock lock(mutex_);
  written_ = 0;
  if (omitted_ == 0) return;
  sink_(std::to_string(omitted_) + " more lines were left out");
  omitted_ = 0;
}

}  // namespace sigverse::wire
