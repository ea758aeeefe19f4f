// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/admission.h"

#include <fmt/format.h>

#include "spark/core/log.h"
#include "spark/core/split.h"
#include "spark/http/message.h"
#include "spark/net/address_counts.h"
#include "spark/net/secret.h"

namespace rctp {
namespace {

constexpr std::string_view kBearer = "Bearer ";
/// The time after which the failures of an address are forgotten.
constexpr std::chrono::seconds kFailuresKept{60};

Reply unauthorized(std::string sentence) {
  Reply reply = refusal(401, std::move(sentence));
  reply.fields.push_back({"WWW-Authenticate", "Bearer"});
  return reply;
}

}  // namespace

std::optional<Reply> Admission::refusal_of(std::string_view peer, const std::string& label,
                                           std::string_view authorization, Time now) {
  if (!secret_) return std::nullopt;
  if (authorization.empty())
    return unauthorized(
        "robots are operated from other machines with the operators' secret: Authorization: Bearer SECRET");
  Failures& failures = failures_of(peer, now);
  if (failures.count >= kMaxFailures && now - failures.last < kPause) {
    Reply reply = unauthorized("too many wrong secrets have come from this address");
    reply.fields.push_back({"Retry-After", fmt::to_string(kPause.count())});
    return reply;
  }
  const bool is_bearer = spark::http::is_same_word(authorization.substr(0, kBearer.size()), kBearer);
  if (is_bearer && secret_->is(spark::trimmed(authorization.substr(kBearer.size())))) {
    failures.count = 0;
    return std::nullopt;
  }
  ++failures.count;
  failures.last = now;
  log_.complain(label, "it does not know the operators' secret");
  return unauthorized("this is not the operators' secret");
}

Admission::Failures& Admission::failures_of(std::string_view peer, Time now) {
  const std::string_view address = spark::net::address_of(peer);
  if (const auto known = failures_.find(address); known != failures_.end()) return known->second;
  if (failures_.size() >= kMaxAddresses)
    std::erase_if(failures_, [&](const auto& each) { return now - each.second.last > kFailuresKept; });
  return failures_[failures_.size() < kMaxAddresses ? std::string(address) : std::string()];
}

}  // namespace rctp
