// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/core/held.h"
#include "spark/net/loop.h"
#include "spark/sim/agent_roster.h"
#include "spark/sim/agent_waits.h"
#include "spark/sim/episode_restart.h"
#include "spark/sim/event_queue.h"
#include "spark/sim/input_tracker.h"
#include "spark/sim/pacer.h"
#include "spark/sim/step_meter.h"

namespace spark {

class CommandQueue;
class FrameListener;
class GameControlServer;
class RunControl;
class Scene;
class World;
struct Core;

/// One simulation of one world: the step loop.
///
/// Owns the progress of the clock, which nothing else advances, and the event queue. Three parts have their own
/// classes: `AgentRoster` (the agents, their sensations and acts), `AgentWaits` (all waiting) and `EpisodeRestart`.
/// Borrows the tree, the gateway, the command queue and the frame listeners, which must outlive it. One turn of `run`:
///
///   commands of monitors and trainers → messages of agents → events due now (sensations, acts) → one step of the
///   world (physics, then the control aspects) → a frame every `frame_interval` steps.
///
/// The world may run ahead of thinking agents as long as no act can still appear in its past: up to the earliest time
/// at which any agent may still act, plus the action latency. So agents can think in parallel, and because events are
/// processed in the order of their keys the result is the same as if they thought one after another.
///
/// Times, intervals and latencies are counted in steps. Everything runs on the thread that calls `run`. Simulations of
/// other worlds may run on other threads meanwhile: they share nothing.
class Simulation final {
 public:
  struct Options {
    AgentTiming timing;  ///< of agents whose gateway defines none (behaviour 5.1)
    Step frame_interval = 15;
    std::chrono::milliseconds ready_limit{15000};  ///< real time agents may take to report ready
    int agents_awaited = 0;                        ///< the clock stands still until this many have connected
    std::chrono::nanoseconds arrival_limit{0};     ///< real time for that; after it there is no match. 0: no limit
    bool more_may_come = false;                    ///< agents may connect at any time
    std::vector<std::string> contestants{};        ///< the types that play against each other (GameControlServer)
    /// Real time in the whole match for which the clock may stand still because one agent may still act in the next
    /// step: for agents that were started (one that exceeds it is lost), and for those that connected. If it stands
    /// still for several agents, each is charged an equal part. 0: no limit.
    std::chrono::nanoseconds started_may_hold{0};
    std::chrono::nanoseconds arrived_may_hold{0};
    /// The user has set a pace: the match does not slow down while the game waits for a person.
    bool pace_chosen = false;
    std::string monitor_place;       ///< "port 12001": where a person can reach the server; for a log line
    std::function<void()> progress;  ///< called about five times per second of real time; may be empty
  };
  /// `too_few`: fewer agents than awaited have connected in time.
  enum class Outcome { game_ended, stopped, no_agents, too_few, step_reached };

