// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/session.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace sigverse {
namespace {

/// A handler that goes on for ever shall not make the program grow for ever.
constexpr std::size_t kMaxCollected = 1 << 20;

}  // namespace

Session::Session(std::string agent, wire::Stream command) : agent_(std::move(agent)), command_(std::move(command)) {}

void Session::attach() {
  const auto answer = ask(wire::AttachController{.name = agent_}, wire::PacketType::attach_controller_result);
  if (!answer) throw std::runtime_error(problem_);
  wire::AttachControllerResult result;
  if (!wire::read_data(answer->data, result)) throw std::runtime_error("the server's answer cannot be read");
  if (result.result != 0)
    throw std::runtime_error(
        fmt::format("cannot attach to {}: {}", agent_,
                    result.message.empty() ? fmt::format("the server says {}", result.result) : result.message));
  has_turns_ = result.message.starts_with(wire::kTurnsKnown);
  world_waits_ = result.message == wire::kTurnsKnown;
}

void Session::connect_data(wire::Stream data) {
  data_ = std::move(data);
  const auto answer = ask(wire::ConnectDataPort{.name = agent_}, wire::PacketType::connect_data_port_result);
  wire::ConnectDataPortResult result;
  if (!answer || !wire::read_data(answer->data, result) || result.result != 0)
    throw std::runtime_error(answer ? "the server refuses the data connection" : problem_);
}

void Session::lose(const std::string& problem) {
  if (lost_) return;
  lost_ = true;
  problem_ = problem;
  collected_.clear();
  command_.close();
  if (data_) data_->close();
  if (on_lost_) on_lost_();
}

void Session::collect() {
  if (on_collect_ && !lost_) on_collect_(collected_);
}

bool Session::flush() {
  if (lost_) return false;
  if (collected_.empty()) return true;
  const bool sent = answers().send(collected_, kPatience);
  collected_.clear();
  if (!sent) lose(answers().problem());
  return sent;
}

bool Session::keep_small() {
  return !lost_ && (collected_.size() < kMaxCollected || flush());
}

std::optional<wire::Packet> Session::ask_octets(std::string_view request, wire::PacketType answer) {
  collect();
  collected_ += request;
  if (!flush()) return {};
  return more(answer);
}

std::optional<wire::Packet> Session::more(wire::PacketType answer, wire::Stream::Patience patience) {
  while (!lost_) {
    answers().expect_soon();
    const auto received = answers().receive(patience);
    if (!received) {
      lose(answers().problem());
      break;
    }
    if (received.what == wire::Stream::What::packet) {
      const auto packet = wire::read_packet(received.octets);
      if (packet && packet->head.type == answer) return packet;
    }
    const bool is_packet = received.what == wire::Stream::What::packet;
    unasked_.push_back({is_packet ? Heard::Kind::packet : Heard::Kind::raw, std::string(received.octets)});
  }
  return {};
}

std::optional<std::string_view> Session::ask(const wire::RawRequest& request, std::size_t answer) {
  collect();
  if (!wire::append_raw_request(collected_, request) || !flush()) return {};
  return more_octets(answer);
}

std::optional<std::string_view> Session::more_octets(std::size_t count) {
  if (lost_) return {};
  answers().expect_soon();
  const auto received = answers().receive_octets(count, kPatience);
  if (received) return received.octets;
  lose(answers().problem());
  return {};
}

Session::Heard Session::hear(wire::Stream::Patience patience) {
  if (!unasked_.empty()) {
    Heard first = std::move(unasked_.front());
    unasked_.pop_front();
    return first;
  }
  if (lost_) return {Heard::Kind::lost, {}};
  const auto received = command_.receive(patience);
  if (received.what == wire::Stream::What::timed_out) return {};
  if (received)
    return {received.what == wire::Stream::What::packet ? Heard::Kind::packet : Heard::Kind::raw,
            std::string(received.octets)};
  lose(command_.problem());
  return {Heard::Kind::lost, {}};
}

}  // namespace sigverse
