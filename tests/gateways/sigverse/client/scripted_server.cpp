// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/client/scripted_server.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

namespace sigverse::client {
namespace {

std::array<int, 2> connected_sockets() {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  return ends;
}

}  // namespace

void Witness::attached(bool accepted, std::string_view message) {
  events.push_back(fmt::format("attached {} {}", accepted ? "yes" : "no", message));
}

void Witness::shapes(const ShapeBase& shapes) {
  events.push_back(fmt::format("{} shapes", shapes.entries().size()));
}

void Witness::entity(double time, const Object* object, const wire::ObjectRecord& record) {
  entities.push_back(object ? std::optional(*object) : std::nullopt);
  events.push_back(fmt::format("entity {} {}", time, record.name));
}

void Witness::log_line(wire::LogLevel level, std::string_view text) {
  events.push_back(fmt::format("log {} {}", static_cast<int>(level), text));
}

void Witness::display_text(const wire::DisplayText& text) {
  events.push_back(fmt::format("display {} {} {}", text.size, text.colour, text.text));
}

void Witness::packet(const wire::Packet& packet) {
  events.push_back(fmt::format("packet {}", static_cast<int>(packet.head.type)));
}

void Witness::raw(const wire::Raw& raw) {
  events.push_back(fmt::format("raw {}", raw.code));
}

void Witness::problem(std::string_view line, bool is_unreadable) {
  events.push_back(fmt::format("problem{} {}", is_unreadable ? "!" : "", line));
}

ScriptedServer::ScriptedServer() {
  const auto ends = connected_sockets();
  link = SimServer(wire::Stream(ends[0]));
  end_ = ends[1];
}

ScriptedServer::~ScriptedServer() {
  close();
}

void ScriptedServer::close() {
  if (end_ >= 0) ::close(end_);
  end_ = -1;
}

SimServer::Received ScriptedServer::process() {
  for (;;)
    if (const auto received = link.processOnePacket(*this, SimServer::Timeout(0));
        received != SimServer::Received::unit)
      return received;
}

SimServer::Received ScriptedServer::send(std::string_view octets) {
  auto received = SimServer::Received::nothing;
  while (!octets.empty() && received != SimServer::Received::ended) {
    const ssize_t sent = ::send(end_, octets.data(), octets.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) octets.remove_prefix(static_cast<std::size_t>(sent));
    received = process();
  }
  return received;
}

std::string ScriptedServer::taken() {
  std::string octets;
  std::array<char, 65'536> some{};
  for (;;) {
    const ssize_t got = ::recv(end_, some.data(), some.size(), MSG_DONTWAIT);
    if (got <= 0) return octets;
    octets.append(some.data(), static_cast<std::size_t>(got));
  }
}

std::string no_entity(double time) {
  std::string octets;
  wire::append_entity(octets, time, nullptr);
  return octets;
}

}  // namespace sigverse::client
