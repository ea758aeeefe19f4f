// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "spark/core/real_clock.h"

namespace spark::http {

/// A document, and what its server says about it.
struct Reply {
  int status = 0;    ///< 200 … 299
  std::string type;  ///< Content-Type; empty if there was none
  std::string body;
};

struct GetLimits {
  std::size_t max_body = 16 * 1024 * 1024;                 ///< octets
  RealClock::Duration timeout = std::chrono::seconds(10);  ///< for all of it: name, connection, answer
};

/// Loads a document: for tools, which have nothing else to do. It blocks, on a loop of its own, so any thread may call
/// it.
///   url: "http://HOST[:PORT][/PATH][?QUERY]"; HOST is a name or an address, those of IPv6 in brackets
///
/// Throws `std::runtime_error` with one line, "URL: reason", if there is no document: also if the server has answered
/// with another status than 2xx, then with the first line of what it says. Does not follow to other addresses.
Reply get(const std::string& url, const GetLimits& limits = {});

}  // namespace spark::http
