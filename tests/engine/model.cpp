// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace engine_test {
namespace {

struct Act {
  Step stamp;
  std::string text;
};

struct Agent {
  Agent(const AgentScript& script_, const Match& match, bool ready)
      : script(script_), timing(script_.timing.value_or(match.timing)), actor(script_), lost(!ready) {}
  const AgentScript& script;
  spark::AgentTiming timing;
  Actor actor;
  bool dying = false;  // it will not answer the opener of its next cycle
  bool lost;           // it gets no sensations any more
  Step next_sense = 0;
  std::map<Step, std::string> sensations;  // by arrival
  std::multiset<Step> requests;
  Step free_at = 0;  // the end of its last cycle
  Step begin = -1;   // of its last cycle
  int cycles_in_place = 0;
  std::size_t charged = 0;
  Step leaf_since = -1;  // when its body got that effector
};

class Model {
 public:
  explicit Model(const Match& match) : match_(match) {
    for (std::size_t i = 0; i < match.agents.size(); ++i) {
      agents_.emplace_back(match.agents[i], match, match.gets_ready(i));
      record_.heard.push_back({"D"});
      record_.sent.emplace_back();
    }
  }

  Record play() {
    // Behaviour 5.2: of n agents those that are ready sense first at 1 + i * interval / n.
    // Those with a timing of their own at its multiples.
    const auto like_the_match =
        std::count_if(agents_.begin(), agents_.end(), [](const Agent& agent) { return !agent.script.timing; });
    Step served = 0;
    for (Agent& agent : agents_) {
      if (agent.lost) continue;
      if (agent.script.timing)
        agent.next_sense = agent.timing.sense_interval;
      else
        agent.next_sense = 1 + served++ * match_.timing.sense_interval / like_the_match;
    }
    Step now = 0;
    while (now < match_.last_step) {
      // Without latencies agents perceive the step in which they think, and act in it, too.
      sense(now);
      for (AgentId id = 0; id < count(); ++id) think(id, now);
      happen(now++);
      if (notes_ >= match_.max_notes) break;
    }
    record_.world.push_back(fmt::format("{} end", now));
    // The clock is stopped. Agents continue with openers that come before anything that the world can still send.
    const auto knows_more = [&](const Agent& agent) { return !agent.lost && now < unknown(agent); };
    for (; std::any_of(agents_.begin(), agents_.end(), knows_more); ++now)
      for (AgentId id = 0; id < count(); ++id)
        if (knows_more(agent_of(id))) think(id, now);
    for (const Agent& agent : agents_) record_.lost.push_back(agent.lost || agent.dying);
    return record_;
  }

 private:
  AgentId count() const { return AgentId::at(agents_.size()); }
  Agent& agent_of(AgentId id) { return agents_[id.index()]; }

  /// The earliest time at which something can come that does not exist yet.
  Step unknown(const Agent& agent) const { return agent.next_sense + agent.timing.sense_latency; }

  /// The time of the opener of its next cycle, if that is known.
  std::optional<Step> next_opener(const Agent& agent) const {
    const Step time = std::min(agent.sensations.empty() ? unknown(agent) : agent.sensations.begin()->first,
                               agent.requests.empty() ? unknown(agent) : *agent.requests.begin());
    return time < unknown(agent) ? std::optional(time) : std::nullopt;
  }

  /// Protocol 4.1: one cycle at a time, opened by the earliest message that is due, a sensation first.
  void think(AgentId id, Step now) {
    Agent& agent = agent_of(id);
    while (!agent.lost && agent.free_at <= now && next_opener(agent).value_or(now + 1) <= now) {
      const Step time = *next_opener(agent);
      if (agent.dying) return lose(id, now + agent.script.least);
      const auto sensation = agent.sensations.find(time);
      const bool is_sensation = sensation != agent.sensations.end();
      record_.heard[id.index()].push_back(is_sensation ? sensation->second : fmt::format("T{}", time));
      if (is_sensation)
        agent.sensations.erase(sensation);
      else
        agent.requests.erase(agent.requests.begin());
      agent.cycles_in_place = agent.begin == now ? agent.cycles_in_place + 1 : 1;
      agent.begin = now;
      if (agent.cycles_in_place > 200) return lose(id, now + agent.script.least);
      think_cycle(id, now, agent.actor.answer(is_sensation, time));
    }
  }

