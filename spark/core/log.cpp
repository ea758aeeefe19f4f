// SPDX-License-Identifier: Apache-2.0
#include "spark/core/log.h"

#include <algorithm>

#include "spark/core/line_limit.h"
#include "spark/core/utf8.h"

namespace spark {
namespace {
constexpr std::uint64_t kComplaintsInFull = 5;
/// Peers remembered at most; a port scanner must not grow the table. Beyond it all new peers share one count.
constexpr std::size_t kPeers = 512;

/// "monitor 127.0.0.1" of "monitor 127.0.0.1:4711", "[::1]" of "[::1]:4711"; anything else as it is, as "box.rb:12".
std::string_view without_port(std::string_view peer) {
  const std::size_t colon = peer.rfind(':');
  if (colon == peer.npos || peer.find_first_not_of("0123456789", colon + 1) != peer.npos) return peer;
  const std::string_view front = peer.substr(0, colon);
  const std::string_view address = front.substr(front.rfind(' ') + 1);
  const bool is_v4 = address.find_first_not_of("0123456789.") == address.npos && std::ranges::count(address, '.') == 3;
  return is_v4 || address.ends_with(']') ? front : peer;
}

}  // namespace

std::string_view to_string(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug";
    case LogLevel::normal:
      return "note";
    case LogLevel::warning:
      return "warning";
    case LogLevel::error:
      return "error";
  }
  return "?";
}

void Log::add_sink(LogLevel least, Sink sink) {
  const std::scoped_lock lock(mutex_);
  outputs_.push_back({least, std::move(sink)});
}

void Log::write(LogLevel level, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  for (const auto& output : outputs_)
    if (level >= output.least) output.sink(level, line);
}

std::uint64_t Log::next_complaint(std::string_view peer) {
  Complaints& part = complaints_[PeerHash()(peer) % complaints_.size()];
  const std::scoped_lock lock(part.mutex);
  const auto found = part.counts.find(peer);
  if (found != part.counts.end()) return ++found->second;
  if (peers_.fetch_add(1) >= kPeers) return ++complaints_of_others_;
  return part.counts.emplace(peer, 1).first->second;
}

std::uint64_t Log::count_complaint(std::string_view peer) {
  const std::uint64_t count = next_complaint(without_port(peer));
  return LineLimit::is_written(count, kComplaintsInFull) ? count : 0;
}

void Log::write_complaint(std::string_view peer, std::uint64_t count, std::string_view text) {
  if (count <= kComplaintsInFull)
    write(LogLevel::warning, fmt::format("{}: {}", peer, text));
  else
    write(LogLevel::warning, fmt::format("{}: {} (complaint {}; not all are shown)", peer, text, count));
}

void Log::forget_mistakes() {
  const std::scoped_lock lock(mutex_);
  mistakes_.clear();
}

void Log::mistake(LogLevel level, std::string_view place, std::string_view kind, std::string_view text) {
  bool is_new = false, is_last = false;
  {
    const std::scoped_lock lock(mutex_);
    if (mistakes_.size() < kMaxMistakes) is_new = mistakes_.insert(fmt::format("{}: {}", place, kind)).second;
    is_last = is_new && mistakes_.size() == kMaxMistakes;
  }
  write(is_new ? level : LogLevel::debug, fmt::format("{}: {}", place, text));
  if (is_last) write(level, fmt::format("{} mistakes in scripts and scene files; no others are shown", kMaxMistakes));
}

namespace {

/// Whether a character that is no ASCII may stand in a line: it is no control (U+0080 to U+009F), and does not turn the
/// direction or the line of what stands behind it (marks, embeddings and isolates of direction, separators, U+FEFF).
bool is_harmless(std::string_view character) {
  const auto byte = [character](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 2) return !(byte(0) == 0xc2 && byte(1) < 0xa0) && character != "\xd8\x9c";
  if (character.size() != 3) return true;
  const bool is_mark =
      byte(0) == 0xe2 && byte(1) == 0x80 && (byte(2) == 0x8e || byte(2) == 0x8f || byte(2) >= 0xa8) && byte(2) <= 0xae;
  const bool is_isolate = byte(0) == 0xe2 && byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
  return !is_mark && !is_isolate && character != "\xef\xbb\xbf";
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (out.size() + character.size() > limit) return out + "...";
    const bool is_ascii = length == 1 && text.front() >= 0x20 && text.front() != 0x7f;
    if (is_ascii || (length > 1 && is_harmless(character)))
      out += character;
    else
      out += '?';
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace spark
