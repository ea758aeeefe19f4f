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

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "RCSSLOG1";
constexpr std::size_t kHead = kMagic.size() + 4;

/// What is told once, and again when it changes.
void add_teams(Json& teams, const Snapshot& now, std::size_t frame) {
  if (!teams.empty() && teams.back()["left"] == now.team_left && teams.back()["right"] == now.team_right) return;
  teams.push_back({{"frame", frame}, {"left", now.team_left}, {"right", now.team_right}});
}

void add_words(Json& speech, const Snapshot& now, std::size_t frame) {
  for (const Player& player : now.players)
    if (!player.said.empty())
      speech.push_back(
          {{"frame", frame}, {"side", side_word(player.side)}, {"number", player.number}, {"text", player.said}});
}

/// The frame of the part for one of the log.
Json events_of(const LogFile& log, std::size_t first, std::size_t last) {
  Json events = Json::array();
  for (const LogFile::Mark& mark : log.marks()) {
    if (mark.frame < first || mark.frame > last) continue;
    Json event = event_json(mark.event);
    event["frame"] = mark.frame - first;
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace

PackedLog packed_log(LogFile& log, const LogPart& part) {
  if (log.size() == 0) throw std::runtime_error("there is no frame in it");
  if (log.game().has_bodies) throw std::runtime_error("it is the log of a world without a game");
  std::size_t first = 0, last = log.size() - 1;
  while (first < last && log.time_of(first) < part.from) ++first;
  while (last > first && log.time_of(last) > part.to) --last;
  const double unit = unit_of(log.game());
  PackedLog packed;
  Json teams = Json::array(), speech = Json::array(), passes = Json::array();
  Reporter reporter;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Snapshot& now = log.at(i);
    const std::size_t known = reporter.passes().size();
    reporter.add(log.game(), now);
    if (i < first || i > last) continue;
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
                  {"complete", log.is_complete()},
                  {"problem", log.problem()},
                  {"report", report_json(reporter.report())}};
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
  if (!text.starts_with(kMagic) || text.size() < kHead) throw std::runtime_error("it is no packed log");
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
