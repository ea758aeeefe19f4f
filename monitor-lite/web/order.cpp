// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/order.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace monitor {
namespace {

using OrderJson = nlohmann::json;

constexpr std::pair<std::string_view, Order::Kind> kKinds[] = {
    {"kickOff", Order::Kind::kick_off}, {"mode", Order::Kind::mode},     {"dropBall", Order::Kind::drop_ball},
    {"ball", Order::Kind::ball},        {"player", Order::Kind::player}, {"pause", Order::Kind::pause},
    {"run", Order::Kind::run},          {"step", Order::Kind::step}};
constexpr std::size_t kMaxMode = 40;
constexpr double kFarthest = 1000;  // m

std::string word(const OrderJson& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number(const OrderJson& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A whole number from 1 to `most`; 0 if it is invalid.
int count(const OrderJson& json, const char* name, int most) {
  const double value = number(json, name).value_or(0);
  return value >= 1 && value <= most && value == std::floor(value) ? static_cast<int>(value) : 0;
}

bool is_mode(std::string_view text) {
  return !text.empty() && text.size() <= kMaxMode && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Side side_of(const std::string& text) {
  return text == "left" ? Side::left : text == "right" ? Side::right : Side::none;
}

bool has_place(const OrderJson& json, Point& place) {
  const auto x = number(json, "x"), y = number(json, "y");
  if (!x || !y || std::abs(*x) > kFarthest || std::abs(*y) > kFarthest) return false;
  place = {*x, *y, 0};
  return true;
}

}  // namespace

std::optional<Order> read_order(std::string_view message) {
  constexpr int kMaxNumber = 11;
  const OrderJson json = OrderJson::parse(message, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const std::string name = word(json, "order");
  const auto* kind =
      std::ranges::find(kKinds, std::string_view(name), &std::pair<std::string_view, Order::Kind>::first);
  if (kind == std::end(kKinds)) return std::nullopt;
  Order order;
  order.match = word(json, "match");
  order.kind = kind->second;
  order.side = side_of(word(json, "side"));
  order.number = count(json, "number", kMaxNumber);
  order.steps = count(json, "steps", Order::kMaxSteps);
  order.mode = word(json, "mode");
  const bool placed = has_place(json, order.place);
  switch (order.kind) {
    case Order::Kind::mode:
      return is_mode(order.mode) ? std::optional(order) : std::nullopt;
    case Order::Kind::ball:
      return placed ? std::optional(order) : std::nullopt;
    case Order::Kind::player:
      return placed && order.side != Side::none && order.number > 0 ? std::optional(order) : std::nullopt;
    case Order::Kind::step:
      return order.steps > 0 ? std::optional(order) : std::nullopt;
    default:
      return order;
  }
}

std::optional<std::string> read_token(std::string_view message) {
  const OrderJson json = OrderJson::parse(message, nullptr, false);
  if (!json.is_object() || !json.contains("trainer")) return std::nullopt;
  return word(json, "trainer");
}

}  // namespace monitor
