// SPDX-License-Identifier: Apache-2.0
#include "server/match/text_logs.h"

#include <fmt/format.h>

#include "spark/core/core.h"

namespace server {

using namespace spark;

TextLogs::TextLogs(const std::filesystem::path& folder, Console& console)
    : server(folder / "server.log", console), actions(folder / "actions.log", console) {}

void TextLogs::note_command(Step now, std::string_view peer, std::string_view command) {
  actions.write(fmt::format("{}[command]Trainer[10]({}): {}: {}", now, now, peer, command));
}

std::shared_ptr<TextLogs> attach_text_logs(Core& core, const std::filesystem::path& folder, Console& console) {
  const auto logs = std::make_shared<TextLogs>(folder, console);
  core.log.add_sink(LogLevel::debug, [logs](LogLevel level, std::string_view line) {
    logs->server.write(fmt::format("{}: {}", to_string(level), line));
  });
  core.log.add_sink(LogLevel::warning, [logs, &clock = core.clock](LogLevel level, std::string_view line) {
    const Step now = clock.now();
    logs->actions.write(
        fmt::format("{}[error]Engine{}[10]({}): {}", now, level == LogLevel::error ? "Error" : "Warning", now, line));
  });
  return logs;
}

}  // namespace server
