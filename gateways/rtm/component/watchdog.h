// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace rtm {

/// How an actuator reacts when the stream of its values stops.
enum class Neutral : std::uint8_t {
  hold,  ///< stays where it is
  zero,  ///< its effector comes to rest
  keep   ///< keeps the last value
};
std::string_view to_string(Neutral neutral);
std::optional<Neutral> neutral(std::string_view name);

/// Watches a stream of values, so that an actuator does not keep moving when its source is gone. A stream begins with
/// the second value within the limit and has stopped when no value has arrived for that long; a single value put by
/// hand is not a stream and stays in force. Times are those of the component's clock. Any thread.
class Watchdog {
 public:
  using Time = std::chrono::nanoseconds;

  /// 0: never expires. Called while the component is off; the new limit applies to a running stream as well.
  void set(Time limit, Neutral neutral);
  Time limit() const;
  Neutral neutral() const;

  void value_came(Time now);
  /// The component was switched on or off, so there is no stream.
  void restart();
  /// True once, when the stream has stopped.
  bool expires(Time now);
  /// The number of times it has expired.
  std::uint64_t times() const;

 private:
  mutable std::mutex mutex_;
  Time limit_{0};
  Neutral neutral_ = Neutral::hold;
  std::optional<Time> last_;
  bool stream_ = false;
  std::uint64_t times_ = 0;
};

}  // namespace rtm
