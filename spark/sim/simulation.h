// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/core/held.h"
#include "spark/core/line_limit.h"
#include "spark/net/loop.h"
#include "spark/sim/event_queue.h"
#include "spark/sim/inputs.h"
#include "spark/sim/pacer.h"
#include "spark/sim/step_meter.h"

namespace spark {

class AgentAspect;
class CommandQueue;
class FrameListener;
class GameControlServer;
class RunControl;
class Scene;
class World;
struct Core;

/// One simulation of one world: the step loop.
///
/// Owns the event queue and the list of agents; nothing else moves the clock. Borrows the tree, the gateway, the
/// command queue and the frame listeners, which must outlive it. One turn of `run`:
///
///   commands of monitors and trainers → what agents have sent → events due now (sensations, acts) → one step of the
///   world (physics, then the control aspects) → a frame every `frame_interval` steps.
///
/// The world may run ahead of thinking agents as long as no act can still appear in its past: up to the earliest time
/// at which any agent may still act, plus the action latency. So agents can think in parallel, and because events are
/// taken in the order of their keys the result is the same as if they thought one after another. Time is counted in
/// steps, intervals and latencies, too. Everything runs on the thread that calls `run`. Simulations of other worlds may
/// run on other threads meanwhile: they share nothing.
class Simulation final : private AgentGatewayListener {
 public:
  struct Options {
    AgentTiming timing;  ///< of agents whose gateway has no other (behaviour 5.1)
    Step frame_interval = 15;
    std::chrono::milliseconds ready_limit{15000};  ///< real time agents may take to report ready
    int agents_awaited = 0;                        ///< the clock stands until this many have connected
    std::chrono::nanoseconds arrival_limit{0};     ///< real time for that; then there is no match. 0: for ever
    bool more_may_come = false;                    ///< agents may connect at any time
    std::vector<std::string> contestants{};        ///< the types that play against each other (GameControlServer)
    /// Real time that the clock may stand, in the whole match, because one agent may still act in the next step: for
    /// agents that were started (one that exceeds it is lost), and for those that connected. If it stands for several
    /// agents, each is charged an equal part. 0: no limit.
    std::chrono::nanoseconds started_may_hold{0};
    std::chrono::nanoseconds arrived_may_hold{0};
    bool pace_chosen = false;        ///< the user has set a pace: no slowing down while the game waits for a person
    std::string monitor_place;       ///< "port 12001": where a person can reach the server; for a log line
    std::function<void()> progress;  ///< called about five times per second of real time; may be empty
  };
  /// `too_few`: not as many agents as were awaited have connected in time.
  enum class Outcome { game_ended, stopped, no_agents, too_few, step_reached };

  /// Finds scene, world and game control in the tree and prepares the control aspects. `loop` is where the simulation
  /// waits, and where connections of its thread live; its clock is the real time meant above. Throws
  /// `std::runtime_error` naming what is missing.
  Simulation(Core& core, net::Loop& loop, AgentGateway& gateway, CommandQueue& commands, RunControl& run_control,
             Options options);
  ~Simulation() override;

  /// Called at step 0 and then every `interval` steps; of 0: those of the options.
  void add_frame_listener(FrameListener& listener, Step interval = 0) {
    frame_listeners_.push_back({&listener, interval > 0 ? interval : options_.frame_interval});
  }
  /// Before the first agent is started; borrowed.
  void set_input_listener(InputListener& listener) { input_listener_ = &listener; }
  /// The gateway brings in what came into another match. Before `run`; borrowed.
  void set_input_source(InputSource& source) { input_source_ = &source; }
  /// Where what comes in now comes in.
  InputPosition input_position() const;

