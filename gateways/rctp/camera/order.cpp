// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/order.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "monitor-lite/view/offscreen.h"
#include "spark/core/number_text.h"

namespace rctp::camera {
namespace {

constexpr double kMaxRate = 1000;
constexpr std::size_t kMaxNames = 65536;  // numbers have 16 bits
constexpr std::size_t kMaxRobot = 255;    // octets of a name, as limited by the messages with pictures

std::vector<std::string> words_of(std::string_view message) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find(' ', at), message.size());
    if (end > at) words.emplace_back(message.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::optional<double> number_in(const std::string& word, double min, double max) {
  double number = 0.0;
  if (!spark::whole_number(word, number) || !(number >= min && number <= max)) return std::nullopt;
  return number;
}

Order names_in(std::string_view message) {
  const auto json = nlohmann::json::parse(message, nullptr, false);
  if (!json.is_object() || !json.contains("names") || !json["names"].is_array()) return UnknownOrder{};
  Names made;
  for (const auto& name : json["names"]) {
    if (made.names.size() >= kMaxNames) break;
    made.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
  }
  return made;
}

}  // namespace

Order read_order(std::string_view message) {
  if (message.substr(0, 1) == "{") return names_in(message);
  const std::vector<std::string> words = words_of(message);
  if (words.size() == 1 && words[0] == "scene") return LoadScene{};
  if (words.size() < 2 || words[1].size() > kMaxRobot) return UnknownOrder{};
  if (words.size() == 2 && words[0] == "unwatch") return Unwatch{words[1]};
  if (words.size() != 5 || words[0] != "watch") return UnknownOrder{};
  const auto width = number_in(words[2], 1, monitor::Offscreen::kMaxPixels);
  const auto height = number_in(words[3], 1, monitor::Offscreen::kMaxPixels);
  const auto rate = number_in(words[4], 0.01, kMaxRate);
  if (!width || !height || !rate) return UnknownOrder{};
  return Watch{words[1], static_cast<int>(*width), static_cast<int>(*height), *rate};
}

}  // namespace rctp::camera
