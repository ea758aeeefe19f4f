// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse::wire {
namespace {

struct Greeting {
  std::string_view word;
  Opening::Kind kind;
};
constexpr Greeting kGreetings[] = {{"SIGViewer,", Opening::Kind::viewer}, {"SIGMESSAGE,", Opening::Kind::service}};

/// Whether one of them begins with the other.
bool agree(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return a.substr(0, shorter) == b.substr(0, shorter);
}

Opening named(Opening::Kind kind, std::string_view input, std::size_t begin) {
  const std::string_view name = input.substr(begin);
  const std::size_t length = name.substr(0, kLongestName + 1).find(',');
  if (length == std::string_view::npos) return {name.size() > kLongestName ? Opening::Kind::stranger : Opening::Kind{}};
  if (length == 0) return {Opening::Kind::stranger};
  return {kind, name.substr(0, length), begin + length + 1};
}

}  // namespace

Opening read_opening(std::string_view input) {
  constexpr std::string_view kPackets("\xab\xcd");
  if (agree(input, kPackets))
    return {input.size() < kPackets.size() ? Opening::Kind::undecided : Opening::Kind::packets};
  for (const Greeting& greeting : kGreetings) {
    if (!agree(input, greeting.word)) continue;
    if (input.size() < greeting.word.size()) return {};
    return named(greeting.kind, input, greeting.word.size());
  }
  return {Opening::Kind::stranger};
}

}  // namespace sigverse::wire
