// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spark {

enum class LogLevel { debug, normal, warning, error };
std::string_view to_string(LogLevel level);

/// The log of one server. Lines go to every sink whose threshold they reach. May be used from any thread.
class Log {
 public:
  using Sink = std::function<void(LogLevel, std::string_view line)>;

  /// `least` is the lowest level the sink receives. Sinks are called one at a time.
  void add_sink(LogLevel least, Sink sink);

  void write(LogLevel level, std::string_view line);

  template <typename... Args>
  void debug(fmt::format_string<Args...> format, Args&&... args) {
    write(LogLevel::debug, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void normal(fmt::format_string<Args...> format, Args&&... args) {
    write(LogLevel::normal, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void warning(fmt::format_string<Args...> format, Args&&... args) {
    write(LogLevel::warning, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) {
    write(LogLevel::error, fmt::format(format, std::forward<Args>(args)...));
  }

  /// One line about bad input from `peer` ("agent 3", "monitor 127.0.0.1:4711"). Limited by count, not by time, so that
  /// a hostile peer costs nothing: for each peer, and for all of one network address together, lines 1 to 5, 10, 100 …
  /// are written, the later ones with their number. The text is formatted only if it is written.
  template <typename... Args>
  void complain(std::string_view peer, fmt::format_string<Args...> format, Args&&... args) {
    if (const std::uint64_t count = count_complaint(peer))
      write_complaint(peer, count, fmt::format(format, std::forward<Args>(args)...));
  }

  /// One line about a mistake in a file: the first of that `kind` at that `place` ("box.rsg:12") is written, later ones
  /// at the level debug only, for a file may be imported a hundred times. After `kMaxMistakes` different ones, too.
  void mistake(LogLevel level, std::string_view place, std::string_view kind, std::string_view text);
  static constexpr std::size_t kMaxMistakes = 4096;
  /// The files are read anew, and may have others: each is written once more.
  void forget_mistakes();

 private:
  /// The number of this complaint, or 0 if it is not to be written.
  std::uint64_t count_complaint(std::string_view peer);
  std::uint64_t next_complaint(std::string_view peer);
  void write_complaint(std::string_view peer, std::uint64_t count, std::string_view text);

  struct PeerHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view peer) const { return std::hash<std::string_view>()(peer); }
  };
  /// Of some of the peers, so that few wait for one who floods.
  struct Complaints {
    std::mutex mutex;
    std::unordered_map<std::string, std::uint64_t, PeerHash, std::equal_to<>> counts;
  };
  struct Output {
    LogLevel least;
    Sink sink;
  };
  std::mutex mutex_;
  std::vector<Output> outputs_;
  std::array<Complaints, 16> complaints_;
  std::atomic<std::size_t> peers_{0};                   ///< that have complaints of their own
  std::atomic<std::uint64_t> complaints_of_others_{0};  ///< of peers for whom there was no more room
  std::set<std::string> mistakes_;
};

/// `text` fit for a log line: up to `limit` bytes, whole characters; controls and what is no UTF-8 become `?`.
std::string printable(std::string_view text, std::size_t limit = 60);

/// An argument of `Log::complain`: the same text, which is made only if the line is written.
struct Printable {
  std::string_view text;
};

}  // namespace spark

template <>
struct fmt::formatter<spark::Printable> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(spark::Printable shown, Context& context) const {
    return fmt::formatter<std::string_view>::format(spark::printable(shown.text), context);
  }
};
