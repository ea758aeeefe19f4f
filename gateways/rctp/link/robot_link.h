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

#include "gateways/rctp/codec/object.h"
#include "gateways/rctp/link/order.h"

namespace rctp {

/// What the operator's side of a robot (the network thread) and its body's side (the simulation thread) share: orders
/// in one direction, objects, values and texts in the other. A place in the table of objects never gets another object;
/// the name of one that the robot has lost is empty.
///
/// Nothing here waits for the other side longer than a copy takes, and nothing allocates in a steady session.
class RobotLink {
 public:
  static constexpr std::size_t kMaxTriggers = 16;        ///< acts of triggers and texts between two steps
  static constexpr std::size_t kMaxTexts = 1024 * 1024;  ///< octets that the network thread has not taken yet

  /// `changed` is called on the simulation thread when there is something new for the network thread.
  RobotLink(std::string name, std::function<void()> changed) : name_(std::move(name)), changed_(std::move(changed)) {}
  RobotLink(const RobotLink&) = delete;
  RobotLink& operator=(const RobotLink&) = delete;

  const std::string& name() const { return name_; }

  // Of the network thread.

  /// Everything of the same object that is still under way is replaced if it is a level. False if there are too many.
  bool act(std::size_t object, std::span<const double> values, std::string_view text);
  // Whatever acts have not been taken yet are void.
  void stop() { interrupt(Order::Kind::stop); }
  void rest() { interrupt(Order::Kind::rest); }
  void leave() { interrupt(Order::Kind::leave); }
  void release();
  /// Somebody begins to claim objects; `leave` follows in any case.
  void connect(std::string_view peer);
  /// The texts of that input are wanted from now on; of none before the first call and after `leave`.
  void want(std::size_t object);

  struct News {
    bool is_present = false;
    bool is_replayed = false;
    SharedObjects objects;  ///< null before the robot has been in the world
    /// Of each object: of level outputs what is in force, of inputs what was perceived last.
    std::vector<std::vector<double>> values;
    struct Text {
      std::size_t object = 0;
      std::size_t length = 0;  ///< of its characters, one behind the other in `characters`
    };
    std::vector<Text> texts;
    std::string characters;
    std::uint64_t interruptions = 0;  ///< stops and rests that have taken effect in the world
    std::uint64_t top = 0;            ///< serial number of its node in the scene
  };
  /// What there is now; the texts since the last call are handed over. `news` is to be the same one each time.
  void read(News& news);

  /// Of live sessions, octets in both directions, and records that were refused. Any thread.
  struct Traffic {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    std::uint64_t refused = 0;
  };
  void count(const Traffic& more) { to_ += more.to, from_ += more.from, refused_ += more.refused; }
  Traffic traffic() const { return {to_, from_, refused_}; }

  // Of the simulation thread.

  void set_objects(SharedObjects objects);
  /// `top`: serial number of its node.
  void set_present(bool present, std::uint64_t top);
  void set_replayed();
  void set_values(std::size_t object, std::span<const double> values);
  void add_text(std::size_t object, std::string_view text);
  void interruption_done();
  bool wants(std::size_t object);
  /// Whether somebody operates it or is about to.
  bool is_claimed();
  /// Exchanges what has come for an empty list.
  void take(OrderList& orders);
  /// Tells the network thread of everything since the last call, if there is anything.
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
  News news_;
  bool unpublished_ = false;
  std::atomic<std::uint64_t> to_ = 0, from_ = 0, refused_ = 0;
};

}  // namespace rctp
