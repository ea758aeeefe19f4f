// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <charconv>
#include <cmath>
#include <deque>
#include <future>
#include <numbers>

#include "gateways/tcp/tcp_gateway.h"
#include "server/engine/assembly.h"
#include "spark/agent/local_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/frame_listener.h"
#include "tests/gateways/tcp/client.h"
#include "tests/support/folders.h"

// A soccer player, once in this process with percepts and acts as arrays, once behind a socket with text, plays the
// same match: neither form has more information, loses a digit or acts at another time.

using namespace spark;

namespace {

constexpr int kPlayers = 4;
constexpr double kDegrees = 180.0 / std::numbers::pi;

/// An action, in a form for both kinds of agents.
struct Deed {
  std::string effector;
  std::vector<double> numbers;
};

/// Decides from the text of a sensation.
class Player {
 public:
  explicit Player(int number) : number_(number) {}
  std::vector<Deed> decide(std::string_view percepts) {
    const int sensation = sensations_++;
    if (sensation == 0) return {{"create", {}}};
    if (sensation == 1) return {{"init", {}}};
    if (percepts.find("BeforeKickOff") != percepts.npos)
      return {{"beam", {-3.0 - number_ / 3.0, number_ % 2 ? 2.0 : -2.0, 0}}};
    if (const auto pan = number_behind(percepts, "(pan_tilt ", 0)) pan_ = *pan;
    const auto ball = number_behind(percepts, "(Ball (pol ", 1);
    if (!ball) return {{"pantilt", {90, 0}}};
    const double angle = (*ball + pan_) / kDegrees;
    return {{"drive", {100 * std::cos(angle), 100 * std::sin(angle), 0}}, {"kick", {10 + angle, 80}}};
  }
  std::string team() const { return number_ % 2 ? "blue" : "red"; }

 private:
  static std::optional<double> number_behind(std::string_view text, std::string_view what, int skip) {
    std::size_t at = text.find(what);
    if (at == text.npos) return std::nullopt;
    for (at += what.size(); skip > 0; --skip) at = text.find(' ', at) + 1;
    double number = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
  }
  int number_;
  int sensations_ = 0;
  double pan_ = 0;
};

class LocalPlayer final : public LocalAgent {
 public:
  explicit LocalPlayer(int number) : player_(number), team_(player_.team()) {}
  bool decide(const PerceptArray& percepts, ActionList& actions) override {
    deeds_ = player_.decide(text_of(percepts));
    for (const Deed& deed : deeds_) {
      actions.add(deed.effector);
      if (deed.effector == "init") actions.integer(0).text(team_);
      for (const double number : deed.numbers) actions.real(number);
    }
    return true;
  }

 private:
  static std::string text_of(const PerceptArray& percepts) {
    std::string text;
    SexpPerceptWriter writer(text);
    for (const PerceptArray::Item& item : percepts.items()) switch (item.kind) {
        case PerceptArray::Item::Kind::begin:
          writer.begin(percepts.text_of(item));
          break;
        case PerceptArray::Item::Kind::end:
          writer.end();
          break;
        case PerceptArray::Item::Kind::real:
          writer.real(item.number, item.unit);
          break;
        case PerceptArray::Item::Kind::integer:
          writer.integer(static_cast<std::int64_t>(item.number), item.unit);
          break;
        case PerceptArray::Item::Kind::text:
          writer.text(percepts.text_of(item));
          break;
      }
    return text;
  }
  Player player_;
  std::string team_;
  std::vector<Deed> deeds_;
};

/// The lines for monitors.
struct Lines final : FrameListener {
  explicit Lines(MonitorSystem& shown) : system(shown) {}
  void frame(Step) override {
    std::string line;
    system.frame(line);
    all.push_back(line);
  }
  MonitorSystem& system;
  std::vector<std::string> all;
};

struct Stage {
  Stage() {
    assembly.core.script_path = {source_folder() + "/scripts"};
    assembly.core.scene_path = {source_folder() + "/scenes"};
    assembly.core.module_path = {build_folder() + "/lib/rcssserver3d"};
    assembly.run_script({.file = "rcssserver3D.rb",
                         .variables = {{"Soccer.AutomaticKickOff", "true"}, {"Soccer.RuleHalfTime", "6"}},
                         .strict = true});
    options = assembly.simulation_options();
    options.pace_chosen = true;
    assembly.monitor_system().prepare();
  }
  std::vector<std::string> play(AgentGateway& gateway, int started) {
    const auto simulation = assembly.make_simulation(gateway, options);
    Lines lines(assembly.monitor_system());
    simulation->add_frame_listener(lines);
    for (int i = 0; i < started; ++i) simulation->start_agent("player");
    CHECK(simulation->run() == Simulation::Outcome::game_ended);
    for (int i = 0; i < kPlayers; ++i) CHECK(simulation->acts_refused(i) == 0);
    return lines.all;
  }
  server::Assembly assembly{7};
  Simulation::Options options;
};

std::vector<std::string> played_in_this_process() {
  Stage stage;
  LocalGateway gateway;
  gateway.add_type("player", [](AgentId id) { return std::make_unique<LocalPlayer>(id.number()); });
  return stage.play(gateway, kPlayers);
}

void play_behind_a_socket(Client& client, int number, std::atomic<int>& ended) {
  Player player(number);
  while (const auto percepts = client.hear()) {
    std::string text;
    for (const Deed& deed : player.decide(*percepts)) {
      if (deed.effector == "init") {
        text += fmt::format("(init (unum 0)(teamname {}))", player.team());
        continue;
      }
      text +=
          fmt::format("({}{}{:.17g})", deed.effector, deed.numbers.empty() ? "" : " ", fmt::join(deed.numbers, " "));
    }
    client.say(text);
  }
  ++ended;
}

std::vector<std::string> played_behind_sockets() {
  Stage stage;
  tcp::TcpGateway::Options options;
  options.sync = true;
  options.sync_timeout = std::chrono::minutes(5);
  tcp::TcpGateway gateway(options, stage.assembly.loop, stage.assembly.core.clock, stage.assembly.core.log);
  stage.options.agents_awaited = kPlayers;
  stage.options.more_may_come = true;
  std::deque<Client> clients;
  std::vector<std::future<void>> playing;
  std::atomic<int> ended = 0;
  for (int i = 0; i < kPlayers; ++i) clients.emplace_back(gateway.port());
  for (int i = 0; i < kPlayers; ++i)
    playing.push_back(std::async(std::launch::async,
                                 [&, i] { play_behind_a_socket(clients[static_cast<std::size_t>(i)], i, ended); }));
  const auto lines = stage.play(gateway, 0);
  gateway.shut_down(std::chrono::seconds(5));
  for (auto& each : playing) each.get();
  CHECK(ended == kPlayers);
  return lines;
}

}  // namespace

TEST_CASE("an agent in this process and the same agent behind a socket play the same match to the byte") {
  const auto local = played_in_this_process();
  REQUIRE(local.size() > 80);
  // Players and ball have moved.
  const auto last = local[60].find("(P ");
  REQUIRE(last != std::string::npos);
  CHECK(local[40].substr(local[40].find("(P ")) != local[60].substr(last));
  const auto connected = played_behind_sockets();
  REQUIRE(connected.size() == local.size());
  for (std::size_t i = 0; i < local.size(); ++i) REQUIRE(connected[i] == local[i]);
}
