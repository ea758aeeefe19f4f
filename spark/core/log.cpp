// SPDX-License-Identifier: Apache-2.0
#include "spark/core/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "spark/core/line_limit.h"
#include "spark/core/utf8.h"

namespace spark {
namespace {
constexpr std::uint64_t kComplaintsInFull = 5;
/// Maximum number of peers with separate counts; a port scanner must not grow the table. Further peers share one count.
constexpr std::size_t kPeers = 512;

/// The length of the port at the end of `peer` if that is a network address: 5 for "monitor 127.0.0.1:4711" and for
/// "[::1]:4711"; 0 for anything else, such as "box.rb:12".
std::size_t port_bytes(std::string_view peer) {
  const std::size_t colon = peer.rfind(':');
  if (colon == peer.npos || peer.find_first_not_of("0123456789", colon + 1) != peer.npos) return 0;
  const std::string_view front = peer.substr(0, colon);
  const std::string_view address = front.substr(front.find_last_of(" (") + 1);
  const bool is_v4 = address.find_first_not_of("0123456789.") == address.npos && std::ranges::count(address, '.') == 3;
  return is_v4 || address.ends_with(']') ? peer.size() - colon : 0;
}

/// The part that identifies a peer: its address without the port, together with the name that the peer has given
/// itself, if any: "a name (127.0.0.1" for "a name (127.0.0.1:4711)".
std::string_view without_port(std::string_view peer) {
  const std::string_view inside = peer.substr(0, peer.size() - (peer.ends_with(')') ? 1 : 0));
  const std::size_t port = port_bytes(inside);
  return port > 0 ? inside.substr(0, inside.size() - port) : peer;
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

class Log::State {
 public:
  /// The number of complaints about that peer, this one included.
  std::uint64_t next_complaint(std::string_view peer) {
    Complaints& part = complaints_[PeerHash()(peer) % complaints_.size()];
    const std::scoped_lock lock(part.mutex);
    const auto found = part.counts.find(peer);
    if (found != part.counts.end()) return ++*found->second;
    if (peers_.fetch_add(1) >= kPeers) return ++complaints_of_others_;
    return ++*part.counts.emplace(peer, std::make_shared<Count>()).first->second;
  }

  void count_together(std::string_view peer, std::string_view group) {
    const std::shared_ptr<Count> shared = count_of(group);
    Complaints& part = complaints_[PeerHash()(peer) % complaints_.size()];
    const std::scoped_lock lock(part.mutex);
    part.counts.insert_or_assign(std::string(peer), shared);
  }

  struct Output {
    LogLevel min_level;
    Sink sink;
  };
  std::mutex mutex;  ///< guards the members below
  std::vector<Output> outputs;
  std::set<std::string> mistakes;

 private:
  struct PeerHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view peer) const { return std::hash<std::string_view>()(peer); }
  };
  using Count = std::atomic<std::uint64_t>;  // of peers that are counted together, under several mutexes
  /// The complaints about one part of the peers. They are divided so that a flood from one peer delays few others.
  struct Complaints {
    std::mutex mutex;
    std::unordered_map<std::string, std::shared_ptr<Count>, PeerHash, std::equal_to<>> counts;
  };

  std::shared_ptr<Count> count_of(std::string_view peer) {
    Complaints& part = complaints_[PeerHash()(peer) % complaints_.size()];
    const std::scoped_lock lock(part.mutex);
    auto& count = part.counts.try_emplace(std::string(peer)).first->second;
    if (!count) count = std::make_shared<Count>();
    return count;
  }

  std::array<Complaints, 16> complaints_;
  std::atomic<std::size_t> peers_{0};                   ///< with a separate count
  std::atomic<std::uint64_t> complaints_of_others_{0};  ///< about peers without a separate count
};

Log::Log() : state_(std::make_unique<State>()) {}
Log::~Log() = default;

void Log::add_sink(LogLevel min_level, Sink sink) {
  const std::scoped_lock lock(state_->mutex);
  state_->outputs.push_back({min_level, std::move(sink)});
}

void Log::write(LogLevel level, std::string_view line) {
  const std::scoped_lock lock(state_->mutex);
  for (const auto& output : state_->outputs)
    if (level >= output.min_level) output.sink(level, line);
}

void Log::write_formatted(LogLevel level, fmt::string_view format, fmt::format_args args) {
  write(level, fmt::vformat(format, args));
}

std::uint64_t Log::count_complaint(std::string_view peer) {
  const std::uint64_t count = state_->next_complaint(without_port(peer));
  return LineLimit::is_written(count, kComplaintsInFull) ? count : 0;
}

void Log::count_together(std::string_view peer, std::string_view group) {
  state_->count_together(without_port(peer), without_port(group));
}

void Log::write_complaint(std::string_view peer, std::uint64_t count, fmt::string_view format, fmt::format_args args) {
  const std::string text = fmt::vformat(format, args);
  if (count <= kComplaintsInFull)
    write(LogLevel::warning, fmt::format("{}: {}", peer, text));
  else
    write(LogLevel::warning, fmt::format("{}: {} (complaint {}; not all are shown)", peer, text, count));
}

void Log::forget_mistakes() {
  const std::scoped_lock lock(state_->mutex);
  state_->mistakes.clear();
}

void Log::mistake(LogLevel level, std::string_view place, std::string_view kind, std::string_view text) {
  bool is_new = false, is_last = false;
  {
    const std::scoped_lock lock(state_->mutex);
    auto& mistakes = state_->mistakes;
    if (mistakes.size() < kMaxMistakes) is_new = mistakes.insert(fmt::format("{}: {}", place, kind)).second;
    is_last = is_new && mistakes.size() == kMaxMistakes;
  }
  write(is_new ? level : LogLevel::debug, fmt::format("{}: {}", place, text));
  if (is_last)
    write(level, fmt::format("{} mistakes in scripts and scene files; further ones are not shown", kMaxMistakes));
}

namespace {

/// Whether a non-ASCII character is allowed in a line: it is not a control character (U+0080 to U+009F), and does not
/// change the direction or line of the following text (marks, embeddings and isolates of direction, separators,
/// U+FEFF).
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
