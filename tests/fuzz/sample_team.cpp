// SPDX-License-Identifier: Apache-2.0
// Percepts of a player of the sample team: a line is a sensation, preceded by the steps in which it was generated and
// arrives, or without them, as over TCP. The player answers each of them, and its world model has only finite numbers.
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "agent-sample/lib/world_model.h"
#include "agent-sample/team/files.h"
#include "agent-sample/team/player.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using rcss3d::agent::Acts;
using rcss3d::agent::Drawing;
using rcss3d::agent::Formations;
using rcss3d::agent::Player;
using rcss3d::agent::Sensation;
using rcss3d::agent::Settings;
using rcss3d::agent::Track;
using rcss3d::agent::World;
using rcss3d::agent::WorldModel;

namespace {

struct Files {
  Files() { demand(rcss3d::agent::read_team_files({}, settings, formations).empty()); }
  Settings settings;
  Formations formations;
};

long take_step(std::string_view& text) {
  long step = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? step : -1;
}

Sensation sensation_of(std::string_view line) {
  Sensation sensation;
  sensation.made = take_step(line);
  line.remove_prefix(line.starts_with(' ') ? 1 : 0);
  sensation.arrives = take_step(line);
  sensation.percepts = line;
  return sensation;
}

void check(const Track& track) {
  if (!track.known()) return;
  demand(std::isfinite(track.position.x) && std::isfinite(track.position.y) && std::isfinite(track.height));
  demand(std::isfinite(track.velocity.x) && std::isfinite(track.velocity.y) && std::isfinite(track.climb));
}

void check(const World& world) {
  check(world.me);
  check(world.ball);
  for (const Track& mate : world.mates) check(mate);
  for (const Track& opponent : world.opponents) check(opponent);
  demand(std::isfinite(world.pan) && std::isfinite(world.tilt) && std::isfinite(world.now));
  demand(world.number >= 1 && world.number <= 11 && world.team_size >= world.number && world.team_size <= 11);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  static const Files files;
  WorldModel model("foo");
  Player player(files.settings, files.formations);
  Acts acts;
  Drawing drawing;
  drawing.switch_on(true);
  fuzz::CaseReader lines(fuzz::as_text(octets, size));
  while (!lines.at_end()) {
    const fuzz::ExactText line(lines.line());
    const World& world = model.read(sensation_of(line.view()));
    if (!world.ready) continue;
    check(world);
    acts.clear();
    drawing.begin(world);
    player.decide(world, acts, drawing);
    model.acted(acts);
    demand(!acts.text(0).empty());  // it always drives, even to stand still
  }
  return 0;
}
