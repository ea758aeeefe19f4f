// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/server/played_provider.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>

namespace sigverse_test {

using namespace sigverse;
using wire::PacketType;

PlayedProvider::PlayedProvider(SigStage& stage, std::string name, const std::vector<std::uint32_t>& kinds)
    : registration(stage.gateway->port()),
      stage_(stage),
      name_(std::move(name)),
      listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0);
  REQUIRE(::listen(listening_.get(), 64) == 0);
  REQUIRE(::getsockname(listening_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
  port_ = ntohs(address.sin_port);
  for (const std::uint32_t kind : kinds)
    REQUIRE(provide(name_, kind, static_cast<std::uint32_t>(port_)) == "PROVIDE_SERVICE_RESULT 0 ''");
}

std::string PlayedProvider::provide(const std::string& name, std::uint32_t kind, std::uint32_t port,
                                    const std::string& host) {
  registration.say(wire::ProvideService{name, kind, host, port});
  return stage_.next(registration);
}

bool PlayedProvider::has_come() const {
  pollfd input{listening_.get(), POLLIN, 0};
  return ::poll(&input, 1, 0) == 1;
}

Peer PlayedProvider::accept() {
  REQUIRE(stage_.until([&] { return has_come(); }));
  return Peer(spark::Descriptor(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC)), spark::Descriptor());
}

bool PlayedProvider::is_asked() {
  for (int i = 0; i < 20 && !has_come(); ++i) stage_.receive();
  return has_come();
}

void PlayedProvider::answer_ping(std::uint16_t kind) {
  Peer asker = accept();
  std::string expected;
  wire::append_packet(expected, wire::NsPinger{kind});
  REQUIRE(stage_.octets(asker, expected.size()) == expected);
  asker.say(wire::NsPingerResult{1});
}

void PlayedProvider::hang_up() {
  stop_listening();
  registration.hang_up();
}

void send_in_pieces(SigStage& stage, const Peer& peer, std::string_view octets) {
  constexpr std::size_t kPiece = 20'000;
  for (; !octets.empty(); octets.remove_prefix(std::min(kPiece, octets.size()))) {
    peer.send(octets.substr(0, kPiece));
    stage.receive();
  }
}

std::string picture(std::size_t octets, std::size_t said, PacketType type) {
  std::string header, content(octets, '\0'), message;
  for (std::size_t i = 0; i < octets; ++i) content[i] = static_cast<char>(i * 7 + i / 251);
  wire::OctetWriter writer(header);
  wire::ImageHeader{1, 1, 320, 240, static_cast<std::uint32_t>(said)}.fields(wire::FieldWriter(writer));
  REQUIRE(wire::append_large(message, {type}, header, content));
  return message;
}

std::string picture(std::size_t octets) {
  return picture(octets, octets, PacketType::capture_view_image_result);
}

}  // namespace sigverse_test