  /// Finds scene, world and game control in the tree and prepares the control aspects. The simulation waits in `loop`,
  /// which also serves the connections of its thread; its clock is the real time mentioned above. Throws
  /// `std::runtime_error` naming what is missing.
  Simulation(Core& core, net::Loop& loop, AgentGateway& gateway, CommandQueue& commands, RunControl& run_control,
             Options options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The listener is called at step 0 and then every `interval` steps; 0: the interval of the options.
  void add_frame_listener(FrameListener& listener, Step interval = 0) {
    frame_listeners_.push_back({&listener, interval > 0 ? interval : options_.frame_interval});
  }
  /// To be called before the first agent is started; borrowed.
  void set_input_listener(InputListener& listener) { inputs_.set_listener(listener); }
  /// Makes the gateway repeat the input of another match. To be called before `run`; borrowed.
  void set_input_source(InputSource& source) { inputs_.set_source(source); }
  /// The current place in the match for inputs.
  InputPosition input_position() const { return inputs_.position(); }

  /// Starts one agent of that type; ids count from 0 in the order of these calls. Throws if it cannot be started.
  void start_agent(const std::string& type) { agents_.start(type); }
  /// Adds an agent that was to be started and cannot be: it has an id and is lost.
  void miss_agent(const std::string& type, std::string_view why) { agents_.miss(type, why); }
  /// Waits until the awaited agents have connected, and until all are ready (the clock stands still), then runs the
  /// match to its end or until the run control is stopped. There is no match if agents were started, all are lost
  /// before they are ready, and no other may connect.
  Outcome run();
  /// The same in parts: returns `step_reached` before the step that would lead beyond `end`, and resumes when it is
  /// called again, on any thread. A match that is played in parts is the same match.
  Outcome run_until(Step end);

  /// Begins another episode of the match, between two steps: restarts clock, random streams, bodies and every object of
  /// the tree that has a state (`Leaf::restart`); agents stay connected, and players stay players. Without a seed the
  /// streams restart with that of the match.
  ///
  /// Pending acts are void, except those of agents that are not in the game yet. Waits until all agents for which the
  /// world waits have answered their sensations. From then on the match depends only on the seed, the players and their
  /// acts, and not on earlier episodes. The result is empty, or the reason why it is impossible.
  std::string restart(std::optional<std::uint64_t> seed);

  int agents_started() const { return agents_.size(); }
  int agents_lost() const { return agents_.lost(); }
  /// How many awaited agents have not connected, or have left again before the match.
  int yet_to_arrive() const { return agents_.yet_to_arrive(); }
  /// Whether that agent is ready for a match that has not begun.
  bool is_ready(AgentId agent) const { return agents_.is_ready(agent); }
  /// Whether any agent has ever been in the world.
  bool has_had_agents() const { return agents_.has_had_agents(); }
  using Loss = AgentRoster::Loss;
  /// Empty for an agent that was not lost.
  const std::optional<Loss>& loss_of(AgentId agent) const { return agents_.loss_of(agent); }
  /// Whether the world no longer waits for this agent, because it has held up the match for too long in total.
  bool has_held_up(AgentId agent) const { return waits_.has_held_up(agent); }
  /// Its role in the game, now or when it left; empty if the game defines none.
  std::string role_of(AgentId agent) const { return agents_.role_of(agent); }
  /// Why the game has refused its request to take part, now or when it left; empty if it has not.
  std::string refusal_of(AgentId agent) const { return agents_.refusal_of(agent); }
  /// Whether it has connected without being started.
  bool has_arrived(AgentId agent) const { return agents_.has_arrived(agent); }
  const std::string& type_of(AgentId agent) const { return agents_.type_of(agent); }
  /// Acts of that agent that were refused because its gateway should not have reported them, at an impossible time or
  /// too large, and actions in the others that made no sense: unreadable, unknown, with impossible numbers.
  std::uint64_t acts_refused(AgentId agent) const { return agents_.acts_refused(agent); }
  /// Sensations generated so far: one per sense–act cycle of every agent.
  std::uint64_t sensations() const { return agents_.sensations(); }
  /// Real time of the steps so far, without waiting for agents or the clock.
  const DurationHistogram& step_times() const { return step_meter_.steps(); }
  const World& world() const { return *world_; }
  /// The control aspects' texts for the live line and the summary.
  std::string status() const;
  std::vector<std::string> summary() const;

  /// Single parts of `run`, for tests and benchmarks that drive the loop themselves.
  void connect_agents();
  bool advance();

 private:
  void step_world();
  void publish_frames();
  std::string restart(std::optional<std::uint64_t> seed, const std::function<void()>& when_begun);
  void carry_out_restart_request();
  std::optional<double> effective_pace();
  bool game_finished() const;
  void report_progress(Pacer::Time now);

  struct Watcher {
    FrameListener* listener;
    Step interval;
  };

  Core& core_;
  net::Loop& loop_;
  AgentGateway& gateway_;
  CommandQueue& commands_;
  RunControl& run_control_;
  Options options_;
  Held<GameControlServer> game_control_;
  Held<Scene> scene_;
  Held<World> world_;
  std::vector<Watcher> frame_listeners_;
  InputTracker inputs_;
  EventQueue events_;
  StepMeter step_meter_;
  AgentRoster agents_;
  AgentWaits waits_;
  EpisodeRestart restart_;
  Pacer pacer_;
  Pacer::Time next_progress_{};
  bool under_way_ = false;  ///< `run_until` has published the first frame
  bool waiting_announced_ = false;
};

}  // namespace spark
