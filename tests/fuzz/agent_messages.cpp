// SPDX-License-Identifier: Apache-2.0
// Messages of an agent, and events in the simulation in between. A line is a message of the agent; a line that begins
// with `!` makes the simulation generate a sensation, with `?` makes thinking cost more, and with `#` the agent stops
// reading.
#include <algorithm>
#include <memory>
#include <string>

#include "commserver/agent_dialogue.h"
#include "spark/net/frame_reader.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using commserver::AgentDialogue;
using fuzz::demand;
using spark::Step;

namespace {

constexpr Step kInterval = 20;
constexpr Step kMaxThinking = 1000;

class Meter final : public commserver::ThinkMeter {
 public:
  void begin_cycle() override { steps = 0; }
  Step cost(char) override { return steps; }
  Step steps = 0;
};

/// Acts arrive in the order of their stamps, and none before the promised time.
class Listener final : public spark::NullListener {
 public:
  using NullListener::agent_acted;
  void agent_ready(spark::AgentId) override {
    demand(!ready);
    ready = true;
  }
  void agent_acted(spark::AgentId, Step stamp, std::string_view text) override {
    demand(ready && stamp >= earliest && stamp >= last);
    demand(text.size() <= spark::InputLimits{}.act_bytes);
    last = stamp;
  }
  void agent_lost(spark::AgentId, std::string_view) override { demand(false); }
  bool ready = false;
  Step earliest = 0, last = 0;
};

/// Everything that was sent consists of complete frames, each with a letter that agents know.
void check_sent(std::string_view sent) {
  spark::net::FrameReader reader;
  reader.feed(sent);
  std::string_view text;
  spark::net::FrameReader::Result result;
  while ((result = reader.next(text)) == spark::net::FrameReader::Result::message)
    demand(!text.empty() && std::string_view("DSTCKX").find(text.front()) != std::string_view::npos);
  demand(result == spark::net::FrameReader::Result::none && reader.unread().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  static spark::Log log;
  auto own_meter = std::make_unique<Meter>();
  Meter& meter = *own_meter;
  AgentDialogue dialogue(3, std::move(own_meter), commserver::DrawingLog({}, 0, log),
                         {.reports_think_times = size % 2 == 0, .max_thinking = kMaxThinking}, log);
  Listener listener;
  dialogue.begin();
  dialogue.expect_sensation(kInterval);
  Step arrival = kInterval;
  std::string frame;
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  while (!steps.at_end()) {
    const fuzz::ExactText line(steps.line());
    const char first = line.view().empty() ? ' ' : line.view().front();
    if (first == '!') {
      AgentDialogue::begin_sensation(frame, arrival - 10, arrival);
      frame += "(time now)";
      dialogue.add_sensation(frame, arrival, arrival + kInterval);
      arrival += kInterval;
    } else if (first == '?') {
      meter.steps += static_cast<Step>(line.view().size()) * 10;
    } else if (first == '#') {
      dialogue.stopped_reading(line.view().size() * 8);
    } else {
      dialogue.take(line.view(), listener);
    }
    while (dialogue.open_next()) demand(dialogue.is_thinking());
    demand(dialogue.earliest_act() >= listener.earliest);
    listener.earliest = dialogue.earliest_act();
    const spark::AgentReport& counts = dialogue.statistics().counts;
    demand(counts.late_acts <= counts.acts);
  }
  dialogue.end();
  check_sent(dialogue.outgoing().pending());
  return 0;
}
