// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/http/message.h"

namespace pages {

/// An answer with a file of a page, or with what a page asks for: with the headers that keep other sites out. Scripts,
/// workers, styles, connections and sounds come from this server alone, pictures also from the page itself; no other
/// page may show it in a frame or load it, and nothing is taken for another type than it has.
///   type: Content-Type
///   cache_control: "no-cache": browsers keep it, and ask each time whether it has changed; "no-store": they do not
spark::http::Response page_response(std::string_view type, spark::net::Connection::Shared body,
                                    std::string_view cache_control = "no-cache");

/// The same for a script that runs in a Worker, which obeys the policy that comes with its script: it may import
/// scripts of this server, and reaches nothing else.
spark::http::Response worker_response(std::string_view type, spark::net::Connection::Shared body,
                                      std::string_view cache_control = "no-cache");

}  // namespace pages
