// SPDX-License-Identifier: Apache-2.0
#include "server/verify/recorded_json.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "monitor-lite/report/report_json.h"
#include "server/record/match_json.h"
#include "spark/core/log.h"
#include "spark/core/regular_file.h"
#include "spark/net/checksum.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;

const Json::json_pointer& checksums() {
  static const Json::json_pointer place("/measured/sha256");
  return place;
}

/// Brackets within strings do not count.
bool is_nested_deeper(const std::string& text, int max) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (depth > max) return true;
  }
  return false;
}

/// A name that occurs twice in one object: programs differ in which of the two they use. Empty if there is none.
std::string name_given_twice(const std::string& text) {
  std::vector<std::set<std::string>> names;
  std::string twice;
  const auto look = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(parsed.get<std::string>()).second && twice.empty())
      twice = parsed.get<std::string>();
    return true;
  };
  [[maybe_unused]] const Json unused = Json::parse(text, look, false);
  return twice;
}

}  // namespace

RecordedJson::RecordedJson(const std::filesystem::path& folder) : folder_(folder), json_(Json::object()) {
  std::error_code none;
  exists_ = std::filesystem::exists(folder_ / kMatchJson, none);
  if (exists_) read();
}

void RecordedJson::read() {
  std::error_code error;
  const auto size = std::filesystem::file_size(folder_ / kMatchJson, error);
  const bool is_too_long = !error && size > kMaxBytes;
  std::string text;
  try {
    if (!is_too_long) text = spark::read_regular_file(folder_ / kMatchJson, kMaxBytes);
  } catch (const std::runtime_error&) {
    problem_ = "cannot be read";
    return;
  }
  if (is_too_long || is_nested_deeper(text, kMaxNesting)) {
    problem_ = "is longer or more deeply nested than servers write it";
    return;
  }
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    problem_ = "is not a JSON object";
    return;
  }
  if (const std::string twice = name_given_twice(text); !twice.empty())
    problem_ = fmt::format("has two members '{}'", spark::printable(twice));
  else if (monitor::report_text(json) != text)
    problem_ = "is not written as servers write it";
  json_ = std::move(json);
}

std::string RecordedJson::how() const {
  const Json::json_pointer place("/end/how");
  return json_.contains(place) && json_[place].is_string() ? json_[place].get<std::string>() : std::string();
}

bool RecordedJson::is_of_this_build() const {
  const Json::json_pointer place("/measured/report");
  return !json_.contains(place) || json_[place] == std::string(server_report_sources);
}

bool RecordedJson::has_checksums() const {
  return json_.contains(checksums()) && json_[checksums()].is_object();
}

std::vector<std::string> RecordedJson::changed_files() const {
  std::vector<std::string> lines;
  if (!has_checksums()) return lines;
  const Json& sums = json_[checksums()];
  for (const char* name : kSummedFiles) {
    std::error_code none;
    const auto sum = sums.find(name);
    if (!std::filesystem::exists(folder_ / name, none)) {
      const bool is_unpacked = name == std::string_view("monitor.log.zst");  // the user may have unpacked it
      if (sum != sums.end() && !is_unpacked)
        lines.push_back(fmt::format("{}: is missing, {} has its checksum", name, kMatchJson));
      continue;
    }
    // Someone may have compressed a log that the match wrote as plain text.
    if (sum == sums.end() && name == std::string_view("monitor.log.zst")) continue;
    if (sum == sums.end())
      lines.push_back(fmt::format("{}: {} contains no checksum of it", name, kMatchJson));
    else if (*sum != spark::sha256_of_file(folder_ / name))
      lines.push_back(fmt::format("{}: does not have the checksum that {} contains", name, kMatchJson));
  }
  return lines;
}

}  // namespace server