  void think_cycle(AgentId id, Step begin, const Lines& messages) {
    Agent& agent = agent_of(id);
    Lines& heard = record_.heard[id.index()];
    Step cost = agent.script.least;
    int acts = 0;
    bool input_closed = false;  // its messages count up to the D of the last cycle whose opener it has read
    for (const std::string& message : messages) {
      if (message == Actor::kDeath || cost > match_.max_thinking) return lose(id, begin + cost);
      if (message == Actor::kCloseInput) {
        input_closed = true;
        continue;
      }
      const std::string text = message.empty() ? "" : message.substr(1);
      const char letter = message.empty() ? ' ' : message[0];
      if (letter == 'R' && is_time(text) && agent.requests.size() < 1024) agent.requests.insert(std::stoll(text));
      if (letter != 'C' && letter != 'D' && (letter != 'A' || acts == 256)) continue;
      if (const auto& charges = agent.script.charges; !charges.empty())
        cost = std::max(cost, agent.script.least + charges[agent.charged++ % charges.size()]);
      if (letter == 'A') {
        ++acts;
        record_.sent[id.index()].push_back(fmt::format("{} {}", begin + cost, text));
        acts_[begin + cost + agent.timing.action_latency][id].push_back({begin + cost, text});
      }
      if (letter == 'C' && !input_closed) heard.push_back(fmt::format("C{}", cost));
      if (letter == 'D') break;
    }
    agent.free_at = begin + cost;
    input_closed = input_closed || std::find(messages.begin(), messages.end(), Actor::kCloseInput) != messages.end();
    if (match_.tells_think_times && !input_closed) heard.push_back(fmt::format("K{}", cost));
    // Messages after D have no effect, but dying has.
    agent.dying = input_closed || messages.back() == Actor::kDeath || cost > match_.max_thinking;
  }

  static bool is_time(const std::string& text) {
    return !text.empty() && text.size() < 16 && text.find_first_not_of("0123456789") == text.npos;
  }

  /// The agent would have acted at `stamp`: its body leaves when that act would have taken effect.
  void lose(AgentId id, Step stamp) {
    agent_of(id).lost = true;
    leaving_[stamp + agent_of(id).timing.action_latency].insert(id);
  }

  /// Behaviour 2.5: sensations, then acts, then agents that leave; each in the order of the agents.
  void sense(Step now) {
    for (AgentId id = 0; id < count(); ++id) {
      Agent& agent = agent_of(id);
      if (agent.lost || agent.next_sense != now) continue;
      const Step arrival = now + agent.timing.sense_latency;
      agent.sensations[arrival] = fmt::format("S{} {} (Seen {})", now, arrival, notes_);
      agent.next_sense = now + agent.timing.sense_interval;
      record_.world.push_back(fmt::format("{} sense {}", now, id));
    }
  }

  void happen(Step now) {
    for (const auto& [id, acts] : acts_[now])
      for (const Act& act : acts) realise(id, act, now);
    for (const AgentId id : leaving_[now]) record_.world.push_back(fmt::format("{} gone {}", now, id));
  }

  /// Expressions "(name word)"; a surplus bracket hides the rest, an unfinished expression is lost (behaviour 5.4).
  void realise(AgentId id, const Act& act, Step now) {
    Agent& agent = agent_of(id);
    bool grows = false;
    for (std::size_t at = 0; (at = act.text.find_first_of("()", at)) != act.text.npos && act.text[at] == '(';) {
      const std::size_t end = act.text.find(')', at);
      if (end == act.text.npos) break;
      const std::string expression = act.text.substr(at + 1, end - at - 1);
      at = end + 1;
      const bool leaf = expression.starts_with("leaf ") && agent.leaf_since >= 0 && agent.leaf_since <= act.stamp;
      if (expression == "grow") grows = true;
      if (!expression.starts_with("note ") && !leaf) continue;
      ++notes_;
      record_.world.push_back(fmt::format("{} act {} {}", now, id, expression));
    }
    if (grows && agent.leaf_since < 0) agent.leaf_since = now;
  }

  const Match& match_;
  std::vector<Agent> agents_;
  std::map<Step, std::map<AgentId, std::vector<Act>>> acts_;  // by the time of their effect
  std::map<Step, std::set<AgentId>> leaving_;
  int notes_ = 0;
  Record record_;
};

}  // namespace

Record play_by_the_rules(const Match& match) {
  return Model(match).play();
}

}  // namespace engine_test
