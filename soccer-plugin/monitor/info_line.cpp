// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/info_line.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/articulation.h"
#include "spark/sexp/writer.h"

namespace soccer {
namespace {

using spark::sexp::Writer;

void append_position(Writer& writer, const spark::Vec3& position) {
  writer.open("pos").vector(position).close();
}

void append_if_changed(Writer& writer, std::string_view name, int value, std::optional<int>& sent) {
  if (sent == value) return;
  sent = value;
  writer.open(name).integer(value).close();
}

/// Monitors use the team numbers 1 and 2 (behaviour 8.4).
int team_number_of(Side side) {
  return side == Side::left ? 1 : side == Side::right ? 2 : 0;
}

}  // namespace

InfoLine::InfoLine(const GameStateAspect& game, const BallStateAspect& ball, const spark::FeedContents& contents)
    : game_(game),
      ball_(ball),
      contents_(contents),
      begin_(game.core().clock.begin()),
      last_line_(game.core().clock.now()),
      kicks_(ball.kick_count()) {}

void InfoLine::append_to(std::string& out) {
  notice_restart();
  const std::size_t start = out.size();
  Writer writer(out);
  writer.open("Info").put(' ');
  if (acknowledge_) writer.put("(ack best)");
  acknowledge_ = false;
  writer.open("time").real(game_.time()).close();
  append_team(writer, Side::left);
  append_team(writer, Side::right);
  append_changes(writer);
  append_shoot_out(writer);
  append_kicks(writer);
  append_players(writer, out);
  append_markers(writer);
  writer.open("B").put(' ');
  append_body(writer, &ball_.ball().body());
  writer.close().close();
  insert_messages(out, start);
}

/// Resets what was sent last at the start of an episode, in which no player has spoken yet.
void InfoLine::notice_restart() {
  const spark::Clock& clock = game_.core().clock;
  if (std::exchange(begin_, clock.begin()) == begin_) return;
  repeat_all();
  last_line_ = begin_;
  kicks_ = 0;
}

/// Also for agents that are not players: a robot of another kind has the position of its body, an agent without a body
/// 0.
void InfoLine::append_body(Writer& writer, const spark::Body* body) const {
  // Nodes show the bodies' places after the last step; a trainer with a feed may have moved bodies since then.
  const bool is_feed = contents_ != spark::FeedContents();
  append_position(writer, !body ? spark::Vec3() : is_feed ? body->position() : body->node().world_pose().position);
  if (contents_.velocities) writer.open("vel").vector(body ? body->velocity() : spark::Vec3()).close();
}

void InfoLine::append_team(Writer& writer, Side side) {
  std::string& sent = sent_.name[side];
  const std::string& name = game_.roster().name(side);
  if (sent == name || name.empty()) return;
  sent = name;
  writer.open(side == Side::left ? "team_left" : "team_right").atom(name).close();
}

void InfoLine::append_changes(Writer& writer) {
  append_if_changed(writer, "half", game_.half(), sent_.half);
  if (game_.config().change_sides)
    append_if_changed(writer, "sides_changed", game_.sides_changed(), sent_.sides_changed);
  append_if_changed(writer, "score_left", game_.score(Side::left), sent_.score.left);
  append_if_changed(writer, "score_right", game_.score(Side::right), sent_.score.right);
  if (sent_.play_mode == game_.play_mode()) return;
  sent_.play_mode = game_.play_mode();
  writer.open("play_mode").integer(static_cast<int>(number_of(game_.play_mode()))).close();
}

/// All attempts are sent each time, so that the loss of a line loses none of them.
void InfoLine::append_shoot_out(Writer& writer) {
  if (!game_.has_shoot_out()) return;
  const ShootOut& shoot_out = game_.shoot_out();
  append_if_changed(writer, "shoot_out_left", shoot_out.score(Side::left), sent_.shoot_out.left);
  append_if_changed(writer, "shoot_out_right", shoot_out.score(Side::right), sent_.shoot_out.right);
  append_if_changed(writer, "shooter", shoot_out.shooter(), sent_.shooter);
  append_if_changed(writer, "lot", shoot_out.was_by_lot() ? team_number_of(shoot_out.winner()) : 0, sent_.lot);
  const std::vector<PenaltyAttempt>& attempts = shoot_out.attempts();
  if (sent_.attempts == attempts.size()) return;
  sent_.attempts = attempts.size();
  writer.open("attempts");
  for (const PenaltyAttempt& attempt : attempts) {
    writer.open(team_number_of(attempt.side) == 1 ? "1" : "2");
    writer.integer(attempt.unum).integer(attempt.scored).real(attempt.time).close();
  }
  writer.close();
}

/// Writes the kicks since the last line. Those that are no longer stored are left out.
void InfoLine::append_kicks(Writer& writer) {
  const std::size_t count = ball_.kick_count(), before = std::exchange(kicks_, count);
  if (!game_.config().monitor_kicks || count == before) return;
  const auto& kicks = ball_.kicks();
  writer.open("kicks");
  for (std::size_t i = kicks.size() - std::min(kicks.size(), count - before); i < kicks.size(); ++i) {
    writer.open(std::to_string(team_number_of(kicks[i].side)));
    writer.integer(kicks[i].unum).real(kicks[i].time).close();
  }
  writer.close();
}

void InfoLine::append_players(Writer& writer, const std::string& line) {
  // Both lists are in order of connection, but agents that have not created their bodies have no player.
  auto player = game_.players().begin();
  for (spark::AgentAspect* agent : game_.agents()) {
    writer.open("P").put(' ');
    if (player != game_.players().end() && &(*player)->agent() == agent) {
      writer.open("s").integer(team_number_of((*player)->side)).close();
      writer.open("id").integer((*player)->unum).close();
      append_body(writer, &(*player)->body());
      if (contents_.conditions) writer.open("battery").real((*player)->battery).close();
      if (game_.config().monitor_say && (*player)->spoke_at >= last_line_) speeches_.push_back({*player, line.size()});
      ++player;
    } else {
      append_body(writer, spark::main_body(*agent));
    }
    if (agent->id() == ball_.last_touch().agent) writer.put("(last)");
    writer.close();
  }
}

void InfoLine::insert_messages(std::string& line, std::size_t start) {
  constexpr std::size_t kFrame = std::string_view("(say )").size();
  const std::size_t used = line.size() - start + 1;
  const std::size_t max_size = contents_ == spark::FeedContents() ? kMaxLineSize : std::string::npos;
  std::size_t room = max_size - std::min(used, max_size);
  std::erase_if(speeches_, [&](const Speech& speech) {
    const std::size_t needed = kFrame + speech.player->own_message.text.size();
    if (needed > room) return true;
    room -= needed;
    return false;
  });
  for (auto speech = speeches_.rbegin(); speech != speeches_.rend();
       ++speech)  // from the back, so that earlier positions stay valid
    line.insert(speech->place, "(say " + speech->player->own_message.text + ')');
  speeches_.clear();
  last_line_ = game_.core().clock.now();
}

void InfoLine::append_markers(Writer& writer) {
  if (sent_.markers) return;
  sent_.markers = true;
  for (const ObjectState* object : game_.objects()) {
    const bool flag = object->percept_name() == "Flag";
    if (!flag && object->percept_name() != "Goal") continue;
    writer.open(flag ? "F" : "G").put(' ');
    writer.open("id").atom(object->id()).close();
    append_position(writer, object->position());
    writer.close();
  }
}

}  // namespace soccer
