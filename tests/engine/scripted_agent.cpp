// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/scripted_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace engine_test {
namespace {

constexpr std::array kGarbage = {"", "Z", "I", "K3", "S1 11 ", "R", "R-5", "Rsoon", "R99999999999999999999", "R1.5"};
constexpr std::array kBroken = {"(fly 1)",    "(note", "(note b)(note", "(note c))(note d)",
                                "()(note e)", "note",  "(note)"};

template <std::size_t N>
const char* choose(const std::array<const char*, N>& list, int number) {
  return list[static_cast<std::size_t>(number) % N];
}

std::string text_of(const std::vector<Move>& moves) {
  static constexpr std::array kNames = {"note",   "notes",   "grow", "leaf",    "empty",
                                        "broken", "request", "ask",  "garbage", "done"};
  std::string text;
  for (const Move& move : moves) {
    text += fmt::format(" {}", kNames[static_cast<std::size_t>(move.kind)]);
    if (move.kind == Move::Kind::request) text += fmt::format("{:+}", move.number);
    if (move.kind == Move::Kind::broken) text += fmt::format(" '{}'", choose(kBroken, move.number));
    if (move.kind == Move::Kind::garbage) text += fmt::format(" '{}'", choose(kGarbage, move.number));
    if (move.times != 1) text += fmt::format(" x{}", move.times);
  }
  return text;
}

void show(std::ostream& out, const char* opener, const std::vector<CycleScript>& scripts) {
  for (const CycleScript& script : scripts)
    out << "    on " << opener << ':' << text_of(script.moves) << " D" << text_of(script.afterwards) << '\n';
}

}  // namespace

bool Match::is_patient() const {
  return std::none_of(agents.begin(), agents.end(),
                      [](const AgentScript& agent) { return agent.start == AgentScript::Start::never; });
}

bool Match::gets_ready(std::size_t agent) const {
  const AgentScript::Start start = agents[agent].start;
  return start == AgentScript::Start::at_once || (start == AgentScript::Start::slow && is_patient());
}

std::ostream& operator<<(std::ostream& out, const Match& match) {
  out << fmt::format(
      "a sensation every {} steps, latencies {} and {}, until step {} or {} notes, at most {} steps of thinking, {}"
      "service {}\n",
      match.timing.sense_interval, match.timing.sense_latency, match.timing.action_latency, match.last_step,
      match.max_notes, match.max_thinking, match.tells_think_times ? "K, " : "", match.service);
  for (std::size_t i = 0; i < match.agents.size(); ++i) {
    const AgentScript& agent = match.agents[i];
    static constexpr std::array kStarts = {"ready at once", "ready late", "never ready", "dies before it is ready"};
    out << fmt::format("  agent {}: {}{}, a cycle costs {}", i, kStarts[static_cast<std::size_t>(agent.start)],
                       agent.rude ? ", rude" : "", agent.least);
    if (agent.timing)
      out << fmt::format(", a sensation every {} steps, latencies {} and {}", agent.timing->sense_interval,
                         agent.timing->sense_latency, agent.timing->action_latency);
    for (std::size_t c = 0; c < agent.charges.size(); ++c) out << (c ? " " : " and ") << agent.charges[c];
    if (agent.dies_in_cycle >= 0)
      out << fmt::format(", dies in cycle {} after {} messages", agent.dies_in_cycle, agent.dies_after_said);
    if (agent.closes_input_in_cycle >= 0)
      out << fmt::format(", closes its input in cycle {} after {} messages", agent.closes_input_in_cycle,
                         agent.closes_input_after_said);
    out << ", served" << (agent.served_at_once ? " at once," : "");
    for (const int count : agent.pace) out << ' ' << count;
    out << '\n';
    show(out, "S", agent.on_sensation);
    show(out, "T", agent.on_notify);
  }
  return out;
}

Lines Actor::introduction() const {
  if (script_.start == AgentScript::Start::dies) return {kDeath};
  if (script_.rude) return {"A(note early)", "R5", "C", "D", "", "I"};
  return {"I"};
}

Lines Actor::answer(bool sensation, Step time) {
  Lines out;
  const auto& scripts = sensation ? script_.on_sensation : script_.on_notify;
  std::size_t& count = sensation ? sensations_ : notifies_;
  const CycleScript* script = scripts.empty() ? nullptr : &scripts[count++ % scripts.size()];
  if (script) say(script->moves, time, out);
  out.push_back("D");
  if (cycles_ == script_.closes_input_in_cycle) {
    const auto said = std::min(out.size(), static_cast<std::size_t>(script_.closes_input_after_said));
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(said), kCloseInput);
    for (const char* blind : {"A(note blind)", "D", "R0", "A(note blind)", "C", "D"}) out.push_back(blind);
  }
  if (cycles_++ == script_.dies_in_cycle) {
    // After its D it dies outside the cycle.
    out.resize(std::min(out.size(), static_cast<std::size_t>(script_.dies_after_said)));
    out.push_back(kDeath);
  } else if (script) {
    say(script->afterwards, time, out);
  }
  return out;
}

void Actor::say(const std::vector<Move>& moves, Step time, Lines& out) {
  for (const Move& move : moves)
    for (int i = 0; i < move.times; ++i) out.push_back(say(move, time));
}

std::string Actor::say(const Move& move, Step time) {
  switch (move.kind) {
    case Move::Kind::note:
      return fmt::format("A(note {})", ++words_);
    case Move::Kind::notes:
      words_ += 2;
      return fmt::format("A(note {})(note {})", words_ - 1, words_);
    case Move::Kind::grow:
      return "A(grow)";
    case Move::Kind::leaf:
      return fmt::format("A(leaf {})", ++words_);
    case Move::Kind::empty:
      return "A";
    case Move::Kind::broken:
      return std::string("A") + choose(kBroken, move.number);
    case Move::Kind::request:
      return fmt::format("R{}", std::max<Step>(0, time + move.number));
    case Move::Kind::ask:
      return "C";
    case Move::Kind::garbage:
      return choose(kGarbage, move.number);
    case Move::Kind::done:
      return "D";
  }
  return {};
}

}  // namespace engine_test
