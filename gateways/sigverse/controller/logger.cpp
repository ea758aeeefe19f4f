// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Logger.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <string>

#include "gateways/sigverse/controller/agent.h"

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
struct Settings {
  bool to_stdout = true;
  int level = Logger::MSG;
  std::unique_ptr<std::FILE, FileCloser> file;
};
Settings& settings() {
  static Settings the_ones;
  return the_ones;
}

std::string print(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length <= 0) return {};
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  text.pop_back();
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return text;
}

void log_line(Logger::Level level, const char* format, va_list arguments) {
  static constexpr const char* kMarks[] = {"[ERR]  ",    "[SYS]  ",    "[MSG]  ",    "[DEBUG1]  ",
                                           "[DEBUG2]  ", "[DEBUG3]  ", "[DISPLAY]  "};
  Settings& to = settings();
  if (level != Logger::DISPLAY && level > to.level) return;
  const std::string text = print(format, arguments);
  if (to.to_stdout) std::printf("%s%s\n", kMarks[level], text.c_str());
  if (to.file) {
    std::fprintf(to.file.get(), "%s%s\n", kMarks[level], text.c_str());
    std::fflush(to.file.get());
  }
  // A packet is limited to 65,535 octets.
  constexpr std::size_t kLongest = 60'000;
  sigverse::send(sigverse::wire::LogMsg{.level = static_cast<std::int16_t>(level),
                                        .text = std::string_view(text).substr(0, kLongest)});
}

}  // namespace

#define SIGVERSE_LOG(function, level)              \
  void Logger::function(const char* format, ...) { \
    va_list arguments;                             \
    va_start(arguments, format);                   \
    log_line(level, format, arguments);            \
    va_end(arguments);                             \
  }
SIGVERSE_LOG(err, ERR)
SIGVERSE_LOG(sys, SYS)
SIGVERSE_LOG(msg, MSG)
SIGVERSE_LOG(debug1, DEBUG1)
SIGVERSE_LOG(debug2, DEBUG2)
SIGVERSE_LOG(debug3, DEBUG3)
SIGVERSE_LOG(display, DISPLAY)
#undef SIGVERSE_LOG

void Logger::toStdout(bool on) {
  settings().to_stdout = on;
}
void Logger::toFile(const char* file) {
  settings().file.reset(file && *file ? std::fopen(file, "a") : nullptr);
}
void Logger::outputLevel(int level) {
  settings().level = level;
}
