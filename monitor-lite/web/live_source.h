// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "monitor-lite/web/broadcast.h"
#include "monitor-lite/web/live_past.h"
#include "monitor-lite/web/order.h"
#include "spark/net/secret.h"

namespace spark::net {
class Loop;
}

namespace monitor {

/// A summary of a match.
struct MatchSummary {
  std::string team_left, team_right;
  int score_left = 0, score_right = 0;
  double time = 0.0;  ///< s
  bool has_begun = false;
  bool has_bodies = false;  ///< a world without a game
};

/// Watches a server for all pages, by one monitor on a thread of its own, which looks for the server until it appears,
/// and again when it has ended. Its data goes to the broadcast on the loop's thread: at most `kPerSecond` frames per
/// second of real time.
class LiveSource {
 public:
  static constexpr int kPerSecond = 30;

  /// All references must outlive it. `match` is one of the broadcast. `secret`: the proof for the server; may be null.
  /// `leads`: commands will come, and must be sent without delay.
  struct Lead {
    bool leads = false;
    std::shared_ptr<const spark::Secret> secret{};
  };
  LiveSource(std::string host, std::uint16_t port, Broadcast& broadcast, std::size_t match, spark::net::Loop& loop,
             Lead lead);
  /// Waits for its thread, some tenths of a second.
  ~LiveSource();
  LiveSource(const LiveSource&) = delete;
  LiveSource& operator=(const LiveSource&) = delete;

  // Called on the loop's thread.
  const MatchSummary& summary() const { return summary_; }
  /// The report so far as JSON, some seconds old; empty before the first frame.
  const std::string& report() const { return report_; }
  /// The appearance of a world without a game, as JSON: `version`, which grows, and `look`; null before it is known.
  const spark::net::Connection::Shared& look() const { return look_; }
  /// The history of the present match.
  LivePast& past() { return past_; }
  /// Passes a command to the server, soon; if the server accepts none, the viewers are informed of the reason.
  void give(const Order& order);
  /// "localhost:12001"
  const std::string& name() const { return name_; }

 private:
  class Watch;
  void run();

  const std::string host_, name_;
  const std::uint16_t port_;
  Broadcast& broadcast_;
  const std::size_t match_;
  spark::net::Loop& loop_;
  MatchSummary summary_;
  std::string report_;
  spark::net::Connection::Shared look_;
  LivePast past_;
  std::shared_ptr<LiveSource*> self_;  ///< for tasks that are pending in the loop
  const Lead lead_;
  std::mutex mutex_;
  std::vector<Order> orders_;  ///< for the thread
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace monitor