  /// Starts one agent of that type; ids count from 0 in the order of these calls. Throws if it cannot be started.
  void start_agent(const std::string& type);
  /// One that was to be started and cannot be: it has an id and is lost.
  void miss_agent(const std::string& type, std::string_view why);
  /// Waits for the agents that are to connect, and for all to report ready (the clock stands), then runs the match to
  /// its end or until the run control is stopped. There is no match if agents were started, all are lost before they
  /// are ready, and no other may connect.
  Outcome run();
  /// The same in pieces: returns `step_reached` before the step that would lead beyond `end`, and goes on when it is
  /// called again, on any thread. A match that is played in pieces is the same match.
  Outcome run_until(Step end);

  /// Another episode of the match begins, between two steps: clock, random streams, bodies and every object of the tree
  /// that has a state begin again (`Leaf::restart`); agents stay connected, and players stay players. Without a seed
  /// the streams are those of the match's.
  ///
  /// Acts that are under way are void, but for those of agents that are not in the game yet. Waits until all agents
  /// that the world waits for have answered what they have perceived. From then on the match depends on the seed, on
  /// who plays, and on what they do, no more on what was before. The result is empty, or why it cannot be.
  std::string restart(std::optional<std::uint64_t> seed);

  int agents_started() const { return static_cast<int>(agents_.size()); }
  int agents_lost() const { return lost_; }
  /// Of those that are awaited, how many have not connected.
  int yet_to_arrive() const;
  /// Whether any agent has ever been in the world.
  bool has_had_agents() const { return has_had_agents_; }
  /// Of an agent that was lost: why, and when its body left the world, or when it was lost if it never had one.
  struct Loss {
    Step time = 0;
    std::string reason;
  };
  const std::optional<Loss>& loss_of(AgentId agent) const { return agents_[static_cast<std::size_t>(agent)].loss; }
  /// Of an agent for which the world no longer waits, because it has held up the match for too long in total.
  bool has_held_up(AgentId agent) const { return !agents_[static_cast<std::size_t>(agent)].may_hold; }
  /// What it is in the game, or was when it left; empty if the game has no word for that.
  std::string role_of(AgentId agent) const;
  /// Why the game has not let it take part as it wished, or had not when it left; empty if it has.
  std::string refusal_of(AgentId agent) const;
  /// Whether it has connected by itself, and was not started.
  bool has_arrived(AgentId agent) const { return agents_[static_cast<std::size_t>(agent)].arrived; }
  const std::string& type_of(AgentId agent) const { return agents_[static_cast<std::size_t>(agent)].type; }
  /// Acts of that agent that were refused because its gateway should not have reported them, at an impossible time or
  /// too large, and actions in the others that could not be meant: unreadable, unknown, with impossible numbers.
  std::uint64_t acts_refused(AgentId agent) const;
  /// Sensations generated so far: one per sense–act cycle of every agent.
  std::uint64_t sensations() const { return sensations_; }
  /// Real time of the steps so far, without that for which agents or the clock were waited for.
  const DurationHistogram& step_times() const { return step_meter_.steps(); }
  const World& world() const { return *world_; }
  /// The control aspects' texts for the live line and the summary.
  std::string status() const;
  std::vector<std::string> summary() const;

  /// Single parts of `run`, for tests and benchmarks that drive the loop themselves.
  void connect_agents();
  bool advance();

 private:
  static constexpr const char* kHolder = "the simulation";
  /// Longest sleep in one go: a stop request from a signal handler is seen within this time.
  static constexpr std::chrono::milliseconds kNap{50};
  static constexpr EventKey kLongAgo{-1};
  enum class AgentPhase { starting, ready, in_world, leaving, gone };
  struct Agent {
    std::string type;
    AgentPhase phase = AgentPhase::starting;
    AgentTiming timing{};
    bool has_own_timing = false;  ///< not that of the match
    Held<AgentAspect> node{kHolder};
    std::uint64_t acts = 0;
    std::uint64_t refused = 0;        ///< acts that its gateway should not have reported
    std::uint64_t complaints = 0;     ///< about actions in the others; its node may be gone
    bool arrived = false;             ///< has connected without being expected
    bool connects = false;            ///< comes by connecting, expected or not
    bool is_awaited = false;          ///< the match begins when it has come
    bool may_hold = true;             ///< the world still waits for it
    std::chrono::nanoseconds held{};  ///< real time the world has stood still for it
    bool lost_early = false;          ///< ready, but lost before it was in the world
    bool told_ready = false;          ///< to the input listener
    std::optional<Loss> loss{};
    std::string role, refusal;  ///< when it left
  };

