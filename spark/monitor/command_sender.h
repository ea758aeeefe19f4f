// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "spark/core/clock.h"
#include "spark/monitor/monitor_feed.h"

namespace spark {

struct TrainerDrawing;

/// The peer that has sent a trainer's message, as needed by the server's own commands (`TrainerCommands`). Valid during
/// a call; used on the simulation thread.
class CommandSender {
 public:
  /// The peer's own frames, instead of the shared ones.
  struct Subscription {
    static constexpr Step kMaxInterval = 1000;
    Step interval = 15;  ///< steps, 1 to `kMaxInterval`
    FeedContents contents;
  };

  virtual ~CommandSender() = default;
  /// The name in log lines about bad input.
  virtual std::string_view name() const = 0;
  /// Takes effect from now on. The result is empty, or the reason why it is impossible.
  virtual std::string_view subscribe(const Subscription& subscription) = 0;
  /// Sends the peer one complete frame at once. With `acknowledges` that frame says that its commands so far have been
  /// carried out. The result is as above.
  virtual std::string_view send_full_state(bool acknowledges) = 0;
  /// Simulated seconds per real second; none: as fast as possible.
  virtual void set_pace(std::optional<double> pace) = 0;
  /// Shows a drawing to monitors. The result is as above.
  virtual std::string_view draw(const TrainerDrawing& drawing) = 0;
  /// Makes its next own frame say that its commands so far have been carried out. Does nothing if it has none.
  virtual void acknowledge() = 0;
};

/// A sender known only by name, from a record: it gets no frames, does not set the pace and shows nothing.
class RecordedSender final : public CommandSender {
 public:
  explicit RecordedSender(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }
  std::string_view subscribe(const Subscription&) override { return {}; }
  std::string_view send_full_state(bool) override { return {}; }
  void set_pace(std::optional<double>) override {}
  std::string_view draw(const TrainerDrawing&) override { return {}; }
  void acknowledge() override {}

 private:
  std::string_view name_;
};

}  // namespace spark
