// SPDX-License-Identifier: Apache-2.0
#include "server/record/command_digest.h"

#include <fmt/format.h>

#include "spark/core/number_text.h"

namespace server {
namespace {

constexpr std::string_view kBytes = ", bytes: ", kSum = ", SHA-256: ";

}  // namespace

void CommandDigest::add(std::string_view command) {
  ++count_;
  bytes_ += command.size();
  sum_.add(command);
  sum_.add("\n");
}

std::string CommandDigest::text() const {
  return fmt::format("{}{}{}{}{}{}", kCommands, count_, kBytes, bytes_, kSum, sum_.hex());
}

std::optional<std::uint64_t> CommandDigest::read_count(std::string_view text) {
  std::int64_t count = 0;
  if (!text.starts_with(kCommands)) return std::nullopt;
  text.remove_prefix(kCommands.size());
  if (!spark::whole_integer(text.substr(0, text.find(kBytes)), count) || count < 1) return std::nullopt;
  return static_cast<std::uint64_t>(count);
}

}  // namespace server
