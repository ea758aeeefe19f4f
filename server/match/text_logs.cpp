// SPDX-License-Identifier: Apache-2.0
#include "server/match/text_logs.h"

#include <fmt/format.h>

#include "spark/core/core.h"

namespace server {

using namespace spark;

TextLogs::TextLogs(const std::filesystem::path& folder, Console& console)
    : server(folder / "server.log", console), actions(folder / "actions.log", console), commands_(actions) {}

void TextLogs::note_command(const CommandLines::Moment& now, std::string_view peer, std::string_view command,
                            CommandLines::Kind kind) {
  const std::scoped_lock lock(mutex_);
  commands_.note(now, peer, command, kind);
}

void TextLogs::note_complaint(Step now, LogLevel level, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  commands_.flush();
  actions.write(
      fmt::format("{}[error]Engine{}[10]({}): {}", now, level == LogLevel::error ? "Error" : "Warning", now, line));
}

void TextLogs::end_actions() {
  const std::scoped_lock lock(mutex_);
  commands_.flush();
  actions.end();
}

std::shared_ptr<TextLogs> attach_text_logs(Core& core, const std::filesystem::path& folder, Console& console) {
  const auto logs = std::make_shared<TextLogs>(folder, console);
  core.log.add_sink(LogLevel::debug, [logs](LogLevel level, std::string_view line) {
    logs->server.write(fmt::format("{}: {}", to_string(level), line));
  });
  core.log.add_sink(LogLevel::warning, [logs, &clock = core.clock](LogLevel level, std::string_view line) {
    logs->note_complaint(clock.now(), level, line);
  });
  return logs;
}

}  // namespace server
