// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/port.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/rctp/port/description.h"
#include "gateways/rctp/port/robot_list.h"
#include "spark/core/log.h"

namespace rctp {

using namespace spark;
namespace {

constexpr const char* kWorld = "world";
constexpr const char* kLive = "live";
/// More than the longest record, whose text or octets have a length of 16 bits.
constexpr std::size_t kMaxInput = 128 * 1024;

http::Options http_options() {
  http::Options options;
  options.peer = "operator";
  options.methods = {"ASSIGN", "GO"};
  options.max_input = kMaxInput;
  options.makes_room = true;  // else a few that say nothing would lock their address out
  return options;
}

}  // namespace

Port::Port(const Network::Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
           net::Loop& loop, Log& log)
    : options_(options),
      world_link_(world),
      model_link_(model),
      loop_(loop),
      log_(log),
      server_(loop, options.address, options.port, {"rctp port", "an operator"}, http_options(), *this, log),
      farewell_(loop) {
  for (RobotLink* link : robots) {
    desks_.push_back(std::make_unique<RobotDesk>(*link));
    claims_.push_back(&desks_.back()->claim);
  }
}

Port::~Port() = default;

void Port::begin() {
  look_at_links();
  server_.start();
}

RobotDesk& Port::desk_of(const RobotClaim& claim) const {
  return **std::ranges::find_if(desks_, [&](const auto& desk) { return &desk->claim == &claim; });
}

RobotDesk* Port::find(std::string_view robot) const {
  const auto found = std::ranges::find_if(desks_, [&](const auto& desk) { return desk->link.name() == robot; });
  return found == desks_.end() ? nullptr : found->get();
}

void Port::look_at_links() {
  for (const auto& desk : desks_) desk->look_at_link();
  world_link_.read(world_);
  // Whoever ends takes himself out of the list.
  for (auto at = operators_.begin(); at != operators_.end();) (*at++)->look_at_links();
  for (const auto& desk : desks_) desk->forget_texts();
  auto model = model_link_.take();
  if (!model) return;
  model_ = std::move(model);
  const bool was_printing = !printing_.empty();
  std::ranges::move(asking_, std::back_inserter(printing_));
  asking_.clear();
  if (!was_printing) print_next();
}

Operator& Port::operator_of(http::Conversation& conversation, RobotDesk* only) {
  if (!conversation.user) conversation.user = std::make_shared<Operator>(*this, conversation, only);
  return *static_cast<Operator*>(conversation.user.get());
}

void Port::request(http::Conversation& conversation, const http::Request& request) {
  if (request.method == "ASSIGN" || request.method == "GO")
    operator_of(conversation).request(request);
  else
    get(conversation, request);
}

http::Service::Foreign Port::foreign(http::Conversation& conversation) {
  return operator_of(conversation).read_text();
}

void Port::message(http::Conversation& conversation, std::string_view payload, bool is_text) {
  operator_of(conversation).message(payload, is_text);
}

void Port::input(http::Conversation& conversation) {
  operator_of(conversation).input();
}

void Port::closed(http::Conversation& conversation) {
  conversation.user.reset();
  if (ended_ && operators_.empty()) loop_.post([this] { finish(); });
}

void Port::get(http::Conversation& conversation, const http::Request& request) {
  const std::string_view path = std::string_view(request.path).substr(1);
  if (path.empty()) return conversation.answer(robot_page(desks_));
  if (path == "robots") return conversation.answer(robot_list(desks_));
  if (const auto slash = path.find('/'); slash != path.npos) {
    if (path.substr(slash + 1) == kLive) return open_live(conversation, request, path.substr(0, slash));
  } else if (const auto dot = path.rfind('.'); dot != path.npos) {
    const std::string_view name = path.substr(0, dot), kind = path.substr(dot + 1);
    RobotDesk* robot = find(name);
    const bool is_description = kind == "x3d" || kind == "wrl" || (kind == "rcml" && robot);
    if (is_description && (robot || name == kWorld)) return ask_for_description(conversation, request, robot, kind);
  }
  conversation.answer(http::text_response(404, not_found(desks_)));
}

void Port::open_live(http::Conversation& conversation, const http::Request& request, std::string_view name) {
  RobotDesk* robot = find(name);
  if (!robot) return conversation.answer(http::text_response(404, not_found(desks_)));
  if (!request.wants_websocket()) {
    auto refused = http::text_response(426, "this is the address of a WebSocket");
    refused.headers.push_back({"Upgrade", "websocket"});
    return conversation.answer(refused);
  }
  conversation.accept_websocket();
  conversation.set_gives_way(true);  // until it has the robot
  operator_of(conversation, robot);
}

void Port::ask_for_description(http::Conversation& conversation, const http::Request& request, RobotDesk* robot,
                               std::string_view kind) {
  if (robot && !robot->claim.objects()) {
    auto refused = http::text_response(503, fmt::format("{} is not in the world yet", robot->link.name()));
    refused.headers.push_back({"Retry-After", "1"});
    return conversation.answer(refused);
  }
  const std::string_view host = request.find("Host");
  asking_.push_back(
      {conversation.weak_from_this(), robot, kind == "x3d", host.empty() ? conversation.local() : std::string(host)});
  model_link_.ask();
}

http::Response Port::print(const Reader& reader) const {
  try {
    const std::string robot = reader.robot ? reader.robot->link.name() : std::string();
    return description(*model_, robot, reader.is_x3d, reader.authority, options_.world);
  } catch (const std::exception& error) {
    log_.complain("rctp port", "the world cannot be described: {}", error.what());
    return http::text_response(500, "the world cannot be described now");
  }
}

/// One at a turn, so that those who drive robots need not wait for many who read.
void Port::print_next() {
  while (!printing_.empty()) {
    const Reader reader = std::move(printing_.front());
    printing_.pop_front();
    const auto conversation = reader.conversation.lock();
    if (!conversation || conversation->is_over()) continue;
    conversation->answer(print(reader));
    break;
  }
  if (!printing_.empty()) loop_.post([this] { print_next(); });
}

void Port::end(std::chrono::milliseconds patience, std::function<void()> done) {
  ended_ = std::move(done);
  server_.stop_listening();
  for (auto at = operators_.begin(); at != operators_.end();) (*at++)->say_goodbye("the match is over");
  if (operators_.empty()) return finish();
  farewell_.start(patience, [this] { finish(); });
}

void Port::finish() {
  if (!ended_) return;
  farewell_.cancel();
  server_.close();
  std::exchange(ended_, {})();
}

}  // namespace rctp
