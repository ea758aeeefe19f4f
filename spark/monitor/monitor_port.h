// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "spark/core/input_limits.h"
#include "spark/core/line_limit.h"
#include "spark/monitor/line_queue.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/monitor/monitor_limits.h"
#include "spark/monitor/serving_share.h"
#include "spark/net/address_counts.h"
#include "spark/net/farewells.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"
#include "spark/sim/command_queue.h"

namespace spark {

class Log;
class RealClock;
class Secret;

/// The monitors' ports and connections, and the rules of who may connect and send commands: everything on the monitors'
/// network thread, which this class owns.
///
/// The public functions are called on the simulation thread. They post to the network thread, or read its counters. In
/// the other direction the command queue is used, in which each monitor has its own lane: requests of monitors are
/// carried out by `Requests`, on the simulation thread.
///
/// A peer gets a place if there are not too many, in total or from its address. Some more places are reserved for peers
/// that prove to know the trainers' secret; a peer that needs one displaces a peer of the address that has the most of
/// them. Monitors together are served for a limited share of real time (`ServingShare`); beyond it none is served for a
/// while, and then all of them start again.
class MonitorPort final : private MonitorConnection::Owner {
 public:
  enum class Access { watch, trainer };
  struct Options {
    std::optional<std::uint16_t> port = 12001;  ///< none: no listener; 0: any free one
    Access access = Access::trainer;            ///< of that port
    std::optional<std::uint16_t> watch_port;    ///< for watching only; none: no listener; 0: any free one
    std::string address = "127.0.0.1";          ///< of the network interface; an IP address, not a name
    MonitorLimits limits;
    std::size_t command_bytes = InputLimits{}.command_bytes;  ///< of a message; a longer one is skipped
    CommandLane::Limits waiting_commands{8192, 1u << 20};     ///< of each monitor
    std::shared_ptr<const Secret> trainer_secret;             ///< null: no peer can prove anything
    bool only_proven = false;                                 ///< commands from this machine need the proof, too
  };
  /// Numbers of all monitors so far.
  struct Counts {
    std::uint64_t connected = 0;
    std::uint64_t refused = 0;        ///< connections, because there were too many
    std::uint64_t bad_messages = 0;   ///< too long, empty, of unknown kind
    std::uint64_t missed_frames = 0;  ///< by monitors that did not keep up
    std::uint64_t disconnected = 0;   ///< because they left too much unread, or broke the protocol
  };

  using Monitor = std::weak_ptr<MonitorConnection>;
  /// The monitor that sent a request; it may have left by the time that the request is carried out.
  struct Source {
    std::shared_ptr<const std::string> peer;
    Monitor monitor;
    MonitorConnection::Requested requested;
  };
  /// A command in a monitor's message, which may be carried out in parts.
  struct Message {
    char letter;  ///< W, P, R or S
    std::string text;
    std::vector<std::string> parts{};  ///< of the text; empty until the first part is carried out
    std::size_t next = 0;              ///< the next part to be carried out
  };
  /// Requests of monitors to the simulation. Called on its thread, between two steps.
  class Requests {
   public:
    /// Carries out a message, or its next part. False if there is more to do.
    virtual bool carry_out(const Source& source, Message& message) = 0;
    /// The monitor has connected, or has read everything that was unread, and needs a header.
    virtual void admit(const Monitor& monitor) = 0;
    /// All monitors can be served again.
    virtual void catch_up() = 0;
    virtual void left(const std::shared_ptr<const std::string>& peer) = 0;

   protected:
    ~Requests() = default;
  };

  /// Opens the ports; throws `std::runtime_error` with one line on failure. All arguments are borrowed.
  MonitorPort(const Options& options, CommandQueue& commands, RealClock& clock, Log& log);
  /// Waits until the network thread has ended.
  ~MonitorPort() override;

  /// Starts serving, if there is a port. Requests that are carried out after `requests` has expired do nothing.
  void start(std::weak_ptr<Requests*> requests);
  /// Closes the ports, and each connection when its pending data has been sent, so that a slow monitor gets the end of
  /// the match. One that takes nothing for `kMaxStandstill` is closed earlier, and all are closed after `kMaxDrain`.
  void end();
  static constexpr std::chrono::seconds kMaxStandstill{3}, kMaxDrain{15};

  /// The open port; 0 if there is none.
  std::uint16_t port() const { return listener_ ? listener_->port() : 0; }
  std::uint16_t watch_port() const { return watch_listener_ ? watch_listener_->port() : 0; }
  /// The number of monitors that have a place now.
  int connected() const { return connected_; }
  /// Commands and proofs that were refused.
  std::uint64_t refused_commands() const { return refused_; }
  Counts counts() const;

