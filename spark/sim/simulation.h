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
/// Owns the clock's progress (nothing else moves it) and the event queue. Three parts of it have work of their own:
/// `AgentRoster` (who the agents are, what they perceive and do), `AgentWaits` (all waiting) and `EpisodeRestart`.
/// Borrows the tree, the gateway, the command queue and the frame listeners, which must outlive it. One turn of `run`:
///
///   commands of monitors and trainers → what agents have sent → events due now (sensations, acts) → one step of the
///   world (physics, then the control aspects) → a frame every `frame_interval` steps.
///
/// The world may run ahead of thinking agents as long as no act can still appear in its past: up to the earliest time
/// at which any agent may still act, plus the action latency. So agents can think in parallel, and because events are
/// taken in the order of their keys the result is the same as if they thought one after another.
///
/// Time is counted in steps, intervals and latencies, too. Everything runs on the thread that calls `run`. Simulations
/// of other worlds may run on other threads meanwhile: they share nothing.
class Simulation final {
 public:
  struct Options {
    AgentTiming timing;  ///< of agents whose gateway has no other (behaviour 5.1)
    Step frame_interval = 15;
    std::chrono::milliseconds ready_limit{15000};  ///< real time agents may take to report ready
    int agents_awaited = 0;                        ///< the clock stands until this many have connected
    std::chrono::nanoseconds arrival_limit{0};     ///< real time for that; then there is no match. 0: no limit
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
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The listener is called at step 0 and then every `interval` steps; 0 stands for the interval of the options.
  void add_frame_listener(FrameListener& listener, Step interval = 0) {
    frame_listeners_.push_back({&listener, interval > 0 ? interval : options_.frame_interval});
  }
  /// To be called before the first agent is started; borrowed.
  void set_input_listener(InputListener& listener) { inputs_.set_listener(listener); }
  /// The gateway brings in what came into another match. To be called before `run`; borrowed.
  void set_input_source(InputSource& source) { inputs_.set_source(source); }
  /// The place of the match at which input that comes in now comes in.
  InputPosition input_position() const { return inputs_.position(); }

  /// Starts one agent of that type; ids count from 0 in the order of these calls. Throws if it cannot be started.
  void start_agent(const std::string& type) { agents_.start(type); }
  /// Enters one that was to be started and cannot be: it has an id and is lost.
  void miss_agent(const std::string& type, std::string_view why) { agents_.miss(type, why); }
  /// Waits for the agents that are to connect, and for all to report ready (the clock stands), then runs the match to
  /// its end or until the run control is stopped. There is no match if agents were started, all are lost before they
  /// are ready, and no other may connect.
  Outcome run();
  /// The same in pieces: returns `step_reached` before the step that would lead beyond `end`, and resumes when it is
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

  int agents_started() const { return agents_.size(); }
  int agents_lost() const { return agents_.lost(); }
  /// How many of those that are awaited have not connected, or have left again before the match.
  int yet_to_arrive() const { return agents_.yet_to_arrive(); }
  /// Whether that agent is ready for a match that has not begun.
  bool is_ready(AgentId agent) const { return agents_.is_ready(agent); }
  /// Whether any agent has ever been in the world.
  bool has_had_agents() const { return agents_.has_had_agents(); }
  using Loss = AgentRoster::Loss;
  /// Nothing for an agent that was not lost.
  const std::optional<Loss>& loss_of(AgentId agent) const { return agents_.loss_of(agent); }
  /// Whether the world no longer waits for this agent, because it has held up the match for too long in total.
  bool has_held_up(AgentId agent) const { return waits_.has_held_up(agent); }
  /// What it is in the game, or was when it left; empty if the game has no word for that.
  std::string role_of(AgentId agent) const { return agents_.role_of(agent); }
  /// Why the game has not let it take part as it wished, or had not when it left; empty if it has.
  std::string refusal_of(AgentId agent) const { return agents_.refusal_of(agent); }
  /// Whether it has connected by itself, and was not started.
  bool has_arrived(AgentId agent) const { return agents_.has_arrived(agent); }
  const std::string& type_of(AgentId agent) const { return agents_.type_of(agent); }
  /// Acts of that agent that were refused because its gateway should not have reported them, at an impossible time or
  /// too large, and actions in the others that could not be meant: unreadable, unknown, with impossible numbers.
  std::uint64_t acts_refused(AgentId agent) const { return agents_.acts_refused(agent); }
  /// Sensations generated so far: one per sense–act cycle of every agent.
  std::uint64_t sensations() const { return agents_.sensations(); }
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
