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
#include "spark/monitor/monitor_limits.h"
#include "spark/sim/command_lane.h"
#include "spark/sim/frame_listener.h"

namespace spark {

class CommandQueue;
class Log;
class MonitorSystem;
class RealClock;
class RunControl;
class Secret;

/// Frames out, commands in: the monitor port and the log file.
///
/// Each line is made once, on the simulation thread, and shared by the log and all monitors; a separate socket thread
/// moves the bytes. A new monitor is announced through the command queue: between two steps it gets its header, and the
/// regular frames from then on (behaviour 8.2). The stream contains only
/// changes, so a monitor that does not keep up and misses frames begins anew, with the header, when it has read what
/// was sent; one that misses too much is disconnected with one line (`MonitorLimits`). Commands are
/// framed (4-byte big-endian length; W text, P pause, R run, S steps, D disconnect) and reach the simulation thread
/// through the queue, which has a lane for each monitor and shares out the time. A monitor whose lane is full is
/// disconnected with one line, and its waiting commands are dropped; those of a monitor that disconnects are still
/// carried out.
///
/// A monitor may have frames of its own instead (`subscribe`): another line, every N-th step, which nobody else gets.
///
/// Everybody may watch. Commands are accepted from peers of this machine, and from others that have proven to know the
/// secret (spark/secret/trainer_proof.h); on a port for watching, from nobody. Refused ones are counted.
///
/// Everything here is called on the simulation thread, the destructor too. Everything the constructor borrows outlives
/// the hub; commands left in the queue after that do nothing.
class MonitorHub : public FrameListener {
 public:
  enum class Access { watch, trainer };
  /// Gets every command that is carried out, before it is, in words; control characters are shown as `?`.
  using OnCommand = std::function<void(std::string_view peer, std::string_view command)>;
  struct Options {
    std::optional<std::uint16_t> port = 12001;  ///< none: no listener; 0: any free one
    Access access = Access::trainer;            ///< of that port
    std::optional<std::uint16_t> watch_port;    ///< another one, for watching only; none: no listener; 0: any free one
    std::string address = "127.0.0.1";          ///< of the network interface; an IP address, not a name
    std::filesystem::path log_file;             ///< empty: no log; its folder must exist. Compressed if it ends in .zst
    MonitorLimits limits;
    std::size_t command_bytes = InputLimits{}.command_bytes;  ///< of a message; a longer one is skipped
    std::size_t nesting = InputLimits{}.nesting;              ///< of lists in it, as the monitor system reads them
    CommandLane::Limits waiting_commands{8192, 1u << 20};     ///< of each monitor
    std::shared_ptr<const Secret> trainer_secret;             ///< null: nothing can be proven
    bool only_proven = false;                                 ///< commands from this machine need the proof, too
    OnCommand on_command;
  };

  /// Opens the port; throws `std::runtime_error` with one clear line if that fails.
  MonitorHub(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control, RealClock& clock,
             Log& log);
  /// Sends what is left (for at most a second) and closes.
  ~MonitorHub() override;

  /// What else than agents makes the log what it is, each time before it is done: a trainer's text, and a monitor that
  /// joins and so has everything sent anew. For records of a match.
  struct Inputs {
    std::function<void(std::string_view peer, std::string_view text)> command;
    std::function<void()> joined;
  };
  void tell(Inputs inputs);

  /// The port that is open; 0 if there is none.
  std::uint16_t port() const;
  std::uint16_t watch_port() const;  ///< the same

  struct CommandCounts {
    std::uint64_t carried_out = 0;
    std::uint64_t refused = 0;  ///< commands and proofs
  };
  CommandCounts command_counts() const;
  /// Of all monitors so far.
  struct MonitorCounts {
    std::uint64_t connected = 0;
    std::uint64_t refused = 0;        ///< connections, because there were too many
    std::uint64_t bad_messages = 0;   ///< too long, empty, of unknown kind
    std::uint64_t missed_frames = 0;  ///< by monitors that did not keep up
    std::uint64_t disconnected = 0;   ///< because they left too much unread, or sent what breaks the protocol
  };
  MonitorCounts monitor_counts() const;

  /// Opens the log and writes the header into it; to be called once before the first frame. The log is opened here and
  /// not at construction, so that a match that fails to start does not overwrite the log of the last one. Throws
  /// `std::runtime_error` with one clear line.
  void begin();
  /// What has been written of the log is on the disk then; once per second this happens by itself.
  void flush();
  /// To be called once, when the simulation has ended: log and monitors get what the system says at the end, then the
  /// log is completed and closed. Returns why it had ended early, or empty.
  std::string end_log();
  /// The state is queried and printed only if there is a log or a monitor.
  void frame(Step step) override;
  /// To be called after every step, for those who have frames of their own.
  FrameListener& own_frames();

 private:
  class Server;
  Held<MonitorSystem> system_{"the monitor port"};
  std::shared_ptr<Server> server_;  ///< shared because commands that are still in the queue hold it weakly
};

}  // namespace spark
