// SPDX-License-Identifier: Apache-2.0
#include "spark/server/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace spark::server {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

}  // namespace

Console::Console(bool quiet, bool verbose)
    : live_(!quiet && isatty(STDERR_FILENO) == 1),
      least_(quiet     ? LogLevel::warning
             : verbose ? LogLevel::debug
                       : LogLevel::normal) {}

Console::~Console() {
  clear_live_line();
}

void Console::attach(Log& log) {
  log.add_sink(least_, [this](LogLevel level, std::string_view line) { write(level, line); });
}

void Console::write(LogLevel level, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (!line_.empty()) std::fputs("\r\x1b[K", stderr);
  const std::string_view prefix = level == LogLevel::warning ? "warning: " : level == LogLevel::error ? "error: " : "";
  fmt::print(stderr, "{}{}\n", prefix, line);
  if (!line_.empty()) std::fputs(line_.c_str(), stderr);
}

void Console::show_live_line(std::string text) {
  const std::scoped_lock lock(mutex_);
  text.resize(std::min(text.size(), terminal_width() - 1));
  line_ = std::move(text);
  fmt::print(stderr, "\r\x1b[K{}", line_);
}

void Console::clear_live_line() {
  const std::scoped_lock lock(mutex_);
  if (!line_.empty()) std::fputs("\r\x1b[K", stderr);
  line_.clear();
}

}  // namespace spark::server
