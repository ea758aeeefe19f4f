// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/act.h"

namespace spark {
namespace {

std::size_t bytes_of(std::span<const Action> actions) {
  std::size_t bytes = 0;
  for (const Action& action : actions) {
    bytes += action.effector.size();
    for (const auto& argument : action.arguments.values) bytes += argument.text.size();
  }
  return bytes;
}

}  // namespace

bool Act::fits(std::span<const Action> actions) {
  return actions.size() <= kMaxActions && bytes_of(actions) <= kMaxBytes;
}

void Act::assign(std::string_view text) {
  text_.assign(text);
  actions_.clear();
}

void Act::assign(std::span<const Action> actions) {
  text_.clear();
  text_.reserve(bytes_of(actions));  // appending must not reallocate
  actions_.assign(actions.begin(), actions.end());
  const auto keep = [this](std::string_view& part) {
    const std::size_t begin = text_.size();
    text_ += part;
    part = std::string_view(text_).substr(begin);
  };
  for (Action& action : actions_) {
    keep(action.effector);
    for (auto& argument : action.arguments.values) keep(argument.text);
  }
}

}  // namespace spark
