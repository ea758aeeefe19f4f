// SPDX-License-Identifier: Apache-2.0
#include "server/record/recorded_agents.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace server {

using namespace spark;
namespace {

constexpr std::int64_t kFarthest = 2 * AgentTiming::kMax;

bool is_near(std::int64_t steps) {
  return steps >= -kFarthest && steps <= kFarthest;
}

/// Takes the number of an agent; returns -1 if there is none.
AgentId next_agent(std::string_view& rest) {
  const auto number = next_number(rest);
  return number && *number >= 0 && *number <= std::numeric_limits<int>::max() ? static_cast<int>(*number) : -1;
}

}  // namespace

class RecordedAgents::NoPercepts final : public PerceptWriter {
 public:
  void begin(std::string_view) override {}
  void end() override {}
  void real(double, Unit) override {}
  void integer(std::int64_t, Unit) override {}
  void text(std::string_view) override {}
  void reals(std::string_view, std::span<const Real>) override {}
  void named_text(std::string_view, std::string_view) override {}
};

RecordedAgents::RecordedAgents(const std::filesystem::path& file, Match match)
    : name_(file.string()), lines_(file), match_(std::move(match)), no_percepts_(std::make_unique<NoPercepts>()) {
  const auto title = lines_.next();
  ++line_number_;
  if (title != kRecordTitle)
    throw std::runtime_error(fmt::format("{}: is not a record of acts, or is one of another version", name_));
  read_beginning();
  if (!problem_.empty()) throw std::runtime_error(problem_);
}

RecordedAgents::~RecordedAgents() = default;

void RecordedAgents::read_beginning() {
  bool has_begun = false;
  while (!has_begun && read_one()) {
    if (match_.on_input) match_.on_input(0);
    note_beginning(coming_.back());
    has_begun = coming_.back().entry == Entry::begun;
  }
  never_began_ = !has_begun && !coming_.empty() && coming_.back().entry == Entry::ended;
  if (never_began_) {  // the match did not end by an input
    coming_.pop_back();
    is_complete_ = has_ended_ = true;
  }
  std::erase_if(coming_, [](const Upcoming& coming) {
    return coming.entry == Entry::seed || coming.entry == Entry::foreign || coming.entry == Entry::started;
  });
}

void RecordedAgents::note_beginning(Upcoming& coming) {
  std::string_view rest = coming.rest;
  switch (coming.entry) {
    case Entry::seed:
      if (const auto seed = next_word(rest); !seed.empty())
        seed_ = std::strtoull(std::string(seed).c_str(), nullptr, 10);
      version_ = unescaped(next_word(rest));
      if (const auto revision = next_number(rest)) revision_ = *revision;
      break;
    case Entry::foreign:
      foreign_ = unescaped(rest);
      break;
    case Entry::started:
      started_.push_back(unescaped(rest));
      break;
    case Entry::arrived:
      ++arrived_before_;
      break;
    default:
      break;
  }
}

/// Returns false at the end, or after an unreadable line.
bool RecordedAgents::read_one() {
  if (has_ended_ || !problem_.empty()) return false;
  const auto line = lines_.next();
  ++line_number_;
  if (!line) return false;
  const auto read = line->size() <= kMaxRecordLine ? reader_.read(*line) : std::nullopt;
  if (!read) {
    stop_at(*line);
    return false;
  }
  coming_.push_back({read->at, read->entry, std::string(read->rest)});
  return is_bounded(coming_.back());
}

/// Returns false, and ends the record, for input that no match can have had.
bool RecordedAgents::is_bounded(const Upcoming& coming) {
  if (coming.entry == Entry::started || coming.entry == Entry::arrived) ++agents_;
  if (std::exchange(brought_at_, coming.at.step) != coming.at.step) brought_here_ = 0;
  ++brought_here_;
  if (agents_ <= kMaxAgents && brought_here_ <= kMaxAtOnce) return true;
  problem_ = agents_ > kMaxAgents
                 ? fmt::format("{}:{}: has more than {} agents", name_, line_number_, kMaxAgents)
                 : fmt::format("{}:{}: has more than {} entries at one step", name_, line_number_, kMaxAtOnce);
  coming_.pop_back();
  return false;
}

bool RecordedAgents::ends_where_it_began() {
  if (coming_.empty() || coming_.back().entry != Entry::begun || !read_one()) return false;
  return coming_.back().entry == Entry::ended && coming_.back().at.step == 0;
}

bool RecordedAgents::ends_well() {
  // The game may have ended before all input was repeated.
  while (!is_complete_ && first()) {
    is_complete_ = coming_.front().entry == Entry::ended;
    coming_.pop_front();
  }
  return problem_.empty() && coming_.empty() && (!is_complete_ || (!lines_.is_cut() && !lines_.next()));
}

void RecordedAgents::stop_at(std::string_view line) {
  constexpr std::size_t kShown = 60;
  if (problem_.empty())
    problem_ = fmt::format("{}:{}: is not a line of a record: '{}'", name_, line_number_, line.substr(0, kShown));
}

