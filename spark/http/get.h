// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "spark/core/real_clock.h"

namespace spark::http {

/// A document, with information from its server.
struct Reply {
  int status = 0;    ///< 200 … 299
  std::string type;  ///< Content-Type; empty if there was none
  std::string body;
};

struct GetLimits {
  std::size_t max_body = 16 * 1024 * 1024;                 ///< octets
  RealClock::Duration timeout = std::chrono::seconds(10);  ///< for all of it: look-up, connection, answer
};

/// Loads a document, for tools that have nothing else to do. It blocks, on its own loop, so any thread may call it.
/// url: "http://HOST[:PORT][/PATH][?QUERY]"; HOST is a name or an address, an IPv6 address in brackets
///
/// Throws `std::runtime_error` with one line, "URL: reason", if there is no document; if the server has answered with a
/// status other than 2xx, the reason has the first line of its text. Does not follow redirects.
Reply get(const std::string& url, const GetLimits& limits = {});

}  // namespace spark::http