  std::optional<AgentId> agent_arrived(const std::string& type) override;
  void agent_ready(AgentId agent) override;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override;
  void agent_acted(AgentId agent, Step stamp, std::span<const Action> actions) override;
  void agent_halted(AgentId agent) override;
  void agent_lost(AgentId agent, std::string_view reason) override;

  template <typename Content>
  void take_act(AgentId id, Step stamp, const Content& content);
  void refuse(AgentId id, Agent& agent, const std::string& why);
  void halt(const EventKey& key, Agent& agent);
  bool is_expected(const Agent& agent) const;
  bool someone_thinks() const;
  void schedule_senses(const std::vector<AgentId>& agents);
  void admit_latecomers();
  void wait_for_arrivals();
  void say_who_is_missing(RealClock::Duration waited);
  void wait_for_ready_agents();
  void connect(AgentId id, Step first_sense);
  void take_timing(AgentId id);
  void tell_ready(AgentId id);
  Step earliest_effect(AgentId id) const;
  /// Null, and a line for people, if there is none.
  Agent* known(AgentId id);
  EventKey earliest_possible_act() const;
  bool may_still_act_before(const EventKey& event);
  bool is_input_due() const { return input_source_ && input_source_->is_due(input_position()); }
  bool tell(const Event& event);
  void realise(const Event& event);
  void create_sense(AgentId id, Agent& agent);
  void leave(AgentId id, Agent& agent);
  void remove(AgentId id, Agent& agent);
  void step_world();
  void publish_frames();
  std::optional<double> effective_pace();
  bool game_finished() const;
  void report_progress(Pacer::Time now);
  void wait_for_agents();
  void charge(AgentId id, std::chrono::nanoseconds time);
  void wait_for_input(Pacer::Duration longest);

  Core& core_;
  net::Loop& loop_;
  AgentGateway& gateway_;
  CommandQueue& commands_;
  net::Loop::Watch gateway_watch_, command_watch_;
  RunControl& run_control_;
  Options options_;
  Held<GameControlServer> game_control_{kHolder};
  Held<Scene> scene_{kHolder};
  Held<World> world_{kHolder};
  struct Watcher {
    FrameListener* listener;
    Step interval;
  };
  std::vector<Watcher> frame_listeners_;
  InputListener* input_listener_ = nullptr;
  InputSource* input_source_ = nullptr;
  std::uint64_t events_of_step_ = 0;  ///< that have happened
  std::vector<Agent> agents_;
  EventQueue events_;
  /// No act that has not been reported yet comes before this. It was so once, and agents do not go back: they are asked
  /// again only when it is in the way.
  EventKey no_act_before_{kLongAgo};
  Pacer pacer_;
  Pacer::Time next_progress_{};
  bool begun_ = false;      ///< agents that connect now enter a running match
  bool under_way_ = false;  ///< `run_until` has published the first frame
  bool restarting_ = false;
  std::vector<AgentId> ready_meanwhile_;  ///< who became ready during a restart
  bool has_had_agents_ = false;
  int arrived_ = 0;
  bool some_connect_ = false;
  bool waiting_announced_ = false;
  int lost_ = 0;
  LineLimit lost_lines_;          ///< for agents that connected
  std::vector<AgentId> holders_;  ///< agents the world waits for, in `wait_for_agents`
  std::uint64_t sensations_ = 0;
  StepMeter step_meter_;
};

}  // namespace spark
