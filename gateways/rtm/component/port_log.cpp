// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/port_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/component/value_kinds.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

std::FILE* open(const std::filesystem::path& file) {
  std::FILE* const opened = std::fopen(file.c_str(), "we");
  if (!opened) throw std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  return opened;
}

thread_local PortLog::Lines* buffered = nullptr;

/// Appends the line of a value, after the time.
void append_line(std::string& line, const std::string& component, const std::string& port, const Value& value) {
  const std::size_t begin = line.size();
  const auto out = std::back_inserter(line);
  fmt::format_to(out, ",{},{}", component, port);
  std::visit(
      [&](const auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (is_sequence_of_numbers<Content> || is_vector3d<Content>) {
          for (const auto number : content) fmt::format_to(out, ",{}", number);
        } else if constexpr (std::is_arithmetic_v<Content> && !std::is_same_v<Content, char>) {
          fmt::format_to(out, ",{}", content);
        } else {
          fmt::format_to(out, ",{}", to_text(value));
        }
      },
      value.content());
  // A text must not be able to imitate lines of other ports.
  std::replace_if(
      line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), [](unsigned char c) { return c < 0x20; }, '?');
  line += '\n';
}

/// The buffer in which this thread builds a line.
std::string& line_of_thread() {
  thread_local std::string line;
  if (buffered) return *buffered;
  line.clear();
  return line;
}

}  // namespace

PortLog::PortLog(const std::filesystem::path& file, spark::Log& log)
    : name_(file.filename().string()), log_(log), file_(open(file), &std::fclose) {}

PortLog::~PortLog() {
  if (std::fflush(file_.get()) != 0) report_failure();
}

PortLog::Buffering::Buffering(Lines& lines) {
  buffered = &lines;
}

PortLog::Buffering::~Buffering() {
  buffered = nullptr;
}

void PortLog::write(Lines& lines) {
  if (!lines.empty()) write_text(lines);
  lines.clear();
}

void PortLog::write(std::int64_t step, const std::string& component, const std::string& port, const Value& value) {
  std::string& line = line_of_thread();
  fmt::format_to(std::back_inserter(line), "{}", step);
  append_line(line, component, port, value);
  if (!buffered) write_text(line);
}

void PortLog::write(std::chrono::nanoseconds time, const std::string& component, const std::string& port,
                    const Value& value) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const bool is_negative = time.count() < 0;
  const auto count = static_cast<std::uint64_t>(time.count());
  const std::uint64_t magnitude = is_negative ? 0 - count : count;
  std::string& line = line_of_thread();
  fmt::format_to(std::back_inserter(line), "{}{}.{:09}", is_negative ? "-" : "", magnitude / kSecond,
                 magnitude % kSecond);
  append_line(line, component, port, value);
  if (!buffered) write_text(line);
}

void PortLog::write_text(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) report_failure();
}

void PortLog::report_failure() {
  if (std::exchange(failed_, true)) return;
  log_.error("{} ends early: {}", name_, std::strerror(errno));
}

}  // namespace rtm