  LineQueue& lines() { return lines_; }
  /// Sends a frame to all monitors except those with their own frames.
  void send_frame(LineQueue::Line line);
  /// The same for a line without a state.
  void send_notice(LineQueue::Line line);
  /// The same for the lines after the last frame: all monitors get them, even if they are not served at the moment.
  /// `all_miss_frames`: the latest frames were not sent to anyone.
  void send_last(MonitorConnection::LastLines lines, bool all_miss_frames);
  /// Counts a frame that this many monitors miss, and logs the first one of each gap. May be called on any thread.
  void leave_out_frame(std::ptrdiff_t monitors);
  /// Sends a monitor its first header.
  void send_header(const Monitor& monitor, LineQueue::Line header);
  /// Whether monitors are not served at the moment because they have used up their share of time.
  bool is_exhausted() const { return is_exhausted_; }
  /// Requests a call of `Requests::catch_up` after all previous lines have been delivered, or, if monitors are not
  /// served then, when they can be.
  void ask_to_catch_up();
  /// Serves all again: those that have missed frames start with this header, as if they had just connected.
  void resume(LineQueue::Line header);

 private:
  // Maximum number of log lines of each kind: enough for a match with people, few for a peer that tries to fill the
  // log.
  static constexpr std::uint64_t kFloodLines = 100;
  static constexpr std::uint64_t kProofLines = 1000;
  static constexpr std::uint64_t kRefusalLines = 5;
  static constexpr std::uint64_t kArrivalLines = 20;
  static constexpr std::size_t kMaxArrivals = 512;  ///< addresses that are counted separately

  void listen(std::optional<net::Listener>& listener, Access access);

  // Called on the network thread.
  TrainerGate gate_for(const net::Socket& socket, Access access) const;
  void accepted(net::Socket socket, const std::string& peer, TrainerGate gate);
  void note_arrival(MonitorConnection& connection);
  std::string why_not(const std::string& peer) const;
  bool has_reserved_place_for(const TrainerGate& gate) const;
  void make_room_among_reserved();
  void take_place(MonitorConnection& connection);
  void begin_to_check();
  void check_timeouts();
  void ask_for_header(const std::shared_ptr<MonitorConnection>& connection);
  bool command(MonitorConnection& from, char letter, std::string_view text) override;
  void refused(MonitorConnection& from, char letter) override;
  void proven(MonitorConnection& from) override;
  void flooded(MonitorConnection& from, std::size_t dropped) override;
  void misbehaved() override { ++bad_messages_; }
  void is_midway() override { begin_to_check(); }
  void missed_frame() override { lines_.count_missed(1); }
  void caught_up(MonitorConnection& connection) override;
  void cut_off() override { ++disconnected_; }
  void closed(MonitorConnection& connection) override;
  void distribute(const LineQueue::Line& line, void (MonitorConnection::*send)(const LineQueue::Line&));
  void request_catch_up();
  /// Calls `what` for each monitor, which may leave the list meanwhile.
  void for_each_monitor(auto what) {
    for (auto at = connections_.begin(); at != connections_.end();) {
      const auto monitor = *at++;
      what(*monitor);
    }
  }
  void finish();
  void drain();
  void end_if_alone();

  const Options options_;
  CommandQueue& commands_;
  Log& log_;
  std::weak_ptr<Requests*> requests_;  ///< constant while the thread runs

  // Written on the network thread, read on both.
  std::atomic<int> connected_{0};
  std::atomic<bool> is_exhausted_{false};   ///< until `resume`
  std::atomic<bool> is_gap_logged_{false};  ///< frames were left out since `resume`; written on both threads
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> turned_away_{0};
  std::atomic<std::uint64_t> bad_messages_{0};
  std::atomic<std::uint64_t> disconnected_{0};

  // Used by the network thread only.
  net::Loop loop_;
  LineQueue lines_{loop_};
  std::optional<net::Listener> listener_;
  std::optional<net::Listener> watch_listener_;
  net::Timer end_timer_{loop_};
  net::Timer check_timer_{loop_};
  net::Farewells farewells_{loop_};
  std::list<std::shared_ptr<MonitorConnection>> connections_;
  net::AddressCounts addresses_;                            ///< of monitors with ordinary or earned places
  std::map<std::string, LineLimit, std::less<>> arrivals_;  ///< log lines about connections from each address
  LineLimit floods_{kFloodLines};
  LineLimit refusals_{kRefusalLines};
  LineLimit proofs_{kProofLines};
  ServingShare share_;
  net::Timer rest_timer_{loop_};
  bool is_resting_ = false;   ///< lines are discarded until `resume`
  bool is_checking_ = false;  ///< timeouts of some connections are being checked
  bool is_finishing_ = false;
  RealClock::Time drain_ends_{};
  std::thread thread_;
};

}  // namespace spark
