// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/server_connection.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace sigverse {
namespace {

/// Limits the queue, so that a handler that never returns cannot make the program grow forever.
constexpr std::size_t kMaxQueued = 1 << 20;

}  // namespace

ServerConnection::ServerConnection(std::string agent, wire::Stream command)
    : agent_(std::move(agent)), command_(std::move(command)) {}

void ServerConnection::attach() {
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

void ServerConnection::connect_data(wire::Stream data) {
  data_ = std::move(data);
  const auto answer = ask(wire::ConnectDataPort{.name = agent_}, wire::PacketType::connect_data_port_result);
  wire::ConnectDataPortResult result;
  if (!answer || !wire::read_data(answer->data, result) || result.result != 0)
    throw std::runtime_error(answer ? "the server refuses the data connection" : problem_);
}

void ServerConnection::lose(const std::string& problem) {
  if (lost_) return;
  lost_ = true;
  problem_ = problem;
  queued_.clear();
  command_.close();
  if (data_) data_->close();
  if (on_lost_) on_lost_();
}

void ServerConnection::collect() {
  if (on_collect_ && !lost_) on_collect_(queued_);
}

bool ServerConnection::flush() {
  if (lost_) return false;
  if (queued_.empty()) return true;
  const bool sent = answers().send(queued_, kTimeout);
  queued_.clear();
  if (!sent) lose(answers().problem());
  return sent;
}

void ServerConnection::settle() {
  collect();
  // Requests are carried out in order, so an answer shows that the earlier ones are done.
  constexpr std::size_t kTime = 8;
  if (!queued_.empty()) ask({.code = wire::RawCode::sim_time}, kTime);
}

bool ServerConnection::bound_queue() {
  return !lost_ && (queued_.size() < kMaxQueued || flush());
}

std::optional<wire::Packet> ServerConnection::ask_octets(std::string_view request, wire::PacketType answer) {
  collect();
  queued_ += request;
  if (!flush()) return {};
  return next_answer(answer);
}

std::optional<wire::Packet> ServerConnection::next_answer(wire::PacketType answer, wire::Stream::Timeout timeout) {
  while (!lost_) {
    answers().expect_soon();
    const auto received = answers().receive(timeout);
    if (!received) {
      lose(answers().problem());
      break;
    }
    if (received.what == wire::Stream::What::packet) {
      const auto packet = wire::read_packet(received.octets);
      if (packet && packet->head.type == answer) return packet;
    }
    const bool is_packet = received.what == wire::Stream::What::packet;
    events_.push_back({is_packet ? Event::Kind::packet : Event::Kind::raw, std::string(received.octets)});
  }
  return {};
}

std::optional<std::string_view> ServerConnection::ask(const wire::RawRequest& request, std::size_t answer) {
  collect();
  if (!wire::append_raw_request(queued_, request) || !flush()) return {};
  return next_octets(answer);
}

std::optional<std::string_view> ServerConnection::next_octets(std::size_t count) {
  if (lost_) return {};
  answers().expect_soon();
  const auto received = answers().receive_octets(count, kTimeout);
  if (received) return received.octets;
  lose(answers().problem());
  return {};
}

ServerConnection::Event ServerConnection::next_event(wire::Stream::Timeout timeout) {
  if (!events_.empty()) {
    Event first = std::move(events_.front());
    events_.pop_front();
    return first;
  }
  if (lost_) return {Event::Kind::lost, {}};
  const auto received = command_.receive(timeout);
  if (received.what == wire::Stream::What::timed_out) return {};
  if (received)
    return {received.what == wire::Stream::What::packet ? Event::Kind::packet : Event::Kind::raw,
            std::string(received.octets)};
  lose(command_.problem());
  return {Event::Kind::lost, {}};
}

}  // namespace sigverse
