// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "gateways/rctp/port/robot_link.h"
#include "gateways/rctp/port/robot_sound.h"
#include "spark/http/conversation.h"
#include "spark/net/loop.h"

namespace spark {
class Log;
}

namespace rctp {

/// Streams the sound of robots to listeners: endless WAV files (16 kHz, 16 bit, mono), made from the motors' set
/// points and the touches that the robots' links report. A listener that reads slowly loses parts and then hears the
/// present sound. Nothing is made for robots without listeners.
///
/// It does not own the conversations; their owner removes them when they have ended. Used on the network thread.
class Microphone {
 public:
  static constexpr std::size_t kMaxListeners = 64;  ///< to all robots
  static constexpr std::chrono::milliseconds kPiece{40};
  /// The maximum amount of sound that waits for a listener.
  static constexpr std::chrono::milliseconds kMaxWaiting{500};
  /// A listener to whom nothing has been delivered for this long is disconnected.
  static constexpr std::chrono::seconds kMaxDelay{10};

  Microphone(spark::net::Loop& loop, spark::Log& log) : loop_(loop), log_(log), timer_(loop) {}
  Microphone(const Microphone&) = delete;
  Microphone& operator=(const Microphone&) = delete;

  /// Answers a request for the sound of a robot that has a microphone.
  void listen(spark::http::Conversation& conversation, RobotLink& robot);
  /// Does nothing if the conversation is not a listener's.
  void remove(const spark::http::Conversation& conversation);

 private:
  struct Listener {
    spark::http::Conversation* conversation;
    spark::RealClock::Time taken;  ///< when there was last room for a piece of sound
  };
  struct Source {
    RobotLink* robot;
    RobotSound sound{};
    RobotLink::Sound heard{};
    spark::RealClock::Time moved{};  ///< when its clock last advanced
    std::vector<Listener> listeners{};
  };
  void play();
  void play(Source& source, std::size_t samples);

  spark::net::Loop& loop_;
  spark::Log& log_;
  std::vector<std::unique_ptr<Source>> sources_;
  spark::RealClock::Time played_{};  ///< the time up to which sound has been made
  spark::net::Timer timer_;
};

}  // namespace rctp
