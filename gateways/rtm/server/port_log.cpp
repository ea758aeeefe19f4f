// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/port_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/log.h"

namespace rtm {
namespace {

constexpr const char* kName = "ports.log";

std::FILE* open(const std::filesystem::path& file) {
  std::FILE* const opened = std::fopen(file.c_str(), "we");
  if (!opened) throw std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  return opened;
}

}  // namespace

PortLog::PortLog(const std::filesystem::path& folder, spark::Log& log)
    : log_(log), file_(open(folder / kName), &std::fclose) {}

PortLog::~PortLog() = default;

void PortLog::write(spark::Step step, const std::string& component, const std::string& port, const Value& value) {
  const std::lock_guard lock(mutex_);
  line_.clear();
  const auto out = std::back_inserter(line_);
  fmt::format_to(out, "{},{},{}", step, component, port);
  std::visit(
      [&](const auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, Value::Floats> || std::is_same_v<Content, Value::Doubles>) {
          for (const auto number : content) fmt::format_to(out, ",{}", number);
        } else {
          fmt::format_to(out, ",{}", content);
        }
      },
      value.content());
  // A text that somebody has put is not to look like lines of others.
  std::ranges::replace_if(
      line_, [](unsigned char c) { return c < 0x20; }, '?');
  line_ += '\n';
  if (std::fwrite(line_.data(), 1, line_.size(), file_.get()) == line_.size() || failed_) return;
  failed_ = true;
  log_.error("{} ends early: {}", kName, std::strerror(errno));
}

}  // namespace rtm
