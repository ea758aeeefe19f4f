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

/// Those who listen to robots: streams of a WAV file (16 kHz, 16 bit, mono) without an end, made of what the robots'
/// links tell about motors and touches. One who takes it slowly misses parts, and hears what is heard now. Nothing is
/// made for robots without listeners.
///
/// It does not own the conversations; their owner removes them when they are over. Lives on the network thread.
class Microphone {
 public:
  static constexpr std::size_t kMaxListeners = 64;  ///< to all robots
  static constexpr std::chrono::milliseconds kPiece{40};
  /// More than so much sound does not wait for a listener.
  static constexpr std::chrono::milliseconds kMaxWaiting{500};
  /// One to whom nothing has got for so long is disconnected.
  static constexpr std::chrono::seconds kMaxDelay{10};

  Microphone(spark::net::Loop& loop, spark::Log& log) : loop_(loop), log_(log), timer_(loop) {}
  Microphone(const Microphone&) = delete;
  Microphone& operator=(const Microphone&) = delete;

  /// Answers a request for the sound of a robot that has a microphone.
  void listen(spark::http::Conversation& conversation, RobotLink& robot);
  /// Does nothing if it is none of the listeners.
  void remove(const spark::http::Conversation& conversation);

 private:
  struct Listener {
    spark::http::Conversation* conversation;
    spark::RealClock::Time taken;  ///< when there was room for a piece last
  };
  struct Source {
    RobotLink* robot;
    RobotSound sound{};
    RobotLink::Sound heard{};
    spark::RealClock::Time moved{};  ///< when its clock went on last
    std::vector<Listener> listeners{};
  };
  void play();
  void play(Source& source, std::size_t samples);

  spark::net::Loop& loop_;
  spark::Log& log_;
  std::vector<std::unique_ptr<Source>> sources_;
  spark::RealClock::Time played_{};  ///< up to when sound has been made
  spark::net::Timer timer_;
};

}  // namespace rctp
