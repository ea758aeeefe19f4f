// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace spark {

enum class LogLevel { debug, normal, warning, error };
std::string_view to_string(LogLevel level);

/// The log of one server. Lines go to every sink whose threshold they reach. May be used from any thread.
class Log {
 public:
  using Sink = std::function<void(LogLevel, std::string_view line)>;

  Log();
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// `min_level` is the lowest level the sink receives. Sinks are called one at a time.
  void add_sink(LogLevel min_level, Sink sink);

  void write(LogLevel level, std::string_view line);

  template <typename... Args>
  void debug(fmt::format_string<Args...> format, Args&&... args) {
    write_formatted(LogLevel::debug, format, fmt::make_format_args(args...));
  }
  template <typename... Args>
  void normal(fmt::format_string<Args...> format, Args&&... args) {
    write_formatted(LogLevel::normal, format, fmt::make_format_args(args...));
  }
  template <typename... Args>
  void warning(fmt::format_string<Args...> format, Args&&... args) {
    write_formatted(LogLevel::warning, format, fmt::make_format_args(args...));
  }
  template <typename... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) {
    write_formatted(LogLevel::error, format, fmt::make_format_args(args...));
  }

  /// One line about bad input from `peer` ("agent 3", "monitor 127.0.0.1:4711"). Limited by count, not by time, so that
  /// a hostile peer costs nothing: for each peer, and for all of one network address together, lines 1 to 5, 10, 100 …
  /// are written, the later ones with their number. The text is formatted only if it is written.
  template <typename... Args>
  void complain(std::string_view peer, fmt::format_string<Args...> format, Args&&... args) {
    if (const std::uint64_t count = count_complaint(peer))
      write_complaint(peer, count, format, fmt::make_format_args(args...));
  }

  /// Counts complaints about `peer` with those about `group` from now on, for any number of such peers: an agent that
  /// reconnects repeatedly has a new number each time.
  void count_together(std::string_view peer, std::string_view group);

  /// One line about an error in a file: the first of that `kind` at that `place` ("box.rsg:12") is written, later ones
  /// only at the level debug, because a file may be imported a hundred times. The same applies after `kMaxMistakes`
  /// different ones.
  void mistake(LogLevel level, std::string_view place, std::string_view kind, std::string_view text);
  static constexpr std::size_t kMaxMistakes = 4096;
  /// To be called when the files are read again, and may have changed: each error is written once more.
  void forget_mistakes();

 private:
  class State;

  void write_formatted(LogLevel level, fmt::string_view format, fmt::format_args args);
  /// The number of this complaint, or 0 if it is not to be written.
  std::uint64_t count_complaint(std::string_view peer);
  void write_complaint(std::string_view peer, std::uint64_t count, fmt::string_view format, fmt::format_args args);

  std::unique_ptr<State> state_;
};

/// `text` in a form for log lines: up to `limit` bytes, complete characters; control characters and invalid UTF-8
/// become `?`.
std::string printable(std::string_view text, std::size_t limit = 60);

/// An argument of `Log::complain`: the same text, formatted only if the line is written.
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
