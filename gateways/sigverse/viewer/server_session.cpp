// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/server_session.h"

#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"
#include "spark/net/socket.h"

namespace sigverse::viewer {
namespace {

constexpr std::string_view kAccepted = "SUCC";
constexpr std::string_view kLeaves = "00004";
/// Room for the largest message.
constexpr spark::net::Connection::Options kServer{.max_input = 128 * 1024, .silence = spark::net::KeepAlive{}};

}  // namespace

ServerSession::ServerSession(const wire::Address& server, const std::string& name, spark::net::Loop& loop,
                             Wanted wanted)
    : name_(name), wanted_(std::move(wanted)), connector_(loop) {
  connector_.start(
      server.host, server.port, spark::net::KeepAlive{},
      [this](spark::net::Socket socket, const std::string& peer) {
        own_address_ = socket.socket.local_endpoint().address().to_string();
        connection_ = std::make_shared<spark::net::Connection>(std::move(socket), peer, kServer);
        connection_->start();
        connection_->send(fmt::format("SIGMESSAGE,{},", name_));
      },
      [this](const std::string& problem) { end(fmt::format("cannot connect to the server: {}", problem)); });
}

ServerSession::~ServerSession() {
  if (!connection_) return;
  if (state_ == State::accepted) connection_->send(kLeaves);
  connection_->close();
}

void ServerSession::attend() {
  if (!connection_ || state_ == State::over) return;
  if (state_ == State::waiting) take_answer();
  while (state_ == State::accepted) {
    const wire::Unit unit = wire::first_unit(connection_->input());
    if (unit.kind == wire::Unit::Kind::incomplete) break;
    if (unit.kind != wire::Unit::Kind::raw) return end("the server sends what a service cannot read");
    const wire::Raw raw = wire::read_raw(connection_->input().substr(0, unit.size));
    take_raw(raw.code, raw.body);
    connection_->take(unit.size);
  }
  if (connection_->has_ended() && state_ != State::over) end({});
}

void ServerSession::take_answer() {
  const std::string_view input = connection_->input();
  if (input.size() < kAccepted.size()) return;
  if (!input.starts_with(kAccepted))
    return end(fmt::format("the server refuses the service {}: another program has that name", name_));
  connection_->take(kAccepted.size());
  state_ = State::accepted;
}

void ServerSession::take_raw(std::uint16_t code, std::string_view body) {
  if (static_cast<wire::RawToService>(code) != wire::RawToService::connect) return;
  wire::RawReader reader(body);
  const std::uint16_t port = reader.u16();
  const std::string agent(reader.field());
  if (reader.is_good() && port != 0) wanted_(port, agent);
}

void ServerSession::end(std::string problem) {
  state_ = State::over;
  problem_ = std::move(problem);
}

}  // namespace sigverse::viewer
