// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rctp/port/model_link.h"
#include "gateways/rctp/port/robot_proxy.h"
#include "gateways/rctp/port/world_link.h"
#include "spark/http/conversation.h"
#include "spark/net/loop.h"

namespace rctp {

/// The peers that watch the world without operating anything (`/world/live`), and the camera program: WebSockets that
/// get the names of the movers and the states of the robots as JSON, then changed poses as contents of `world` records.
/// Each message is printed once and shared by all watchers.
///
/// It does not own the conversations; their owner removes them when they have ended. Used on the network thread.
class WorldWatchers {
 public:
  /// While more octets than this are unsent for a watcher, poses are held back and merged. (`http::Options::max_unsent`
  /// disconnects a watcher with 1 MiB unsent.)
  static constexpr std::size_t kPosesWait = 64 * 1024;
  /// The minimum interval of messages with poses. States of the world come every 30 ms of simulated time, which may be
  /// much more often in real time; this interval is a little shorter, because they are not punctual.
  static constexpr std::chrono::milliseconds kInterval{24};
  static constexpr std::size_t kMaxTexts = 64;  ///< maximum number that one watcher may request

  using Robots = std::vector<std::unique_ptr<RobotProxy>>;
  struct Parts {
    spark::net::Loop& loop;
    WorldLink& world;
    const WorldState& state;  ///< the one that the owner reads from the link
    const Robots& robots;
    double step_seconds;                  ///< simulated time of a step
    std::function<void()> ask_for_model;  ///< requests a model; the next one has to be passed to `set_model`
  };
  /// A text input of a robot, by its name there.
  struct Text {
    RobotProxy* robot;
    std::string object;
  };

  explicit WorldWatchers(Parts parts) : parts_(std::move(parts)), pending_(parts_.loop) {}
  ~WorldWatchers();
  WorldWatchers(const WorldWatchers&) = delete;
  WorldWatchers& operator=(const WorldWatchers&) = delete;

  /// `changed` is the message that a world has to be reloaded.
  void add(spark::http::Conversation& conversation, std::string changed, std::vector<Text> texts = {});
  /// Does nothing if the conversation is not a watcher's.
  void remove(const spark::http::Conversation& conversation);
  std::size_t size() const { return watchers_.size(); }
  bool has(const spark::http::Conversation& conversation) const;

  /// Sends what the links have published: texts at once, poses when they are due.
  void check_links();
  /// To be called when the state of a robot may have changed.
  void note_robots();
  /// Takes a new model, whether requested here or by others. `names` are those of its movers, by their numbers.
  void set_model(const Model& model, std::vector<std::string> names);
  /// Whether the next model is needed for its names.
  bool wants_names() const { return wants_names_; }

 private:
  struct Watcher {
    spark::http::Conversation* conversation;
    std::string changed;
    std::vector<Text> texts;
    std::uint64_t begins;                 ///< states of the world up to this count of changes may be outdated
    std::uint64_t sent = 0;               ///< the count of changes of the last state sent
    std::optional<std::uint64_t> model;   ///< the one that it has loaded or is loading
    spark::net::Connection::Shared head;  ///< names and robots that were sent last; null: none yet
  };
  using Messages = std::vector<spark::net::Connection::Shared>;

  void send_all();
  void send_texts();
  void send_head(Watcher& watcher);
  void send_poses(Watcher& watcher);
  const Messages& poses_since(std::uint64_t count);
  void check_model();
  void print_head();
  void subscribe();
  void start_timer(spark::net::Loop::Duration after);

  const Parts parts_;
  std::vector<Watcher> watchers_;
  std::vector<std::string> names_;
  std::optional<std::uint64_t> named_;  ///< the count of models to which `names_` belong
  bool wants_names_ = false;
  std::vector<SharedObjects> objects_;  ///< of the robots, in their order, as last sent to watchers
  std::uint64_t models_ = 0;            ///< grows with each change for which the world has to be reloaded
  std::uint64_t world_model_ = 0;
  spark::net::Connection::Shared head_;
  std::vector<std::pair<std::uint64_t, Messages>> printed_;  ///< of the present state, by the watcher's last count
  spark::RealClock::Time sent_at_{};
  std::string contents_;
  spark::net::Timer pending_;
  bool is_pending_ = false;
};

}  // namespace rctp
