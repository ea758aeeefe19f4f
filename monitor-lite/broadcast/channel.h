// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "monitor-lite/broadcast/live_footage.h"
#include "monitor-lite/broadcast/log_footage.h"
#include "monitor-lite/window/live_match.h"

namespace monitor {

/// The source of the matches of a broadcast, one after the other.
class Channel {
 public:
  virtual ~Channel() = default;
  /// Reads what has arrived by `now`, s of a steady clock; never waits.
  virtual void advance(double now) = 0;
  /// The present match; null if there is none yet.
  virtual Footage* footage() = 0;
  /// Whether another match has begun; `next` makes it the present one and drops the previous one.
  virtual bool has_next() const = 0;
  virtual void next() = 0;
  /// Whether more matches may come.
  virtual bool is_last() const = 0;
  /// The state of the source.
  virtual Status status() const = 0;
  /// Messages for people, each returned once; one line each.
  virtual std::vector<std::string> take_problems() = 0;
};

/// The given logs, in that order. Those that cannot be read are omitted with a message.
class LogChannel final : public Channel {
 public:
  /// Throws `std::runtime_error` with one line if none can be read.
  LogChannel(std::vector<std::filesystem::path> files, TeamNames names);

  void advance(double) override {}
  Footage* footage() override { return now_.get(); }
  bool has_next() const override { return following_ != nullptr; }
  void next() override;
  bool is_last() const override { return !has_next(); }
  Status status() const override { return {}; }
  std::vector<std::string> take_problems() override;

 private:
  std::unique_ptr<LogFootage> open_one();

  std::vector<std::filesystem::path> files_;
  TeamNames names_;
  std::size_t opened_ = 0;  ///< files tried
  std::vector<std::string> problems_;
  std::unique_ptr<LogFootage> now_, following_;
};

/// The matches of a server, and of those that come after it on the same port.
class LiveChannel final : public Channel {
 public:
  LiveChannel(std::string host, std::uint16_t port, TeamNames names);

  void advance(double now) override;
  Footage* footage() override { return matches_.empty() ? nullptr : matches_.front().get(); }
  bool has_next() const override { return matches_.size() > 1; }
  void next() override;
  bool is_last() const override { return false; }
  Status status() const override { return live_.status(); }
  std::vector<std::string> take_problems() override { return {}; }

 private:
  LiveMatch live_;
  double now_ = 0.0;
  std::deque<std::unique_ptr<LiveFootage>> matches_;  ///< the last one is in progress
};

}  // namespace monitor
