// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/server_recorder.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace sigverse::recording {
namespace {

constexpr std::chrono::seconds kConnecting{2};
/// Real time between two requests, s: a quarter of the interval, within these bounds, so that no interval of a
/// simulation that runs in real time is missed.
constexpr double kMinPause = 0.002, kMaxPause = 0.05;
/// s without an answer after which the request is repeated; a server that is stopped in a debugger is slow.
constexpr double kMaxSilence = 5.0;
/// Packets handled at once, so that other work is not delayed.
constexpr int kMaxPackets = 1'000;

client::SimServer connected(const wire::Address& server) {
  client::SimServer link;
  if (!link.connect(server, kConnecting)) throw std::runtime_error(link.problem());
  return link;
}

}  // namespace

ServerRecorder::ServerRecorder(const wire::Address& server, const std::filesystem::path& file, double interval,
                               Complain complain)
    : ServerRecorder(connected(server), file, interval, std::move(complain)) {}

ServerRecorder::ServerRecorder(client::SimServer server, const std::filesystem::path& file, double interval,
                               Complain complain)
    : complain_(complain),
      interval_(interval),
      recorder_(file, interval, std::move(complain)),
      server_(std::move(server)) {
  // The answer arrives before the first world. A server that does not know this request has no shapes.
  server_.sendX3DDBRequest();
}

void ServerRecorder::attend(double now) {
  now_ = now;
  recorder_.advance(now);
  if (is_over()) return;
  using Received = client::SimServer::Received;
  const auto take = [this] { return server_.processOnePacket(*this, std::chrono::milliseconds(0)); };
  for (int left = kMaxPackets; left != 0 && !is_over() && take() == Received::unit;) --left;
  if (!server_.is_connected() && !server_.problem().empty()) complain_("the recording ends: " + server_.problem());
  if (is_over() || now_ < due_) return;
  server_.sendGetAllEntitiesRequest();
  due_ = now_ + kMaxSilence;
  take();  // also sends the request
}

void ServerRecorder::world(client::World& world) {
  const std::size_t before = recorder_.frames();
  recorder_.record(world, server_.shapes(), now_);
  // A simulation that is faster than real time is already in the next interval.
  const bool is_new = recorder_.frames() != before;
  due_ = is_new ? now_ + kMinPause : now_ + std::clamp(interval_ / 4, kMinPause, kMaxPause);
}

void ServerRecorder::problem(std::string_view line, bool) {
  complain_(std::string(line));
}

}  // namespace sigverse::recording
