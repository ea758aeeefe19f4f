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

/// A picture as the camera program sends it. Its texts point into what was read.
struct CameraPicture {
  static constexpr std::size_t kMaxSize = 1024 * 1024;  ///< octets of a JPEG

  std::string_view robot;
  std::string_view jpeg;
};
/// Reads a message of the camera program. Returns nothing, and in `problem` why, if it is no picture.
std::optional<CameraPicture> read_picture(std::string_view message, std::string& problem);

/// The program that draws what robots' cameras see (`rctp-camera`), at the other end of a WebSocket, and the viewers of
/// its pictures, who come by HTTP. There is one program at a time; a new one takes the place of the one before.
///
///     server → program   what watchers get (`WorldWatchers`; "scene" for a world that has to be loaded again), and
///                        "watch ROBOT WIDTH HEIGHT RATE", "unwatch ROBOT"
///     program → server   binary: length of the name (1 octet), name of the robot, JPEG; while it is watched at least
///                        one a second, or the program counts as frozen
///
/// A viewer of a stream gets the newest picture when the one before has arrived there, never two at a time: a slow one
/// gets fewer, not older ones, and what else goes over its line does not have to wait for many. Nothing is drawn for
/// robots without viewers.
///
/// It does not own the conversations; their owner removes them when they are over. Lives on the network thread.
class CameraProgram {
 public:
  static constexpr std::size_t kMaxViewers = 64;  ///< of all robots
  /// A viewer to whom a picture has not got within this time is disconnected.
  static constexpr std::chrono::seconds kMaxDelay{10};
  /// A program that is watched and has sent no picture for so long is disconnected. The first one may take long.
  static constexpr std::chrono::seconds kMaxQuiet{15};
  /// Robots are watched a little longer than somebody looks, for those who ask for single pictures.
  static constexpr std::chrono::seconds kWatchedLonger{2};
  /// What a viewer may ask for, and what it gets if it does not ask.
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
    std::function<void()> offered;  ///< robots have got or lost their cameras
  };

  explicit CameraProgram(Parts parts) : parts_(std::move(parts)), timer_(parts_.loop) {}
  CameraProgram(const CameraProgram&) = delete;
  CameraProgram& operator=(const CameraProgram&) = delete;

  /// Takes a WebSocket that has been accepted, with `kMaxMessage`, as the program's.
  void connect(spark::http::Conversation& conversation);
  static constexpr std::size_t kMaxMessage = CameraPicture::kMaxSize + 256;
  bool is(const spark::http::Conversation& conversation) const { return program_ == &conversation; }
  /// What the program sends.
  void message(std::string_view payload, bool is_text);

  /// Answers `camera.mjpg` and `camera.jpg` of a robot; takes size and rate from the query of the request.
  void show(spark::http::Conversation& conversation, const spark::http::Request& request, const RobotProxy& robot,
            bool is_stream);

  /// Program or viewer, it is over. Does nothing if it is neither.
  void remove(const spark::http::Conversation& conversation);

 private:
  struct Viewer {
    spark::http::Conversation* conversation;
    bool is_stream;  ///< else it waits for one picture
    Format format;
    spark::RealClock::Time begun;  ///< since when it waits for a picture, or one is on its way to it
    bool is_behind = false;        ///< the last picture has not got there yet
  };
  /// What is watched of one robot.
  struct View {
    const RobotProxy* robot;
    std::vector<Viewer> viewers;
    Format format{};                ///< that the program has been asked for
    bool is_watched = false;        ///< the program has been asked to draw
    spark::RealClock::Time seen{};  ///< when there was a viewer last
  };

  void leave_program(std::string_view why);
  void offer(bool is_offered);
  View& view_of(const RobotProxy& robot);
  void watch(View& view);
  void unwatch(View& view);
  void tell(std::string words);
  void refuse(std::string_view why);
  void pass_on(View& view, std::string_view jpeg);
  void check_time();
  void start_timer();

  const Parts parts_;
  spark::http::Conversation* program_ = nullptr;
  spark::RealClock::Time heard_{};  ///< when the program has sent a picture last, or began to be watched
  std::vector<View> views_;
  spark::net::Timer timer_;
  bool is_timing_ = false;
};

}  // namespace rctp
