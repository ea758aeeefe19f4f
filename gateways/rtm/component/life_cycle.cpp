// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/life_cycle.h"

#include <array>
#include <cstddef>

namespace rtm {
namespace {

template <std::size_t count, typename Enum>
std::string_view word_of(const std::array<std::string_view, count>& words, Enum value) {
  const auto place = static_cast<std::size_t>(value);
  return place < count ? words[place] : "?";
}

}  // namespace

std::string_view to_string(ReturnCode code) {
  static constexpr std::array<std::string_view, 6> kWords{"RTC_OK",      "RTC_ERROR",        "BAD_PARAMETER",
                                                          "UNSUPPORTED", "OUT_OF_RESOURCES", "PRECONDITION_NOT_MET"};
  return word_of(kWords, code);
}

std::string_view to_string(LifeCycle state) {
  static constexpr std::array<std::string_view, 4> kWords{"CREATED", "INACTIVE", "ACTIVE", "ERROR"};
  return word_of(kWords, state);
}

std::string_view to_string(Callback callback) {
  static constexpr std::array<std::string_view, 10> kWords{
      "on_startup", "on_shutdown", "on_activated", "on_deactivated",  "on_aborting",
      "on_error",   "on_reset",    "on_execute",   "on_state_update", "on_rate_changed"};
  return word_of(kWords, callback);
}

}  // namespace rtm
