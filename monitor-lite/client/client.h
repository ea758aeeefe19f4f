// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "monitor-lite/client/line_reader.h"
#include "spark/core/real_clock.h"
#include "spark/net/connector.h"
#include "spark/net/loop.h"
#include "spark/net/trainer_proof.h"

namespace monitor {

/// A live connection to a server's monitor port, for monitors and trainers.
///
/// Connects automatically, and reconnects when the server has ended or its machine has been silent for some 11 s. No
/// function waits longer than requested, not even for resolving a host's name; for one thread.
class Client {
 public:
  enum class State {
    connecting,  ///< no answer yet; it retries
    watching,    ///< lines come in
    over         ///< the server has announced the end (Die), or closed the connection after it; no reconnecting
  };

  /// `resolve` resolves names, on a thread that may outlive the client. Retries and timeouts use the clock, which must
  /// outlive it.
  using Resolve = spark::net::AddressLookup::Resolve;
  /// Real time: the clock of clients without another one.
  explicit Client(std::string host, std::uint16_t port = 12001, Resolve resolve = spark::net::resolve,
                  TeamNames names = {}, spark::RealClock& clock = spark::RealClock::system());
  /// With other names for the teams.
  Client(std::string host, std::uint16_t port, TeamNames names)
      : Client(std::move(host), port, spark::net::resolve, std::move(names)) {}
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Makes each connection from now on prove to the server that it knows the secret, for servers that accept commands
  /// only with a proof. Must be called before the first `poll`. Servers of 2006 do not answer, so they get no commands.
  void prove(std::shared_ptr<const spark::Secret> secret) { secret_ = std::move(secret); }
  /// Commands can be sent: there is a connection, and the server has answered the proof, if there is one. If it has
  /// refused the proof, `problem` has the reason; it may still accept commands from its own machine.
  bool may_command() const;

  /// Does pending work, and waits at most `longest` for input. Calls `on_frame` for each new frame; it may call any
  /// function of this class. Returns the new state.
  using OnFrame = std::function<void(const Snapshot&)>;
  State poll(std::chrono::milliseconds longest, const OnFrame& on_frame = {});

  State state() const { return state_; }
  const Game& game() const { return reader_.game(); }
  const Snapshot& snapshot() const { return reader_.snapshot(); }
  /// Whether the clock of the match is stopped, on this connection; nothing: unknown, as with servers of 2006.
  std::optional<bool> is_paused() const { return reader_.is_paused(); }
  /// The last problem, for users; empty if there was none. It also reports a server that has been silent for
  /// `kTroubleDelay` after accepting the connection, and why it refuses this monitor.
  const std::string& problem() const { return problem_; }
  /// `report` gets a line for users, from within `poll`, when there has been no match for `kTroubleDelay`, and again at
  /// intervals that double up to a minute, until there is one; the first one names the server that it waits for if none
  /// was found. It also gets problems of lines of a match, when they change, at the same intervals.
  void on_trouble(std::function<void(const std::string&)> report) { report_trouble_ = std::move(report); }
  static constexpr std::chrono::seconds kTroubleDelay{3};
  /// `take` gets the drawings of trainers, from within `poll`.
  void on_drawing(std::function<void(const LiveDrawing&)> take) { take_drawing_ = std::move(take); }
  /// Frames since the last connection.
  std::uint64_t frames() const { return frames_; }

  /// Polls until a frame meets the condition. Returns false on a timeout, or if the match is over. The server continues
  /// meanwhile, so `snapshot()` may be later than that frame.
  using Condition = std::function<bool(const Snapshot&)>;
  bool wait_until(const Condition& condition, std::chrono::milliseconds timeout, const OnFrame& on_frame = {});

