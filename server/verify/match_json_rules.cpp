// SPDX-License-Identifier: Apache-2.0
#include "server/verify/match_json_rules.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "monitor-lite/report/report_json.h"
#include "server/record/match_json.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;

/// The kinds that are the same in every build, besides those of the report on the game. All other kinds are prose.
constexpr std::string_view kAlike[] = {"server",           "seed",          "simulated",     "end",
                                       "end.how",          "end.winner",    "agents",        "agents[].id",
                                       "agents[].type",    "agents[].role", "agents[].lost", "agents[].lost.time",
                                       "agents[].arrived", "options"};
/// Prose or null. Only whether it is null is the same in every build.
constexpr std::string_view kRefused = "agents[].refused";

const Json* found(const Json& json, const char* place) {
  const Json::json_pointer pointer(place);
  return json.contains(pointer) ? &json[pointer] : nullptr;
}

/// Builds differ in how they decide the winner of a match with absent agents, and some left it open. No build has named
/// another winner than this one.
bool leaves_winner_open(const Json& recorded, const Json& made, Writer writer) {
  const auto was_not_played = [](const Json& json) {
    const Json* how = found(json, "/end/how");
    return how && (*how == "walk-over" || *how == "failed");
  };
  const Json* winner = found(recorded, "/end/winner");
  return winner && winner->is_null() &&
         (writer == Writer::other_version || (was_not_played(recorded) && was_not_played(made)));
}

bool is_measure(const std::string& kind, const Json& value) {
  if (kind == "report" || kind.starts_with("sha256.")) return value.is_string();
  return value.is_number() ||
         (value.is_array() && std::ranges::all_of(value, [](const Json& each) { return each.is_number(); }));
}

}  // namespace

JsonComparison::Rules match_json_rules(const Json& recorded, const Json& made, Writer writer) {
  // The reason for which a match was stopped or failed is not in its record.
  const auto is_not_made = [](const std::string& kind) { return kind == "measured" || kind == "end.why"; };
  if (writer == Writer::this_build)
    return {is_not_made, [](const std::string&, const Json*, const Json&) { return false; }};
  const bool is_open = leaves_winner_open(recorded, made, writer);
  return {is_not_made, [=](const std::string& kind, const Json* was, const Json& is) {
            if (kind == kRefused) return !was || (was->is_string() && is.is_string());
            if (kind.starts_with("end.") && is_open) return true;
            if (kind.starts_with("options.")) return writer == Writer::other_version;
            const monitor::Alike alike = monitor::alike_in_every_build(kind);
            if (alike == monitor::Alike::if_written) return !was;
            return alike == monitor::Alike::no && std::ranges::find(kAlike, kind) == std::end(kAlike);
          }};
}

JsonComparison compare_measured(const Json& recorded) {
  const auto members = [](auto... names) { return Json{{names, nullptr}...}; };
  Json made = members("wall_seconds", "cpu_seconds", "memory_mb", "report", "agents", "sha256");
  const auto agents = recorded.find("agents");
  made["agents"] = Json(agents != recorded.end() && agents->is_array() ? agents->size() : 0,
                        members("id", "cycles", "acts", "late", "refused", "thinking_ms", "bytes_to", "bytes_from"));
  made["sha256"] = Json::object();
  for (const char* name : kSummedFiles) made["sha256"][name] = nullptr;
  return {recorded,
          made,
          {[](const std::string&) { return false; },
           [](const std::string& kind, const Json* was, const Json&) { return !was || is_measure(kind, *was); }}};
}

}  // namespace server
