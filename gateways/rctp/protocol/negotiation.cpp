// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/negotiation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/rctp/protocol/target.h"
#include "spark/core/log.h"

namespace rctp {

Reply Negotiation::answer(const Request& request, Time now) {
  if (request.refusal == 0)
    return answer(request.method, request.target, request.is_http() ? request.header("Host") : std::string_view(), now);
  last_request_ = now;
  return refusal(request.refusal, request.problem);
}

Reply Negotiation::answer(std::string_view method, std::string_view target, std::string_view host, Time now) {
  last_request_ = now;
  if (is_lost()) {
    // The IDs have become invalid, because the robot may return with other objects.
    Reply lost = refusal(503, robot_->name() + " has left the world; connect again when it is back");
    lost.fields.push_back({"Retry-After", "1"});
    lost.closes = true;
    return lost;
  }
  if (method == "ASSIGN") return assign(target, host);
  if (method == "GO") return go(target);
  Reply other = refusal(405, fmt::format("'{}' means nothing here; ASSIGN and GO do", spark::printable(method)));
  other.fields.push_back({"Allow", "ASSIGN, GO"});
  return other;
}

Reply Negotiation::assign(std::string_view text, std::string_view host) {
  const auto target = assign_target(text);
  if (!target)
    return refusal(400, fmt::format("'{}' names no object; 'head', 'rover/head' and 'rctp://host:port/rover/head' do",
                                    spark::printable(text)));
  Reply refused;
  RobotClaim* const robot = robot_of(target->robot, refused);
  if (!robot) return refused;
  const auto place = robot->find(target->object);
  const RobotClaim::Details details{
      .peer = parts_.peer,
      .authority = host.empty() ? std::string_view(parts_.authority) : host,
      .values = place && parts_.values ? parts_.values(*robot, *place) : std::span<const double>()};
  Reply reply = robot->assign(this, target->object, details);
  if (reply.is_granted()) robot_ = robot;
  return reply;
}

Reply Negotiation::go(std::string_view text) {
  const auto target = go_target(text);
  if (!target) return refusal(400, fmt::format("'{}' names no robot", spark::printable(text)));
  Reply refused;
  RobotClaim* const robot = robot_of(target->robot, refused);
  return robot ? robot->go(this) : refused;
}

RobotClaim* Negotiation::robot_of(const std::string& name, Reply& refused) const {
  RobotClaim* const own = robot_ ? robot_ : parts_.only;
  if (name.empty()) {
    if (own) return own;
    if (!parts_.robots.empty()) return parts_.robots.front();
    refused = refusal(404, "there are no robots here");
    return nullptr;
  }
  const auto named = [&](const RobotClaim* robot) { return robot->name() == name; };
  const auto at = std::find_if(parts_.robots.begin(), parts_.robots.end(), named);
  if (at == parts_.robots.end()) {
    std::string names;
    for (const RobotClaim* robot : parts_.robots) names += (names.empty() ? "" : ", ") + robot->name();
    refused = refusal(404, fmt::format("there is no robot '{}'; there are: {}", spark::printable(name),
                                       names.empty() ? "none" : names));
    return nullptr;
  }
  if (own && own != *at) {
    refused = refusal(409, fmt::format("this connection is about {}; {} needs another one", own->name(), name));
    return nullptr;
  }
  return *at;
}

bool Negotiation::is_live() const {
  if (!robot_ || is_lost()) return false;
  return robot_->state() == RobotClaim::State::live || robot_->state() == RobotClaim::State::stopped;
}

std::optional<Reply> Negotiation::check_silence(Time now) {
  if (is_over_ || is_live() || now < deadline()) return std::nullopt;
  end();
  Reply reply = refusal(408, fmt::format("no request for {} s", kTimeout.count()));
  reply.closes = true;
  return reply;
}

bool Negotiation::end() {
  is_over_ = true;
  return robot_ && std::exchange(robot_, nullptr)->leave(this);
}

}  // namespace rctp
