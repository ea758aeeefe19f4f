// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/core/held.h"
#include "spark/core/input_limits.h"
#include "spark/core/line_limit.h"
#include "spark/core/real_clock.h"
#include "spark/monitor/background_log_file.h"
#include "spark/monitor/monitor_port.h"
#include "spark/monitor/subscribers.h"
#include "spark/monitor/trainer_commands.h"
#include "spark/sexp/reader.h"
#include "spark/sim/frame_listener.h"

namespace spark {

class CommandQueue;
class Log;
class MonitorSystem;
class RunControl;

/// Sends frames to the log file and all monitors, and takes their commands.
///
/// Each line is made once, on the simulation thread, and shared by the log and all monitors; `MonitorPort` transports
/// it on a separate thread. A new monitor is announced through the command queue: between two steps it gets its header,
/// and the regular frames from then on (behaviour 8.2). The stream contains only changes, so a monitor that is too slow
/// and misses frames starts again with the header when it has read everything; one that misses too much is disconnected
/// with one line (`MonitorLimits`).
///
/// When the match is paused or resumes, monitors get a line about it, and each header has the state; the log has
/// neither (`add_pause_item`). Steps that a trainer makes in a running match do not count as a pause.
///
/// Commands are framed (4-byte big-endian length; W text, P pause, R run, S steps, D disconnect) and reach the
/// simulation thread through the queue, which has a lane for each monitor and divides the time among them. A monitor
/// whose lane is full is disconnected with one line, and its pending commands are dropped; those of a monitor that
/// disconnects are still carried out.
///
/// A trainer's drawing is sent as a line to all monitors with regular frames, at once, also while the match is paused.
/// It is in no frame and not in the log (`draw`).
///
/// A monitor may have its own frames instead (`subscribe`): different lines, every N-th step, for it alone.
///
/// Anyone who can reach the port may watch. Commands are accepted from peers of this machine, and from others that have
/// proven to know the secret (spark/net/trainer_proof.h); on a port for watching, from no one. Refused ones are
/// counted.
///
/// All functions, including the destructor, are called on the simulation thread. Everything that the constructor
/// borrows outlives the hub; commands left in the queue after that do nothing.
class MonitorHub final : public FrameListener, private MonitorPort::Requests {
 public:
  using Access = MonitorPort::Access;
  /// Called with the text of every command before it is carried out; control characters are shown as `?`. A message
  /// that is carried out in parts is passed in parts. A command for the clock (pause, run, step) is not an input of the
  /// match.
  enum class CommandKind { world, clock };
  using OnCommand = std::function<void(std::string_view peer, std::string_view command, CommandKind kind)>;
  struct Options : MonitorPort::Options {
    std::filesystem::path log_file;  ///< empty: no log; its folder must exist. Compressed if it ends in .zst
    std::size_t nesting = InputLimits{}.nesting;  ///< of lists in a message
    OnCommand on_command;
    bool shows_drawings = true;  ///< by trainers
    /// Called for each drawing that is shown: `(time T)` in the form of frames, and its parts.
    std::function<void(std::string_view time, std::string_view parts)> on_drawing;
  };

  /// Opens the port; throws `std::runtime_error` with one line on failure.
  MonitorHub(const Options& options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control,
             RealClock& clock, Log& log);
  /// Sends pending data, as long as monitors read it, and closes (`MonitorPort::end`).
  ~MonitorHub() override;
  MonitorHub(const MonitorHub&) = delete;
  MonitorHub& operator=(const MonitorHub&) = delete;

  /// Inputs, besides those of agents, that affect the log, each reported before it takes effect: a trainer's text, and
  /// a monitor that joins, which causes everything to be sent again. For records of a match.
  struct Inputs {
    std::function<void(std::string_view peer, std::string_view text)> command;
    std::function<void()> joined;
  };
  void report_inputs(Inputs inputs) { inputs_ = std::move(inputs); }

  /// The open port; 0 if there is none.
  std::uint16_t port() const { return port_.port(); }
  std::uint16_t watch_port() const { return port_.watch_port(); }  ///< the same

  struct CommandCounts {
    std::uint64_t carried_out = 0;
    std::uint64_t refused = 0;  ///< commands and proofs
  };
  CommandCounts command_counts() const { return {carried_out_, port_.refused_commands()}; }
  using MonitorCounts = MonitorPort::Counts;
  MonitorCounts monitor_counts() const { return port_.counts(); }

  /// Opens the log and writes the header into it; to be called once before the first frame. The log is opened here and
  /// not in the constructor, so that a match that fails to start does not overwrite the log of the last one. Throws
  /// `std::runtime_error` with one line.
  void begin();
  /// Writes the log to the disk; this also happens once per second.
  void flush();
  /// To be called once, when the simulation has ended: sends the system's last lines to log and monitors, then
  /// completes and closes the log. Returns why the log had ended early, or empty.
  std::string end_log();
  /// The state is queried and printed only if there is a log or a monitor.
  void frame(Step step) override;
  /// To be called after every step, for monitors with their own frames.
  FrameListener& own_frames() { return subscribers_; }

 private:
  class Sender;
  using Line = LineQueue::Line;
  /// Enough for a match with people; a peer that tries to fill the log gets no more.
  static constexpr std::uint64_t kPauseLines = 1000;

  bool carry_out(const MonitorPort::Source& source, MonitorPort::Message& message) override;
  void admit(const MonitorPort::Monitor& monitor) override;
  void catch_up() override;
  void left(const std::shared_ptr<const std::string>& peer) override;

  bool carry_out_part(const MonitorPort::Source& source, MonitorPort::Message& message);
  void make_steps(const MonitorPort::Source& source, const std::string& text);
  void set_pace(std::string_view peer, std::optional<double> pace);
  std::string_view draw(const TrainerDrawing& drawing);
  bool is_logged() const { return log_file_ && log_file_->is_open(); }
  bool has_reader() const { return is_logged() || port_.connected() > 0; }
  void send_to_all();
  void report_pause();
  void send_pause();
  Line print_header();

  const Options options_;
  const sexp::Limits message_limits_;
  CommandQueue& commands_;
  RealClock& clock_;
  Log& log_;
  Held<MonitorSystem> system_{"the monitor port"};
  RunControl& run_control_;
  MonitorPort port_;
  Subscribers subscribers_;
  TrainerCommands trainer_commands_;
  std::optional<BackgroundLogFile> log_file_;
  Inputs inputs_;
  std::string line_;
  std::shared_ptr<const std::string> stepper_;  ///< the peer that requested steps last; null once it has left
  LineLimit pauses_{kPauseLines};
  /// The drawings of all trainers since `since`; each line is sent to all monitors.
  struct Drawn {
    RealClock::Time since{};
    std::size_t count = 0, bytes = 0;
  } drawn_;
  std::uint64_t carried_out_ = 0;
  Line header_;  ///< for the monitors that join in the same round of commands
  std::uint64_t header_round_ = 0;
  bool is_skipping_ = false;  ///< monitors get no frames until `catch_up`
  bool is_paused_ = false;    ///< the state last sent to monitors
  bool is_pause_pending_ = false;
  /// For requests that are still in the queue when the hub has been destroyed.
  std::shared_ptr<Requests*> requests_ = std::make_shared<Requests*>(static_cast<Requests*>(this));
};

}  // namespace spark
