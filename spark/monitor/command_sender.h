// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "spark/core/clock.h"
#include "spark/monitor/monitor_feed.h"

namespace spark {

/// Whoever has sent a trainer's command, and what it may ask for that is none of the game's business. For the length of
/// a call; on the simulation thread.
class CommandSender {
 public:
  /// Frames of its own, instead of those that all others share.
  struct Subscription {
    static constexpr Step kMaxInterval = 1000;
    Step interval = 15;  ///< steps, 1 to `kMaxInterval`
    FeedContents contents;
  };

  /// A name alone, for log lines about bad input: of somebody who gets no frames and leads no clock, as in a record.
  /// Borrowed; anything that a string view can be made of.
  template <std::convertible_to<std::string_view> Name>
  CommandSender(const Name& name) : name_(name) {}  // NOLINT(google-explicit-constructor)
  virtual ~CommandSender() = default;

  std::string_view name() const { return name_; }

  /// From now on. The result is empty, or why it cannot be.
  virtual std::string_view subscribe([[maybe_unused]] const Subscription& subscription) const { return {}; }
  /// It gets one frame with all there is, at once. The result is as above.
  virtual std::string_view send_full_state() const { return {}; }
  /// Simulated seconds per real second; none: as fast as it goes.
  virtual void set_pace([[maybe_unused]] std::optional<double> pace) const {}
  /// Frames of its own acknowledge, too, that its commands so far have been carried out.
  virtual void acknowledge() const {}

 protected:
  CommandSender(const CommandSender&) = default;
  CommandSender& operator=(const CommandSender&) = default;

 private:
  std::string_view name_;
};

}  // namespace spark
