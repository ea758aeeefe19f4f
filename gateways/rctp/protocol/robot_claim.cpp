// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/robot_claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spark/core/check.h"
#include "spark/core/log.h"

namespace rctp {
namespace {

// Seconds after which another attempt makes sense: robots arrive within the first moments, operators leave sooner or
// later, and replays last until the end of the match.
constexpr const char* kRetryAbsent = "1";
constexpr const char* kRetryOperated = "5";
constexpr const char* kRetryReplayed = "60";

constexpr std::size_t kMaxNames = 1000;  ///< bytes of names in one refusal

Reply unavailable(std::string sentence, const char* retry_after) {
  Reply reply = refusal(503, std::move(sentence));
  reply.fields.push_back({"Retry-After", retry_after});
  return reply;
}

std::vector<double> values_of(const Object& object, std::span<const double> present) {
  std::vector<double> values(present.begin(), present.end());
  for (std::size_t i = values.size(); i < object.parameters.size(); ++i) values.push_back(object.parameters[i].neutral);
  return values;
}

}  // namespace

RobotClaim::State RobotClaim::state() const {
  if (!is_present_) return State::absent;
  if (is_replayed_) return State::replayed;
  return claim_;
}

void RobotClaim::set_present(bool present) {
  is_present_ = present;
  if (!present) leave(client_);
}

void RobotClaim::set_replayed() {
  is_replayed_ = true;
  leave(client_);
}

std::optional<std::size_t> RobotClaim::find(std::string_view object) const {
  if (!objects_ || object.empty()) return std::nullopt;
  const auto at = std::find_if(objects_->begin(), objects_->end(), [&](const Object& o) { return o.name == object; });
  if (at == objects_->end()) return std::nullopt;
  return static_cast<std::size_t>(at - objects_->begin());
}

std::optional<Reply> RobotClaim::absence() const {
  if (is_present_) return std::nullopt;
  return unavailable(name_ + " is not in the world", kRetryAbsent);
}

std::optional<Reply> RobotClaim::objection(Client client) const {
  if (auto absent = absence()) return absent;
  if (is_replayed_) return unavailable(name_ + " is replayed: it obeys the log of an earlier match", kRetryReplayed);
  if (client_ && client_ != client)
    return unavailable(fmt::format("{} is operated by {}", name_, peer_), kRetryOperated);
  if (claim_ == State::live || claim_ == State::stopped)
    return refusal(409, "nothing can be assigned after GO: " + name_ + " is live");
  return std::nullopt;
}

Reply RobotClaim::assign(Client client, std::string_view object, const Details& details) {
  if (auto objection = this->objection(client)) return std::move(*objection);
  const auto place = find(object);
  if (!place)
    return refusal(404, fmt::format("{} has no object '{}'; it has {}", name_, spark::printable(object), names()));
  auto at = std::find(places_.begin(), places_.end(), *place);
  if (at == places_.end()) {
    if (places_.size() == kMaxObjects) return refusal(409, "this connection has as many objects as there are IDs");
    at = places_.insert(at, *place);
  }
  client_ = client;
  peer_ = details.peer;
  claim_ = State::negotiation;
  const Object& assigned = (*objects_)[*place];
  Reply reply;
  reply.fields.push_back({"ID", fmt::to_string(at - places_.begin() + 1)});
  if (assigned.is_control())
    reply.fields.push_back({"Current Value", current_value(assigned.parameters, values_of(assigned, details.values))});
  if (!assigned.has_records())
    reply.fields.push_back({"Location", fmt::format("http://{}/{}/{}", details.authority, name_, assigned.address)});
  return reply;
}

Reply RobotClaim::go(Client client) {
  if (!is_claimed_by(client)) return refusal(409, "GO needs an object that has been assigned on this connection");
  if (claim_ != State::negotiation) return refusal(409, "GO was granted before: " + name_ + " is live");
  claim_ = State::live;
  return {};
}

bool RobotClaim::stop(Client client) {
  if (!is_claimed_by(client) || claim_ != State::live) return false;
  claim_ = State::stopped;
  return true;
}

bool RobotClaim::release(Client client) {
  if (!is_claimed_by(client) || claim_ != State::stopped) return false;
  claim_ = State::live;
  return true;
}

bool RobotClaim::leave(Client client) {
  if (!is_claimed_by(client)) return false;
  const bool was_driven = claim_ != State::negotiation;
  client_ = nullptr;
  peer_.clear();
  claim_ = State::idle;
  places_.clear();
  return was_driven;
}

AssignedObjects RobotClaim::assigned() const {
  AssignedObjects table;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    SPARK_DEMAND(places_[i] < objects_->size());
    table.set(static_cast<std::uint8_t>(i + 1), (*objects_)[places_[i]]);
  }
  return table;
}

std::string RobotClaim::names() const {
  std::string text;
  for (std::size_t i = 0; objects_ && i < objects_->size(); ++i) {
    const Object& object = (*objects_)[i];
    if (object.name.empty()) continue;
    if (!text.empty()) text += ", ";
    if (text.size() > kMaxNames) return text + "…";
    text += object.name;
  }
  return text.empty() ? "none" : text;
}

std::string_view to_string(RobotClaim::State state) {
  constexpr std::array<std::string_view, 6> kNames{"absent", "idle", "negotiation", "live", "stopped", "replayed"};
  return kNames.at(static_cast<std::size_t>(state));
}

}  // namespace rctp