  /// Sends trainer's commands (`commands.h`) without waiting. Unless `may_command()`, they are dropped and it returns
  /// false.
  bool send(std::string_view commands);
  /// Sends commands, as soon as `may_command()`, and waits until a frame acknowledges that they have been carried out.
  /// Returns false on a timeout, or if the connection is lost. While the simulation is paused there are no frames, so
  /// there are no acknowledgements: use `advance` then.
  bool command(std::string_view commands, std::chrono::milliseconds timeout, const OnFrame& on_frame = {});
  /// Stops the clock, carries out the commands, makes the steps of this many frames, and stops again. Returns true when
  /// all frames have arrived: `snapshot()` is then the last one, and the server waits. Returns false on a timeout, or
  /// if the connection is lost. When this client leaves, the match runs on, unless another client has paused it.
  /// Servers of 2006 do not support steps.
  bool advance(std::string_view commands, int frames, std::chrono::milliseconds timeout, const OnFrame& on_frame = {});
  /// The server's Spades.MonitorInterval, or the interval of `subscribe`, for `advance`; 15 unless set.
  void set_steps_per_frame(int steps) { steps_per_frame_ = steps; }
  bool pause() { return send_command('P', {}); }
  bool run() { return send_command('R', {}); }
  /// Makes this many steps, then waits for more; 0 stops the clock. A match that was running before resumes when this
  /// client leaves. Servers of 2006 do not support it.
  bool step(int steps);

  /// Maximum number of bytes unread by the server before commands are refused.
  static constexpr std::size_t kMaxUnsent = 1 << 20;
  /// Maximum bytes of a text with its letter; the server skips longer ones, so they are not sent.
  static constexpr std::size_t kMaxCommandSize = 64 << 10;

 private:
  spark::RealClock::Time end_of(std::chrono::milliseconds timeout) const;
  bool poll_until(const std::function<bool()>& done, spark::RealClock::Time deadline, const OnFrame& on_frame);
  bool has_line() const { return input_.find('\n', std::max(taken_, searched_)) != std::string::npos; }
  void wait_for_connection(std::chrono::milliseconds longest);
  void connected(spark::net::Socket socket, std::string peer);
  void lose(std::string why);
  void lose_unserved(std::string why);
  State poll_once(std::chrono::milliseconds longest, const OnFrame& on_frame);
  void look_for_silence();
  void look_for_trouble();
  void read(const OnFrame& on_frame);
  void take_lines(const OnFrame& on_frame);
  void take_line(std::string_view line, const OnFrame& on_frame);
  bool take_proof(std::string_view line);
  bool send_command(char letter, std::string_view text);
  bool send_message(char letter, std::string_view text);

  std::string host_;
  std::uint16_t port_;
  State state_ = State::connecting;
  spark::net::Loop loop_;
  spark::net::Connector connector_;
  std::shared_ptr<spark::net::Connection> connection_;  ///< null while there is none
  spark::RealClock::Time next_try_{};
  std::shared_ptr<const spark::Secret> secret_;  ///< null: no proof is sent
  std::optional<spark::TrainerClaim> claim_;     ///< of this connection
  LineReader reader_;
  std::string problem_;
  bool is_found_ = false;      ///< the last attempt has reached a server, which has not left since
  bool served_ = false;        ///< a line of a match has come on this connection
  std::string other_message_;  ///< another message that came instead, on this connection
  spark::RealClock::Time connected_{};
  std::function<void(const std::string&)> report_trouble_;
  std::function<void(const LiveDrawing&)> take_drawing_;
  std::string reported_problem_;
  std::optional<spark::RealClock::Time> well_since_;
  std::optional<spark::RealClock::Time> next_trouble_;  ///< nothing: there is no problem
  spark::RealClock::Duration trouble_gap_{};
  std::string input_;
  std::size_t taken_ = 0;     ///< bytes of it
  std::size_t searched_ = 0;  ///< bytes of it already searched for a newline
  bool skipping_ = false;     ///< skips a line that is too long
  std::uint64_t frames_ = 0;
  std::uint64_t acknowledgements_ = 0;
  int steps_per_frame_ = 15;
};

}  // namespace monitor
