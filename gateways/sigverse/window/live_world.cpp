// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/live_world.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>
#include <utility>
#include <variant>

#include "gateways/sigverse/window/values.h"

namespace sigverse::window {
namespace {

constexpr std::chrono::seconds kConnectTimeout(5);
constexpr std::uint64_t kMaxOctets = 8 << 20;  // octets of a server per picture, so that the window stays responsive
constexpr int kMaxUnits = 20000;               // likewise
constexpr double kStandsStill = 1.0;           // s without change of the SIG time after which it counts as stopped
constexpr std::size_t kMaxLetters = 500;       // of a log line

constexpr const char* kDisconnected = "disconnected";

/// Whether the server has ignored a change of a value. Bodies move meanwhile, and values may be rounded.
bool is_refused(const client::AttributeValue& sent, const client::AttributeValue& before,
                const client::AttributeValue& now) {
  const auto* const to = std::get_if<double>(&sent);
  const auto* const from = std::get_if<double>(&before);
  const auto* const is = std::get_if<double>(&now);
  if (!to || !from || !is) return now == before && now != sent;
  return std::abs(*is - *from) < 0.1 * std::abs(*is - *to);
}

}  // namespace

/// A connection that is being made. It is shared with its thread, so that a window can close while the thread is still
/// waiting.
struct LiveWorld::Connecting {
  std::atomic<bool> is_done{false};
  client::SimServer server;  ///< belongs to the thread until it is done
};

LiveWorld::LiveWorld(const wire::Address& server, std::string name, recording::Recorder* recorder)
    : name_(std::move(name)), recorder_(recorder), was_recording_(recorder && recorder->is_recording()) {
  connect(server);
}

LiveWorld::~LiveWorld() = default;

void LiveWorld::connect(const wire::Address& server) {
  disconnect();
  // Another server has a different world.
  if (wire::address_text(server) != wire::address_text(address_)) world_ = {}, server_ = {};
  address_ = server;
  connecting_ = std::make_shared<Connecting>();
  std::thread([address = server, connecting = connecting_] {
    connecting->server.connect(address, kConnectTimeout);
    connecting->is_done = true;
  }).detach();
}

void LiveWorld::disconnect() {
  connecting_.reset();
  server_.close();
  talk_.cancel();
  problem_ = kDisconnected;
  refusal_.clear();
  asked_.reset();
  changes_.clear();
  has_world_ = is_silent_ = is_running_ = change_sent_ = change_asked_ = false;
  changed_ = true;
}

void LiveWorld::take_connection() {
  if (!connecting_ || !connecting_->is_done) return;
  client::SimServer connected = std::move(connecting_->server);
  connecting_.reset();
  changed_ = true;
  // The old world is kept, with its shapes.
  if (!connected.is_connected()) return lose(connected.problem());
  server_ = std::move(connected);
  server_.attachView(name_);
  add({.text = "connected to " + wire::address_text(address_)});
}

void LiveWorld::lose(std::string why) {
  disconnect();
  // The log line already names the server.
  const std::string place = wire::address_text(address_) + ": ";
  if (const std::size_t found = why.find(place); found != std::string::npos) why.erase(0, found + place.size());
  problem_ = std::move(why);
}

void LiveWorld::advance(double now) {
  now_ = now;
  if (recorder_) recorder_->advance(now);
  if (was_recording_ && !recorder_->is_recording()) was_recording_ = false, problem("the recording has ended", false);
  take_connection();
  if (talk_.is_talking()) talk_.update();
  if (!server_.is_connected()) return;
  receive();
  if (!server_.is_connected()) return;
  if (!asked_ && now >= last_asked_ + kPollInterval) {
    server_.sendGetAllEntitiesRequest();
    asked_ = last_asked_ = now;
    change_asked_ = change_sent_;
    receive();  // sends the request, too
  }
  const bool silent = asked_ && now > *asked_ + kSilence;
  if (std::exchange(is_silent_, silent) != silent) changed_ = true;
  const bool running = has_world_ && !silent && now < last_time_moved_ + kStandsStill;
  if (std::exchange(is_running_, running) != running) changed_ = true;
}

void LiveWorld::receive() {
  const std::uint64_t before = server_.octets();
  for (int i = 0; i < kMaxUnits && server_.octets() - before < kMaxOctets; ++i) {
    switch (server_.processOnePacket(*this, std::chrono::milliseconds(0))) {
      case client::SimServer::Received::unit:
        continue;
      case client::SimServer::Received::nothing:
        return;
      case client::SimServer::Received::ended:
        return lose(server_.problem());
    }
  }
}

bool LiveWorld::has_changed() {
  return std::exchange(changed_, false);
}

std::string LiveWorld::state() const {
  if (is_silent_) return "no answer";
  if (!refusal_.empty()) return refusal_;
  if (!has_world_) return "connected";
  return is_running_ ? "running" : world_.time > 0 ? "time stands still" : "ready";
}

std::string LiveWorld::recording_words() const {
  if (!recorder_) return {};
  return was_recording_ ? "  recording" : "  the recording has ended";
}

monitor::Status LiveWorld::status() const {
  using Kind = monitor::Status::Kind;
  const std::string place = wire::address_text(address_);
  if (is_connecting()) return {Kind::paused, fmt::format("connecting to {} ...", place), false};
  if (!is_connected() && problem_ == kDisconnected) return {Kind::paused, "disconnected from " + place, false};
  if (!is_connected()) return {Kind::waiting, fmt::format("no connection to {}: {}", place, problem_), false};
  return {is_running_ ? Kind::running : Kind::paused, fmt::format("{}  {}{}", place, state(), recording_words()),
          false};
}

std::vector<LogLine> LiveWorld::take_lines() {
  return std::exchange(lines_, {});
}

void LiveWorld::control(wire::SimCommand command) {
  server_.sendSimCtrlCommand(command);
}

void LiveWorld::end_simulation() {
  server_.sendEndRequest();
}

bool LiveWorld::change(const client::Object& object, const std::vector<client::Attribute>& changed) {
  const bool sent = server_.is_connected() && server_.sendAttributes(object, changed);
  if (!sent) return false;
  change_sent_ = true, change_asked_ = false;
  if (changes_.size() > kMaxLines) changes_.clear();
  for (const client::Attribute& attribute : changed)
    if (const client::Attribute* const before = object.find(attribute.name))
      changes_.push_back({object.name, attribute, before->value});
  return true;
}

/// After a change: reports the changes that are not in the world.
void LiveWorld::check_changes() {
  std::map<std::string, std::string> refused;  // by object
  for (const Change& change : std::exchange(changes_, {})) {
    const client::Object* const object = world_.find(change.object);
    const client::Attribute* const now = object ? object->find(change.sent.name) : nullptr;
    if (!now || !is_refused(change.sent.value, change.before, now->value)) continue;
    std::string& words = refused[shown_name(change.object)];
    words +=
        fmt::format("{}{} = {}", words.empty() ? "" : ", ", shown_name(change.sent.name), shown(change.sent.value));
  }
  for (const auto& [object, words] : refused)
    problem(fmt::format("{}: the server has refused {}", object, words), false);
}

bool LiveWorld::move(const client::Object& object, const sight::Vector& place) {
  return change(object, {{"x", "position", place[0]}, {"y", "position", place[1]}, {"z", "position", place[2]}});
}

bool LiveWorld::begin_talking(const client::Object& agent, std::string& problem) {
  if (!server_.is_connected()) return problem = "there is no connection", false;
  return talk_.start(agent) || (problem = talk_.problem(), false);
}

bool LiveWorld::end_talking(bool send, std::string& problem) {
  if (!talk_.is_talking()) return true;
  if (!send) return talk_.cancel(), true;
  return talk_.stop(server_, world_.time) || (problem = talk_.problem(), false);
}

void LiveWorld::attached(bool accepted, std::string_view message) {
  changed_ = true;
  if (accepted) return;
  refusal_ = fmt::format("the server refuses this viewer: {}", message);
  problem(refusal_, false);
}

void LiveWorld::shapes(const client::ShapeBase& /*shapes*/) {
  changed_ = true;
}

void LiveWorld::world(client::World& world) {
  if (has_world_ && world.time != world_.time) last_time_moved_ = now_;
  if (has_world_ && world.time < world_.time) add({.text = fmt::format("reset: the time is {:.2f} s", world.time)});
  if (!has_world_ || !(world == world_)) changed_ = true;
  world_ = std::move(world);
  has_world_ = true;
  if (recorder_) recorder_->record(world_, server_.shapes(), now_);
  asked_.reset();
  if (!change_asked_) return;
  change_sent_ = change_asked_ = false, changed_ = true;
  check_changes();
}

void LiveWorld::log_line(wire::LogLevel level, std::string_view text) {
  add({level, std::string(text)});
}

void LiveWorld::display_text(const wire::DisplayText& text) {
  add({wire::LogLevel::display, std::string(text.text), text.colour, text.size});
}

void LiveWorld::problem(std::string_view line, bool /*is_unreadable*/) {
  add({.level = wire::LogLevel::error, .text = std::string(line), .is_problem = true});
}

void LiveWorld::add(LogLine line) {
  if (line.text.size() > kMaxLetters) line.text.resize(kMaxLetters);
  if (lines_.size() == kMaxLines) lines_.erase(lines_.begin());
  lines_.push_back(std::move(line));
  changed_ = true;
}

}  // namespace sigverse::window
