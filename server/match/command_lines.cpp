// SPDX-License-Identifier: Apache-2.0
#include "server/match/command_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/net/address_counts.h"

namespace server {
namespace {

constexpr std::size_t kHeadBytes = 64;       ///< the part of a line before the command
constexpr std::size_t kMaxAddresses = 1000;  ///< addresses with a rate of their own; all others share one
constexpr std::size_t kMaxSums = 64;

}  // namespace

CommandLines::Address& CommandLines::address_of(std::string_view peer) {
  const std::string_view address = spark::net::address_of(peer);
  if (const auto known = addresses_.find(address); known != addresses_.end()) return known->second;
  return addresses_[addresses_.size() < kMaxAddresses ? std::string(address) : "others"];
}

CommandLines::Sum& CommandLines::sum_of(std::string_view peer, Kind kind) {
  const auto found = std::ranges::find_if(sums_, [&](const Sum& sum) { return sum.peer == peer && sum.kind == kind; });
  return found == sums_.end() ? sums_.emplace_back(Sum{std::string(peer), kind, {}, 0}) : *found;
}

void CommandLines::note(const Moment& now, std::string_view peer, std::string_view command, Kind kind) {
  Address& from = address_of(peer);
  const std::size_t bytes = command.size() + kHeadBytes;
  if (!from.is_summed_up && from.rate.allowance(bytes, now.real) == bytes) {
    from.rate.took(bytes);
    flush();
    return write(now.step, peer, command);
  }
  from.is_summed_up = true;
  if (sums_.empty()) since_ = now.real;
  Sum& sum = sum_of(peer, kind);
  sum.digest.add(command);
  sum.last = now.step;
  if (sums_.size() >= kMaxSums || now.real - since_ >= kInterval) flush();
}

void CommandLines::flush() {
  if (sums_.empty()) return;
  for (const Sum& sum : sums_)
    write(sum.last, sum.peer, sum.kind == Kind::clock ? sum.digest.clock_text() : sum.digest.text());
  sums_.clear();
  for (auto& [ignored, address] : addresses_) address.is_summed_up = false;
}

void CommandLines::write(spark::Step step, std::string_view peer, std::string_view text) {
  file_.write(fmt::format("{0}[command]Trainer[10]({0}): {1}: {2}", step, peer, text));
}

}  // namespace server
