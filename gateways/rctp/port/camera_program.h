// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rctp/port/robot_proxy.h"
#include "gateways/rctp/port/world_watchers.h"
#include "spark/http/conversation.h"
#include "spark/http/message.h"
#include "spark/net/loop.h"

namespace spark {
class Log;
}

namespace rctp {

/// A picture as the camera program sends it. Its texts point into the message.
struct CameraPicture {
  static constexpr std::size_t kMaxSize = 1024 * 1024;  ///< octets of a JPEG

  std::string_view robot;
  std::string_view jpeg;
};
/// Reads a message of the camera program. Returns nothing, and in `problem` why, if it is no picture.
std::optional<CameraPicture> read_picture(std::string_view message, std::string& problem);

/// The program that draws the view of robots' cameras (`rctp-camera`), connected by a WebSocket, and the viewers of its
/// pictures, who use HTTP. There is one program at a time; a new one replaces it.
///
///     server → program   what watchers get (`WorldWatchers`; "scene" for a world that has to be loaded again), and
///                        "watch ROBOT WIDTH HEIGHT RATE", "unwatch ROBOT"
///     program → server   binary: length of the name (1 octet), name of the robot, JPEG; while it is watched at least
///                        one a second, or the program counts as frozen
///
/// A viewer of a stream gets the newest picture when the last one has arrived, so there are never two in transit. A
/// slow viewer gets fewer pictures, not older ones, and its pictures delay other traffic on its line only a little.
/// Nothing is drawn for robots without viewers.
///
/// It does not own the conversations; their owner removes them when they have ended. Used on the network thread.
class CameraProgram {
 public:
  static constexpr std::size_t kMaxViewers = 64;  ///< of all robots
  /// A viewer to whom a picture has not been delivered within this time is disconnected.
  static constexpr std::chrono::seconds kMaxDelay{10};
  /// A program that is watched and has sent no picture for this long is disconnected. The limit is long, because the
  /// first picture may take long.
  static constexpr std::chrono::seconds kMaxQuiet{15};
  /// A robot remains watched for this long after its last viewer, for clients that request single pictures repeatedly.
  static constexpr std::chrono::seconds kWatchedLonger{2};
  /// The format that a viewer may request; the defaults apply otherwise.
  struct Format {
    int width = 320, height = 240;  ///< pixels
    int rate = 30;                  ///< pictures per second

    bool operator==(const Format&) const = default;
  };
  static constexpr Format kMin{16, 16, 1}, kMax{1280, 960, 60};

  struct Parts {
    spark::net::Loop& loop;
    spark::Log& log;
    WorldWatchers& watchers;
    const WorldWatchers::Robots& robots;
    const WorldState& world;
    std::function<void()> offered;  ///< called when robots have got or lost their cameras
  };

  explicit CameraProgram(Parts parts) : parts_(std::move(parts)), timer_(parts_.loop) {}
  CameraProgram(const CameraProgram&) = delete;
  CameraProgram& operator=(const CameraProgram&) = delete;

  /// Takes a WebSocket that has been accepted, with `kMaxMessage`, as the program's.
  void connect(spark::http::Conversation& conversation);
  static constexpr std::size_t kMaxMessage = CameraPicture::kMaxSize + 256;
  bool is(const spark::http::Conversation& conversation) const { return program_ == &conversation; }
  /// Takes a message of the program.
  void message(std::string_view payload, bool is_text);

  /// Answers `camera.mjpg` and `camera.jpg` of a robot; takes size and rate from the query of the request.
  void show(spark::http::Conversation& conversation, const spark::http::Request& request, const RobotProxy& robot,
            bool is_stream);

  /// Removes a program or viewer whose conversation is over. Does nothing for any other conversation.
  void remove(const spark::http::Conversation& conversation);

 private:
  struct Viewer {
    spark::http::Conversation* conversation;
    bool is_stream;  ///< false: it waits for one picture
    Format format;
    spark::RealClock::Time begun;  ///< since when it has waited for a picture, or a picture has been in transit to it
    bool is_behind = false;        ///< the last picture has not been delivered yet
  };
  /// The viewers of one robot, and the state of its pictures.
  struct View {
    const RobotProxy* robot;
    std::vector<Viewer> viewers;
    Format format{};                ///< the format last requested of the program
    bool is_watched = false;        ///< the program has been asked to draw this robot's pictures
    spark::RealClock::Time seen{};  ///< when the last viewer was there
  };

  void leave_program(std::string_view why);
  void offer(bool is_offered);
  View& view_of(const RobotProxy& robot);
  void watch(View& view);
  void unwatch(View& view);
  void send_command(std::string words);
  void refuse(std::string_view why);
  void pass_on(View& view, std::string_view jpeg);
  void check_time();
  void start_timer();

  const Parts parts_;
  spark::http::Conversation* program_ = nullptr;
  spark::RealClock::Time heard_{};  ///< when the program sent the last picture, or drawing began
  std::vector<View> views_;
  spark::net::Timer timer_;
  bool is_timing_ = false;
};

}  // namespace rctp