const RecordedAgents::Upcoming* RecordedAgents::first() {
  while (!coming_.empty() || read_one()) {
    if (!begun_ || coming_.front().entry != Entry::begun) return &coming_.front();
    coming_.pop_front();
  }
  return nullptr;
}

bool RecordedAgents::is_due(InputPosition now) {
  now_ = now;
  begun_ = true;
  if (const Upcoming* next = first()) return next->at <= now;
  if (!std::exchange(has_ended_, true)) match_.end();
  return false;
}

bool RecordedAgents::has_pending() const {
  return begun_ && !coming_.empty() && coming_.front().at <= now_;
}

void RecordedAgents::receive(AgentGatewayListener& listener) {
  while (const Upcoming* next = first()) {
    if (next->at > now_ || next->entry == Entry::begun) return;
    if (match_.on_input) match_.on_input(next->at.step);
    const Upcoming coming = std::move(coming_.front());
    coming_.pop_front();
    if (!bring(coming, listener)) return stop_at(coming.rest);
  }
}

/// Returns false if the line is invalid.
bool RecordedAgents::bring(const Upcoming& coming, AgentGatewayListener& listener) {
  std::string_view rest = coming.rest;
  switch (coming.entry) {
    case Entry::arrived:
      return listener.agent_arrived(unescaped(rest)).has_value();
    case Entry::ready:
      return bring_ready(rest, listener);
    case Entry::acted:
    case Entry::did:
      return bring_act(coming, listener);
    case Entry::halted:
    case Entry::lost: {
      const AgentId agent = next_agent(rest);
      if (agent < 0) return false;
      if (coming.entry == Entry::halted)
        listener.agent_halted(agent);
      else
        listener.agent_lost(agent, unescaped(rest));
      return true;
    }
    case Entry::commanded: {
      if (std::exchange(is_commanding_, true)) return false;
      const std::string peer = unescaped(next_word(rest));
      match_.command(peer, unescaped(rest));
      is_commanding_ = false;
      return true;
    }
    case Entry::joined:
      match_.monitor_joined();
      return true;
    case Entry::ended:
      has_ended_ = is_complete_ = true;
      coming_.clear();
      match_.end();
      return true;
    default:
      return false;
  }
}

bool RecordedAgents::bring_ready(std::string_view rest, AgentGatewayListener& listener) {
  const AgentId agent = next_agent(rest);
  if (agent < 0) return false;
  own_timing_.reset();
  if (!rest.empty()) {
    const auto interval = next_number(rest), sense = next_number(rest), act = next_number(rest);
    if (!interval || !sense || !act) return false;
    own_timing_ = AgentTiming{*interval, *sense, *act};
    ++own_timings_;
  }
  listener.agent_ready(agent);
  own_timing_.reset();
  return true;
}

bool RecordedAgents::bring_act(const Upcoming& coming, AgentGatewayListener& listener) {
  std::string_view rest = coming.rest;
  const AgentId agent = next_agent(rest);
  const auto later = next_number(rest);
  if (agent < 0 || !later || !is_near(*later)) return false;
  const Step stamp = coming.at.step + *later;
  count_act(agent, coming.at.step);
  if (coming.entry == Entry::acted) {
    listener.agent_acted(agent, stamp, unescaped(rest));
    return true;
  }
  if (!actions_.read(rest)) return false;
  listener.agent_acted(agent, stamp, actions_.actions());
  return true;
}

void RecordedAgents::count_act(AgentId agent, Step step) {
  ++acts_;
  const auto number = static_cast<std::size_t>(agent.number());
  if (number >= kMaxAgents) return;
  if (bursts_.size() <= number) bursts_.resize(number + 1);
  Burst& burst = bursts_[number];
  if (burst.acts == 0 || burst.step != step) burst = {agent, step};
  ++burst.acts;
  if (burst.acts > largest_burst_.acts) largest_burst_ = burst;
}

Step RecordedAgents::leave_time(AgentId agent) {
  if (coming_.empty()) read_one();
  auto next = coming_.begin();
  while (next != coming_.end() && next->entry != Entry::leaves) ++next;
  if (next == coming_.end() && coming_.size() <= 1 && read_one()) next = coming_.end() - 1;
  if (next == coming_.end() || next->entry != Entry::leaves) {
    stop_at("an agent is lost, but there is no line for its leaving");
    return now_.step;
  }
  std::string_view rest = next->rest;
  const AgentId who = next_agent(rest);
  const auto later = next_number(rest);
  const bool fits = who == agent && later && is_near(*later);
  const Step time = next->at.step + (fits ? *later : 0);
  if (!fits) stop_at(next->rest);
  coming_.erase(next);
  return time;
}

std::optional<AgentTiming> RecordedAgents::timing(AgentId) const {
  return own_timing_;
}

/// All input is known, and the world stops for it, so the simulation never has to wait for an agent.
Step RecordedAgents::earliest_act(AgentId) const {
  return std::numeric_limits<Step>::max();
}

PerceptWriter& RecordedAgents::begin_sensation(AgentId, Step, Step) {
  return *no_percepts_;
}

}  // namespace server
