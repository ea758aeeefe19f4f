// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/world_watchers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "gateways/rctp/port/world_printer.h"
#include "gateways/rctp/protocol/world_contents.h"

namespace rctp {
namespace {

using Json = nlohmann::ordered_json;

/// Names and texts come from scene files and scripts, and may not be valid UTF-8.
spark::net::Connection::Shared shared_text(const Json& json) {
  return std::make_shared<const std::string>(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// The delay after which poses that were held back for a slow watcher are tried again.
constexpr std::chrono::milliseconds kPosesRetry{10};

}  // namespace

WorldWatchers::~WorldWatchers() {
  while (!watchers_.empty()) remove(*watchers_.back().conversation);
}

void WorldWatchers::add(spark::http::Conversation& conversation, std::string changed, std::vector<Text> texts) {
  // A state that may be outdated for the first watcher may be outdated for the next ones, too.
  const std::uint64_t begins = std::max(parts_.world.add_reader(), watchers_.empty() ? 0 : watchers_.front().begins);
  watchers_.push_back({.conversation = &conversation,
                       .changed = std::move(changed),
                       .texts = std::move(texts),
                       .begins = begins,
                       .model = {},
                       .head = nullptr});
  subscribe();
  note_robots();
}

void WorldWatchers::remove(const spark::http::Conversation& conversation) {
  const auto one = std::ranges::find(watchers_, &conversation, &Watcher::conversation);
  if (one == watchers_.end()) return;
  watchers_.erase(one);
  parts_.world.remove_reader();
  subscribe();
}

bool WorldWatchers::has(const spark::http::Conversation& conversation) const {
  return std::ranges::find(watchers_, &conversation, &Watcher::conversation) != watchers_.end();
}

/// Tells each robot which of its texts are wanted.
void WorldWatchers::subscribe() {
  for (const auto& robot : parts_.robots) {
    std::set<std::string> wanted;
    for (const Watcher& watcher : watchers_)
      for (const Text& text : watcher.texts)
        if (text.robot == robot.get()) wanted.insert(text.object);
    robot->link.set_watched({wanted.begin(), wanted.end()});
  }
}

void WorldWatchers::start_timer(spark::net::Loop::Duration after) {
  if (std::exchange(is_pending_, true)) return;
  pending_.start(after, [this] {
    is_pending_ = false;
    send_all();
  });
}

/// Delayed, because several things usually change together.
void WorldWatchers::note_robots() {
  if (watchers_.empty()) return;
  is_pending_ = false;
  start_timer({});
}

void WorldWatchers::check_links() {
  if (watchers_.empty()) return;
  send_texts();
  const auto due = sent_at_ + kInterval, now = parts_.loop.now();
  if (now >= due) return send_all();
  start_timer(due - now);
}

void WorldWatchers::set_model(const Model& model, std::vector<std::string> names) {
  wants_names_ = false;
  named_ = model.changes;
  names_ = std::move(names);
  note_robots();
}

void WorldWatchers::send_all() {
  if (watchers_.empty()) return;
  check_model();
  print_head();
  sent_at_ = parts_.loop.now();
  printed_.clear();
  bool is_held_back = false;
  for (Watcher& watcher : watchers_) {
    if (!named_) continue;  // nothing is sent before the names
    send_head(watcher);
    if (watcher.conversation->unsent() > kPosesWait)
      is_held_back = true;
    else
      send_poses(watcher);
  }
  if (is_held_back) start_timer(kPosesRetry);
}

/// Detects changes that outdate the files that watchers have loaded.
void WorldWatchers::check_model() {
  const std::uint64_t newest = std::max(parts_.state.model, named_.value_or(0));
  if (std::exchange(world_model_, newest) != newest) ++models_;
  if (named_ != newest && !std::exchange(wants_names_, true)) parts_.ask_for_model();
  objects_.resize(parts_.robots.size());
  bool is_changed = false;
  for (std::size_t i = 0; i < objects_.size(); ++i)
    is_changed |= std::exchange(objects_[i], parts_.robots[i]->state.objects) != parts_.robots[i]->state.objects;
  if (is_changed) ++models_;
}

void WorldWatchers::print_head() {
  Json robots = Json::array();
  for (const auto& robot : parts_.robots)
    robots.push_back({{"name", robot->link.name()},
                      {"state", to_string(robot->claim.state())},
                      {"operator", robot->claim.operator_peer()}});
  auto head = shared_text({{"names", names_}, {"step_seconds", parts_.step_seconds}, {"robots", std::move(robots)}});
  if (!head_ || *head != *head_) head_ = std::move(head);
}

void WorldWatchers::send_head(Watcher& watcher) {
  const bool is_outdated = watcher.model && watcher.model != models_;
  watcher.model = models_;
  if (is_outdated) watcher.conversation->send_message(watcher.changed, true);
  if (watcher.head == head_) return;
  watcher.head = head_;
  watcher.conversation->send_message(head_, true);
}

void WorldWatchers::send_poses(Watcher& watcher) {
  const WorldState& world = parts_.state;
  if (world.changes <= std::max(watcher.sent, watcher.begins)) return;
  for (const auto& message : poses_since(watcher.sent)) watcher.conversation->send_message(message, false);
  watcher.sent = world.changes;
}

/// Most watchers have the same state, so most of these messages are printed once.
const WorldWatchers::Messages& WorldWatchers::poses_since(std::uint64_t count) {
  const auto known = std::ranges::find(printed_, count, &std::pair<std::uint64_t, Messages>::first);
  if (known != printed_.end()) return known->second;
  Messages messages;
  WorldPrinter printer(parts_.state, count, {}, kMaxWorld);
  while (printer.next(contents_)) messages.push_back(std::make_shared<const std::string>(contents_));
  return printed_.emplace_back(count, std::move(messages)).second;
}

void WorldWatchers::send_texts() {
  for (const auto& robot : parts_.robots) {
    std::string_view characters = robot->state.characters;
    for (const RobotLink::State::Text& text : robot->state.texts) {
      const std::string_view words = characters.substr(0, text.length);
      characters.remove_prefix(text.length);
      const std::string& object = (*robot->state.objects)[text.object].name;
      spark::net::Connection::Shared message;
      for (const Watcher& watcher : watchers_) {
        const bool is_wanted = std::ranges::any_of(
            watcher.texts, [&](const Text& one) { return one.robot == robot.get() && one.object == object; });
        if (!is_wanted || !watcher.head) continue;
        if (!message)
          message = shared_text({{"robot", robot->link.name()}, {"object", object}, {"text", std::string(words)}});
        watcher.conversation->send_message(message, true);
      }
    }
  }
}

}  // namespace rctp
