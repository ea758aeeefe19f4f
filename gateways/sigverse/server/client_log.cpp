// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/client_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spark/core/log.h"

namespace sigverse::server {
namespace {

spark::LogLevel level_of(const wire::LogMsg& message) {
  const auto level = static_cast<wire::LogLevel>(message.level);
  if (level == wire::LogLevel::error) return spark::LogLevel::warning;
  if (level >= wire::LogLevel::debug_1 && level <= wire::LogLevel::debug_3) return spark::LogLevel::debug;
  return spark::LogLevel::normal;
}

/// Returns the text of a client as one line, with its lines separated by " / ".
std::string one_line(std::string_view text) {
  constexpr std::size_t kMaxOctets = 1000;
  constexpr std::string_view kEnds = "\r\n";
  std::string line;
  while (!text.empty() && line.size() < kMaxOctets) {
    const std::string_view part = text.substr(0, text.find_first_of(kEnds));
    text.remove_prefix(part.size());
    text.remove_prefix(std::min(text.find_first_not_of(kEnds), text.size()));
    if (!line.empty() && !part.empty()) line += " / ";
    line += part;
  }
  return spark::printable(line, kMaxOctets);
}

}  // namespace

ClientLog::Client::Client(spark::Log& log)
    : lines([this, &log](spark::LogLevel level, std::string_view line) {
        log.write(level, fmt::format("{}: {}", label, line));
      }) {}

ClientLog::Client& ClientLog::client_of(const Session& session) {
  const auto known = clients_.find(session.id());
  if (known != clients_.end()) return known->second;
  const auto left = std::ranges::find(left_, session.channel().host(), &Left::host);
  if (left == left_.end()) return clients_.try_emplace(session.id(), log_).first->second;
  Clients::node_type client = std::move(left->client);
  left_.erase(left);
  client.key() = session.id();
  return clients_.insert(std::move(client)).position->second;
}

void ClientLog::write(const Session& session, spark::LogLevel level, std::string_view line, double now) {
  Client& client = client_of(session);
  client.label = session.label();
  client.lines.write(level, line, now);
}

void ClientLog::write(const Session& session, const wire::LogMsg& message, double now) {
  write(session, level_of(message), one_line(message.text), now);
}

void ClientLog::write(const Session& session, const wire::DisplayText& message, double now) {
  write(session, spark::LogLevel::normal, "on the screen: " + one_line(message.text), now);
}

void ClientLog::show_viewers(const Session& from, std::string_view packet) const {
  for (const auto& viewer : sessions_.all()) {
    if (viewer.get() == &from || viewer->is_over() || !viewer->takes_log()) continue;
    viewer->out() += packet;
    viewer->flush();
  }
}

void ClientLog::attend(double now, bool is_running) {
  for (auto& [session, client] : clients_) client.lines.attend(now);
  if (std::exchange(was_running_, is_running) && !is_running) flush();
}

void ClientLog::flush() {
  for (auto& [session, client] : clients_) client.lines.flush();
}

void ClientLog::forget(const Session& session) {
  const auto client = clients_.find(session.id());
  if (client == clients_.end()) return;
  client->second.lines.flush();
  left_.push_back({std::string(session.channel().host()), clients_.extract(client)});
  if (left_.size() > Sessions::kMax) left_.pop_front();
}

}  // namespace sigverse::server
