// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/service_call.h"

#include <utility>

#include "gateways/sigverse/server/socket_channel.h"
#include "spark/net/socket.h"

namespace sigverse::server {

namespace {

/// Room for four of the largest packets.
constexpr spark::net::Connection::Options kCallOptions{.max_input = 256 * 1024, .system_buffer = 0, .silence = {}};

}  // namespace

ServiceAnswer ServiceCall::answer_to(std::string_view request) {
  const auto first = wire::read_packet(request.substr(0, wire::first_unit(request).size));
  return ServiceAnswer(first.value_or(wire::Packet{}));
}

ServiceCall::ServiceCall(spark::net::Loop& loop, spark::net::AddressLookup::Resolve resolve, const std::string& host,
                         std::uint16_t port, std::string request, Time until)
    : connector_(loop, std::move(resolve)),
      request_(std::make_shared<const std::string>(std::move(request))),
      answer_(answer_to(*request_)),
      until_(until) {
  connector_.start(
      host, port, spark::net::KeepAlive{},
      [this](spark::net::Socket socket, const std::string& peer) { connected(std::move(socket), peer); },
      [this](std::string problem) { fail(std::move(problem)); });
}

ServiceCall::~ServiceCall() {
  close();
}

void ServiceCall::connected(spark::net::Socket socket, const std::string& peer) {
  address_ = host_of(peer);
  connection_ = std::make_shared<spark::net::Connection>(std::move(socket), peer, kCallOptions);
  connection_->start();
  connection_->send(request_);
}

ServiceCall::State ServiceCall::attend(Time now) {
  if (state_ == State::under_way && connection_) read();
  if (state_ == State::under_way && now >= until_) {
    was_late_ = true;
    fail("does not answer in time");
  }
  return state_;
}

void ServiceCall::read() {
  while (state_ == State::under_way) {
    const wire::Unit unit = wire::first_unit(connection_->input());
    if (unit.kind == wire::Unit::Kind::incomplete) {
      if (connection_->has_ended()) fail("closes its connection before it has answered");
      return;
    }
    const auto packet = unit.kind == wire::Unit::Kind::packet
                            ? wire::read_packet(connection_->input().substr(0, unit.size))
                            : std::nullopt;
    const auto added = packet ? answer_.add(*packet) : ServiceAnswer::State::broken;
    if (added == ServiceAnswer::State::broken) return fail("gives an invalid answer");
    connection_->take(unit.size);
    if (added == ServiceAnswer::State::incomplete) continue;
    state_ = State::answered;
    close();
  }
}

void ServiceCall::fail(std::string problem) {
  state_ = State::failed;
  problem_ = std::move(problem);
  close();
}

void ServiceCall::close() {
  connector_.cancel();
  if (connection_) connection_->close();
}

}  // namespace sigverse::server
