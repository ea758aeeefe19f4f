// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/server/peer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse_test {

using namespace sigverse::wire;

Peer::Peer(int port) : reads_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(reads_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const int yes = 1;
  ::setsockopt(reads_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void Peer::send(std::string_view octets) const {
  while (!octets.empty()) {
    const ssize_t count = ::write(out(), octets.data(), octets.size());
    if (count <= 0) return;  // reading shows that the peer has been disconnected
    octets.remove_prefix(static_cast<std::size_t>(count));
  }
}

bool Peer::read() {
  std::array<char, 65536> buffer;
  pollfd input{reads_.get(), POLLIN, 0};
  while (::poll(&input, 1, 0) == 1) {
    const ssize_t count = ::read(reads_.get(), buffer.data(), buffer.size());
    if (count <= 0) return false;
    input_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return true;
}

std::string Peer::take(std::size_t count) {
  std::string taken = input_.substr(0, count);
  input_.erase(0, count);
  return taken;
}

std::string Peer::next() {
  const Unit unit = first_unit(input_);
  if (unit.kind == Unit::Kind::incomplete) return {};
  REQUIRE(unit.kind != Unit::Kind::broken);
  return words_of(take(unit.size));
}

AwaitingPort::AwaitingPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  REQUIRE(::bind(socket_.get(), place, length) == 0);
  REQUIRE(::listen(socket_.get(), 16) == 0);
  REQUIRE(::getsockname(socket_.get(), place, &length) == 0);
  port_ = ntohs(address.sin_port);
}

bool AwaitingPort::is_asked() const {
  pollfd watched{socket_.get(), POLLIN, 0};
  return ::poll(&watched, 1, 0) == 1;
}

Peer AwaitingPort::accept() {
  return Peer(spark::Descriptor(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)), {});
}

std::string raw_unit(std::uint16_t code, std::string_view body) {
  std::string octets;
  RawWriter raw(octets, code);
  raw.octets(body);
  REQUIRE(raw.finish());
  return octets;
}

namespace {

template <typename Message>
Message data_of(const Packet& packet) {
  Message message;
  REQUIRE(read_data(packet.data, message));
  return message;
}

std::string words_of_raw(std::string_view octets) {
  const Raw raw = read_raw(octets);
  OctetReader body(raw.body);
  if (raw.code == 2) return fmt::format("START_SIM {:g}", body.real());
  if (raw.code == 3) return "STOP_SIM";
  RawMessage message;
  REQUIRE(raw.code == 1);
  REQUIRE(read_raw_message(raw.body, true, message));
  return fmt::format("message {} from {}", message.text, message.from);
}

std::string words_of_outcome(std::string_view name, const auto& outcome) {
  return fmt::format("{} {} '{}'", name, outcome.result, outcome.message);
}

std::string words_of_shapes(const std::vector<ShapeEntry>& shapes) {
  std::string words;
  for (const ShapeEntry& shape : shapes) words += fmt::format(" {}={}", shape.key, shape.file);
  return words;
}

}  // namespace

std::string words_of(std::string_view octets) {
  if (first_unit(octets).kind == Unit::Kind::raw) return words_of_raw(octets);
  const auto packet = read_packet(octets);
  REQUIRE(packet);
  const std::string name(name_of(packet->head.type));
  switch (packet->head.type) {
    case PacketType::on_action:
      return fmt::format("{} {:g}", name, data_of<OnAction>(*packet).time);
    case PacketType::turn_ends:
      return fmt::format("{} {} {:g}", name, data_of<TurnEnds>(*packet).turn, data_of<TurnEnds>(*packet).time);
    case PacketType::turn_go_on:
      return fmt::format("{} {} {:g}", name, data_of<TurnGoOn>(*packet).turn, data_of<TurnGoOn>(*packet).time);
    case PacketType::on_collision: {
      const auto collision = data_of<OnCollision>(*packet);
      return fmt::format("{} {:g} {}", name, collision.time, fmt::join(collision.with, " "));
    }
    case PacketType::attach_controller_result:
      return words_of_outcome(name, data_of<AttachControllerResult>(*packet));
    case PacketType::connect_data_port_result:
      return words_of_outcome(name, data_of<ConnectDataPortResult>(*packet));
    case PacketType::provide_service_result:
      return words_of_outcome(name, data_of<ProvideServiceResult>(*packet));
    case PacketType::attach_view_result: {
      const auto attached = data_of<AttachViewResult>(*packet);
      return words_of_outcome(name, attached) + words_of_shapes(attached.shapes);
    }
    case PacketType::x3d_db_result:
      return name + words_of_shapes(data_of<X3dDbResult>(*packet).shapes);
    case PacketType::on_recv_text: {
      const auto text = data_of<OnRecvText>(*packet);
      return fmt::format("{} {} from {} to {}", name, text.text, text.from, text.to);
    }
    case PacketType::log_msg:
      return fmt::format("{} {}", name, data_of<LogMsg>(*packet).text);
    case PacketType::display_text:
      return fmt::format("{} {}", name, data_of<DisplayText>(*packet).text);
    case PacketType::ns_query_result: {
      const auto result = data_of<NsQueryResult>(*packet);
      if (result.found == 0) return name + " 0";
      return fmt::format("{} {} {} {} {}:{}", name, result.found, result.provider, result.kind, result.host,
                         result.port);
    }
    case PacketType::detect_entities_result:
      return fmt::format("{} {}", name, data_of<DetectEntitiesResult>(*packet).names.size());
    case PacketType::sound_recog_result:
      return fmt::format("{} '{}'", name, data_of<SoundRecogResult>(*packet).text);
    case PacketType::distance_sensor_result:
      return fmt::format("{} {} octets", name, packet->data.size());
    case PacketType::capture_view_image_result:
      return fmt::format("{} {} octets", name, data_of<ImageHeader>(*packet).length);
    default:
      return name;
  }
}

}  // namespace sigverse_test
