// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "spark/core/line_limit.h"
#include "spark/monitor/background_log_file.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/serving_share.h"
#include "spark/monitor/subscribers.h"
#include "spark/net/farewells.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"

namespace spark {

/// The two sides of the hub. Each member belongs to one of two threads, as the comments say; the sides only post to
/// each other: to the simulation thread through the command queue, to the socket thread through `to_sockets_`.
class MonitorHub::Server final : public std::enable_shared_from_this<MonitorHub::Server>,
                                 public MonitorConnection::Owner {
 public:
  Server(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control, RealClock& clock,
         Log& log);

  // On the simulation thread.
  void start();
  void stop();
  std::uint16_t port() const { return listener_ ? listener_->port() : 0; }
  void tell(Inputs inputs) { inputs_ = std::move(inputs); }
  std::uint16_t watch_port() const { return watch_listener_ ? watch_listener_->port() : 0; }
  CommandCounts command_counts() const { return {carried_out_, refused_}; }
  MonitorCounts monitor_counts() const;
  void begin();
  std::string end_log();
  void flush_log();
  void frame();
  Subscribers& subscribers() { return subscribers_; }

 private:
  class Sender;
  /// A trainer's message, which may be carried out in parts.
  struct Message {
    char letter;
    std::string text;
    std::vector<std::string> parts{};  ///< of the text, once it has been begun
    std::size_t next = 0;
  };
  using Line = MonitorConnection::Line;

  // Of each kind as many lines as a match with people may need; a peer that wants to fill the log gets few.
  static constexpr std::uint64_t kFloodLines = 100;
  static constexpr std::uint64_t kPauseLines = 1000;
  static constexpr std::uint64_t kRefusalLines = 5;
  static constexpr std::uint64_t kArrivalLines = 20;
  static constexpr std::size_t kMaxArrivals = 512;  ///< addresses that are counted each

  // On the simulation thread.
  void listen(std::optional<net::Listener>& listener, Access access);
  bool is_logged() const;
  bool has_reader() const { return is_logged() || connected_ > 0; }
  void hand_out();
  void post_line();
  void catch_up();
  Line print_header();
  void log_line();
  void admit(const std::weak_ptr<MonitorConnection>& connection);
  bool carry_out(const Sender& sender, Message& message);
  bool carry_out_part(const Sender& sender, Message& message);
  void make_steps(const Sender& sender, const std::string& text);
  void carry_out_text(const Sender& sender, const std::string& text);
  void set_pace(std::string_view peer, std::optional<double> pace);
  void has_left(const std::shared_ptr<const std::string>& peer);

  // On the socket thread.
  TrainerGate gate_for(const net::Socket& socket, Access access) const;
  void accepted(net::Socket socket, const std::string& peer, TrainerGate gate);
  void note_arrival(MonitorConnection& connection);
  std::string why_not(const std::string& peer) const;
  bool keeps_place_for(const TrainerGate& gate) const;
  void make_room_among_kept();
  void take_place(MonitorConnection& connection);
  void begin_to_check();
  void check_patience();
  void ask_for_header(const std::shared_ptr<MonitorConnection>& connection);
  bool command(MonitorConnection& from, char letter, std::string_view text) override;
  void refused(MonitorConnection& from, char letter) override;
  void proven(MonitorConnection& from) override;
  void flooded(MonitorConnection& from, std::size_t dropped) override;
  void misbehaved() override { ++bad_messages_; }
  void is_midway() override { begin_to_check(); }
  void missed_frame() override { ++missed_frames_; }
  void caught_up(MonitorConnection& connection) override;
  void cut_off() override { ++disconnected_; }
  void closed(MonitorConnection& connection) override;
  void distribute(const Line& line);
  void ask_for_headers();
  /// Calls `what` for each; it may drop out of the list meanwhile.
  void for_each_monitor(auto what) {
    for (auto at = connections_.begin(); at != connections_.end();) {
      const auto monitor = *at++;
      what(*monitor);
    }
  }
  void finish();
  void end_if_alone();

  const Options options_;
  CommandQueue& commands_;
  Log& log_;

  // Belongs to the simulation thread.
  MonitorSystem& system_;
  RunControl& run_control_;
  std::optional<BackgroundLogFile> log_file_;
  Inputs inputs_;
  std::string line_;
  Subscribers subscribers_;
  std::shared_ptr<const std::string> stepper_;  ///< who has asked for steps last; null: nobody, or it has left
  LineLimit pauses_{kPauseLines};
  std::uint64_t carried_out_ = 0;
  Line header_;  ///< of those who join in the same round of commands, if somebody has
  std::uint64_t header_round_ = 0;
  bool skipping_ = false;  ///< monitors get no frames until `catch_up`

  // Shared by both.
  std::atomic<int> connected_{0};
  std::atomic<std::size_t> queued_bytes_{0};  ///< lines that wait for the sockets' thread
  std::atomic<bool> is_tired_{false};         ///< monitors have been served too long
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> turned_away_{0};
  std::atomic<std::uint64_t> bad_messages_{0};
  std::atomic<std::uint64_t> missed_frames_{0};
  std::atomic<std::uint64_t> disconnected_{0};

  // Belongs to the socket thread.
  net::Loop loop_;
  std::optional<net::Listener> listener_;
  std::optional<net::Listener> watch_listener_;
  net::Timer end_timer_{loop_};
  net::Timer patience_timer_{loop_};
  net::Farewells farewells_{loop_};
  std::list<std::shared_ptr<MonitorConnection>> connections_;
  std::map<std::string, int, std::less<>> addresses_;       ///< how many of them come from each
  std::map<std::string, LineLimit, std::less<>> arrivals_;  ///< of each address
  LineLimit floods_{kFloodLines};
  LineLimit refusals_{kRefusalLines};
  LineLimit proofs_{kPauseLines};
  ServingShare share_;
  net::Timer rest_timer_{loop_};
  bool resting_ = false;   ///< what comes is for nobody, until `catch_up`
  bool checking_ = false;  ///< the patience with some is checked
  bool finishing_ = false;
  std::thread thread_;
};

}  // namespace spark
