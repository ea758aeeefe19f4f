// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/packed_log.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/report_json.h"
#include "monitor-lite/web/columns.h"
#include "monitor-lite/web/gzip.h"
#include "monitor-lite/web/match_text.h"
#include "monitor-lite/web/page_drawings.h"
#include "monitor-lite/web/world_look.h"

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "RCSSLOG1";
constexpr std::size_t kHead = kMagic.size() + 4;
constexpr std::size_t kMaxLooks = 200;  ///< of a world; later changes are ignored, and the last appearance stays

/// Adds the teams if they have changed.
void add_teams(Json& teams, const Snapshot& now, std::size_t frame) {
  Json named{{"frame", teams.empty() ? frame : teams.back()["frame"].get<std::size_t>()}};
  named.update(teams_json(now));
  if (!teams.empty() && teams.back() == named) return;
  named["frame"] = frame;
  teams.push_back(std::move(named));
}

void add_words(Json& speech, const Snapshot& now, std::size_t frame) {
  for (const Player& player : now.players)
    if (!player.said.empty())
      speech.push_back(
          {{"frame", frame}, {"side", side_word(player.side)}, {"number", player.number}, {"text", player.said}});
}

/// Events with the frame of the part instead of that of the log; `step`: one of so many frames is in the part.
Json events_of(const LogFile& log, std::size_t first, std::size_t last, std::size_t step = 1) {
  Json events = Json::array();
  for (const LogFile::Mark& mark : log.marks()) {
    if (mark.frame < first || mark.frame > last) continue;
    Json event = event_json(mark.event);
    event["frame"] = (mark.frame - first) / step;
    events.push_back(std::move(event));
  }
  return events;
}

void add_look(Json& looks, const WorldLook& look, std::size_t frame) {
  Json json = look.json();
  if (!looks.empty() && looks.back()["look"] == json) return;
  looks.push_back({{"frame", frame}, {"look", std::move(json)}});
}

/// Drops every second frame; appearances keep their place among the others. Returns the remaining number of poses.
std::size_t leave_out_every_second(std::vector<PageFrame>& frames, Json& looks) {
  std::size_t count = 0, poses = 0;
  for (std::size_t i = 0; i < frames.size(); i += 2) {
    poses += frames[i].bodies.size();
    if (i != count) frames[count] = std::move(frames[i]);
    ++count;
  }
  frames.resize(count);
  for (Json& look : looks) look["frame"] = look["frame"].get<std::size_t>() / 2;
  return poses;
}

/// The frames from `first` to `last` of a world without a game.
PackedLog packed_world(LogFile& log, std::size_t first, std::size_t last, std::size_t max_poses) {
  const double unit = unit_of(log.game());
  PackedLog packed;
  WorldLook look;
  Json looks = Json::array();
  std::size_t poses = 0, step = 1;
  bool is_newer = false;  // newer than the last appearance
  for (std::size_t i = first; i <= last; i += step) {
    const Snapshot& now = log.at(i);
    if (look.see(now)) {
      is_newer = looks.size() >= kMaxLooks;
      if (!is_newer) add_look(looks, look, packed.frames.size());
    }
    packed.frames.push_back(page_frame(now, unit, look));
    poses += now.bodies.size();
    if (poses <= max_poses || packed.frames.size() < 2) continue;
    poses = leave_out_every_second(packed.frames, looks);
    // Continue with the next frame that belongs to the wider steps.
    i -= (i - first) % (2 * step);
    step *= 2;
  }
  if (is_newer) looks.back()["look"] = look.json();
  packed.about = {{"game", game_json(log.game(), unit)},
                  {"interval", log.seconds_per_frame() * static_cast<double>(step)},
                  {"teams", Json::array({{{"frame", 0}, {"left", ""}, {"right", ""}}})},
                  {"events", events_of(log, first, last, step)},
                  {"speech", Json::array()},
                  {"passes", Json::array()},
                  {"looks", std::move(looks)},
                  {"complete", log.is_complete() && last + 1 == log.size()},
                  {"part", first > 0 || last + 1 < log.size()},
                  {"problem", log.problem()},
                  {"report", nullptr}};
  return packed;
}

}  // namespace

PackedLog packed_log(LogFile& log, const LogPart& part, AgentDrawings* drawings) {
  if (log.size() == 0) throw std::runtime_error("there is no frame in it");
  std::size_t first = 0, last = log.size() - 1;
  while (first < last && log.time_of(first) < part.from) ++first;
  while (last > first && log.time_of(last) > part.to) --last;
  if (log.game().has_bodies) return packed_world(log, first, last, part.max_poses);
  const double unit = unit_of(log.game());
  PackedLog packed;
  Json teams = Json::array(), speech = Json::array(), passes = Json::array();
  Reporter reporter;
  // The report covers only the part, so that its numbers match the frames.
  for (std::size_t i = first; i <= last; ++i) {
    const Snapshot& now = log.at(i);
    const std::size_t known = reporter.passes().size();
    reporter.add(log.game(), now);
    for (std::size_t pass = known <= reporter.passes().size() ? known : 0; pass < reporter.passes().size(); ++pass) {
      passes.push_back(pass_json(reporter.passes()[pass]));
      passes.back()["frame"] = i - first;
    }
    packed.frames.push_back(page_frame(now, unit));
    add_teams(teams, now, i - first);
    add_words(speech, now, i - first);
  }
  packed.about = {{"game", game_json(log.game(), unit)},
                  {"interval", log.seconds_per_frame()},
                  {"teams", std::move(teams)},
                  {"events", events_of(log, first, last)},
                  {"speech", std::move(speech)},
                  {"passes", std::move(passes)},
                  {"complete", log.is_complete() && last + 1 == log.size()},
                  {"part", first > 0 || last + 1 < log.size()},
                  {"problem", log.problem()},
                  {"report", report_json(reporter.report())}};
  if (drawings) packed.about["drawings"] = Json::parse(page_drawings(*drawings, first, last));
  return packed;
}

std::string pack(const PackedLog& log) {
  const std::string about = text_of(log.about);
  std::string octets(kMagic);
  for (int i = 0; i < 4; ++i) octets.push_back(static_cast<char>(about.size() >> (8 * i) & 0xffU));
  octets += about;
  octets += columns_of(log.frames);
  return gzip(octets);
}

PackedLog unpack(std::string_view octets) {
  const std::string whole = gunzip(octets, kMaxUnpacked);
  const std::string_view text = whole;
  if (!text.starts_with(kMagic) || text.size() < kHead) throw std::runtime_error("it is not a packed log");
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i)
    size |= static_cast<std::size_t>(static_cast<unsigned char>(text[kMagic.size() + i])) << (8 * i);
  if (size > text.size() - kHead) throw std::runtime_error("the packed log is cut off");
  PackedLog log;
  log.about = Json::parse(text.substr(kHead, size), nullptr, false);
  if (!log.about.is_object()) throw std::runtime_error("the packed log is damaged");
  log.frames = frames_of(text.substr(kHead + size), kMaxFrames);
  return log;
}

}  // namespace monitor
