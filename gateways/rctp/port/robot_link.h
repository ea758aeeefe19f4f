// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/port/order.h"
#include "gateways/rctp/protocol/object.h"
#include "spark/core/clock.h"

namespace rctp {

/// The data shared by the operator's side of a robot (the network thread) and its body's side (the simulation thread):
/// orders in one direction; objects, values and texts in the other. An index of the table of objects is never reused;
/// the name of an object that the robot has lost is empty.
///
/// No function blocks longer than a copy takes, and none allocates in a steady session.
class RobotLink {
 public:
  static constexpr std::size_t kMaxTriggers = 16;        ///< acts of triggers and texts between two steps
  static constexpr std::size_t kMaxTexts = 1024 * 1024;  ///< octets that the network thread has not read yet

  /// `changed` is called on the simulation thread when there is something for the network thread to read.
  RobotLink(std::string name, std::function<void()> changed) : name_(std::move(name)), changed_(std::move(changed)) {}
  RobotLink(const RobotLink&) = delete;
  RobotLink& operator=(const RobotLink&) = delete;

  const std::string& name() const { return name_; }

  // Called on the network thread.

  /// Adds an act. Values of a level replace those of a pending act of the same object. Returns false if too many are
  /// pending.
  bool act(std::size_t object, std::span<const double> values, std::string_view text);
  // These three drop all acts that are still pending.
  void stop() { interrupt(Order::Kind::stop); }
  void rest() { interrupt(Order::Kind::rest); }
  void leave() { interrupt(Order::Kind::leave); }
  void release();
  /// An operator begins to claim objects. A call of `leave` always follows.
  void connect(std::string_view peer);
  /// Subscribes to the texts of that input until `leave`.
  void want(std::size_t object);
  /// Whether pictures of its camera are available; if so, they are one of its objects.
  void offer_camera(bool is_offered) { camera_offered_ = is_offered; }
  /// A listener has been added or removed.
  void add_listener() { ++listeners_; }
  void remove_listener() { --listeners_; }
  /// The state from which the robot's sound is made.
  struct Sound {
    double speed = 0.0;        ///< the largest set point of its motors, relative to the maximum
    std::uint64_t knocks = 0;  ///< touches so far
    spark::Step step = -1;     ///< of this state
  };
  /// The state of the last `set_sound`.
  Sound sound();
  /// The names of the inputs whose texts watchers read, whether the robot is operated or not.
  void set_watched(std::vector<std::string> objects);

  /// The published state of the robot.
  struct State {
    bool is_present = false;
    bool is_replayed = false;
    bool has_camera = false;  ///< pictures of its camera are available
    SharedObjects objects;    ///< null until the robot has been in the world
    /// By object: the present values of level outputs, and the last perceived ones of inputs.
    std::vector<std::vector<double>> values;
    struct Text {
      std::size_t object = 0;
      std::size_t length = 0;  ///< of its part of `characters`, in which all texts are concatenated
    };
    std::vector<Text> texts;
    std::string characters;
    std::uint64_t interruptions = 0;  ///< stops and rests that have taken effect in the world
    std::uint64_t top = 0;            ///< serial number of its node in the scene
  };
  /// Copies the current state, and moves the texts that have come since the last call. Pass the same `state` each time,
  /// so that its memory is reused.
  void read(State& state);

  /// Octets of live sessions in both directions, and refused records. May be used on any thread.
  struct Traffic {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    std::uint64_t refused = 0;
  };
  void count(const Traffic& more) {
    to_ += more.to;
    from_ += more.from;
    refused_ += more.refused;
  }
  Traffic traffic() const { return {to_, from_, refused_}; }

  // Called on the simulation thread.

  void set_objects(SharedObjects objects);
  /// `top` is the serial number of its node.
  void set_present(bool present, std::uint64_t top);
  void set_replayed();
  void set_has_camera(bool has_camera);
  bool has_listeners() const { return listeners_ > 0; }
  void set_sound(const Sound& sound);
  bool camera_offered() const { return camera_offered_; }
  void set_values(std::size_t object, std::span<const double> values);
  void add_text(std::size_t object, std::string_view text);
  void interruption_done();
  bool wants(std::size_t object);
  /// Whether an operator has claimed objects of it or has begun to.
  bool is_claimed();
  /// Swaps the pending orders for an empty list.
  void take(OrderList& orders);
  /// Notifies the network thread if anything has changed since the last call.
  void publish();

 private:
  void interrupt(Order::Kind kind);

  const std::string name_;
  const std::function<void()> changed_;
  std::mutex mutex_;
  OrderList orders_;
  std::size_t triggers_ = 0;
  bool claimed_ = false;
  std::vector<bool> wanted_;
  std::vector<std::string> watched_;
  std::atomic<bool> camera_offered_ = false;
  std::atomic<int> listeners_ = 0;
  Sound sound_;
  State state_;
  bool unpublished_ = false;
  std::atomic<std::uint64_t> to_ = 0, from_ = 0, refused_ = 0;
};

}  // namespace rctp
