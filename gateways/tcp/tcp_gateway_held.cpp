// SPDX-License-Identifier: Apache-2.0
//
// How sensations leave a TcpGateway: what is in those without percepts, and which are held, to be sent together.
#include "gateways/tcp/tcp_gateway.h"
#include "spark/net/big_endian.h"
#include "spark/net/frame_writer.h"

namespace tcp {

using namespace spark;
namespace {

/// Sensations of half of the agents are sent together, or of fewer after so many steps. Agents that sense one after the
/// other, as by default, get theirs later by half of the time for which the world can do without their answers: one
/// half of them thinks while the other half's sensations are generated. Few agents wait for nobody.
constexpr std::size_t kPartHeld = 2;
constexpr Step kMaxStepsHeld = 10;

/// Completes a frame. An agent without a body perceives nothing, and a message of length 0 hangs clients whose read
/// function takes a count of 0 for "any number". So it is told the time, as a TimePerceptor would.
void finish(std::string& frame, const Clock& clock) {
  if (frame.size() == net::kFrameHead) {
    SexpPerceptWriter writer(frame);
    writer.begin("time");
    writer.field("now", clock.episode_seconds(), Unit::second);
    writer.end();
  }
  net::FrameWriter::finish_bare(frame);
}

}  // namespace

std::string TcpGateway::first_sensation() const {
  std::string frame;
  net::FrameWriter::begin(frame);
  finish(frame, clock_);
  return frame;
}

PerceptWriter& TcpGateway::begin_sensation(AgentId, Step, Step arrival) {
  arrival_ = arrival;
  net::FrameWriter::begin(frame_);
  return writer_.emplace(frame_);
}

void TcpGateway::end_sensation(AgentId id, Step next_arrival) {
  finish(frame_, clock_);
  TcpAgent* agent = find(id);
  if (!agent || agent->is_closed()) return;
  agent->add_sensation(frame_, arrival_, next_arrival);
  if (!options_.sync) return;
  if (held_.empty()) held_since_ = clock_.now();
  held_.push_back(id);
  if (!may_hold_more()) send_held();
}

bool TcpGateway::may_hold_more() const {
  return held_.size() < connected_.size() / kPartHeld && clock_.now() - held_since_ < kMaxStepsHeld;
}

bool TcpGateway::send_held() {
  if (held_.empty()) return false;
  for (const AgentId id : held_)
    if (TcpAgent* agent = find(id); agent && !agent->is_closed()) agent->send_held();
  held_.clear();
  return true;
}

}  // namespace tcp
