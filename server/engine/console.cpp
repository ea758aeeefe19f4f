// SPDX-License-Identifier: Apache-2.0
#include "server/engine/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;
namespace {

constexpr const char* kClearLine = "\r\x1b[K";

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

}  // namespace

Console::Console(bool quiet, bool verbose)
    : live_(!quiet && isatty(STDERR_FILENO) == 1),
      min_level_(quiet     ? LogLevel::warning
                 : verbose ? LogLevel::debug
                           : LogLevel::normal) {}

Console::~Console() {
  clear_live_line();
}

void Console::attach(Log& log) {
  log.add_sink(min_level_, [this](LogLevel level, std::string_view line) { show(level, line); });
}

void Console::show(LogLevel level, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  const std::string_view prefix = level == LogLevel::warning ? "warning: " : level == LogLevel::error ? "error: " : "";
  print(STDERR_FILENO, "{}{}{}\n{}", line_.empty() ? "" : kClearLine, prefix, line, line_);
}

void Console::show_live_line(std::string text) {
  const std::scoped_lock lock(mutex_);
  text.resize(std::min(text.size(), terminal_width() - 1));
  line_ = std::move(text);
  print(STDERR_FILENO, "{}{}", kClearLine, line_);
}

void Console::clear_live_line() {
  const std::scoped_lock lock(mutex_);
  if (!line_.empty()) write_text(STDERR_FILENO, kClearLine);
  line_.clear();
}

}  // namespace server
