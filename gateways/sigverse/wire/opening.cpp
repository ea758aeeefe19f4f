// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse::wire {
namespace {

using Kind = Opening::Kind;

struct Greeting {
  std::string_view word;
  Kind kind;
};
constexpr Greeting kGreetings[] = {{"SIGViewer,", Kind::viewer}, {"SIGMESSAGE,", Kind::service}};

/// Whether one of the texts begins with the other.
bool agree(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return a.substr(0, shorter) == b.substr(0, shorter);
}

/// `begin` is the size of the complete greeting word. Old clients omit the last comma. An old viewer then sends a raw
/// request, which begins with a zero octet. A service waits for an answer first, so a zero octet from it is the
/// terminator of a C string.
Opening named(Kind kind, std::string_view input, std::size_t begin) {
  constexpr std::string_view kEnds(",\0", 2);
  const std::string_view name = input.substr(begin);
  const std::size_t length = std::min(name.find_first_of(kEnds), name.size());
  if (length > kLongestName || (length == 0 && !name.empty())) return {Kind::unknown};
  if (name.empty()) return {};
  if (length == name.size()) return {Kind::undecided, kind, name, begin + length};
  const bool takes_end = name[length] == ',' || kind == Kind::service;
  return {kind, Kind::undecided, name.substr(0, length), begin + length + (takes_end ? 1 : 0)};
}

}  // namespace

Opening read_opening(std::string_view input) {
  constexpr std::string_view kPackets("\xab\xcd");
  if (agree(input, kPackets)) return {input.size() < kPackets.size() ? Kind::undecided : Kind::packets};
  for (const Greeting& greeting : kGreetings) {
    if (!agree(input, greeting.word)) continue;
    if (input.size() < greeting.word.size()) return {};
    return named(greeting.kind, input, greeting.word.size());
  }
  return {Kind::unknown};
}

}  // namespace sigverse::wire
