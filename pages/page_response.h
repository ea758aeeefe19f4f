// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/http/message.h"

namespace pages {

/// A response with a file of a page, or with data for it, and with headers that exclude other sites. Scripts, workers,
/// styles, connections and sounds may come from this server only, pictures also from the page itself; no other page may
/// show it in a frame or load it, and no content type is guessed.
///   type: Content-Type
///   cache_control: "no-cache": browsers keep it, and ask each time whether it has changed; "no-store": they do not
spark::http::Response page_response(std::string_view type, spark::net::Connection::Shared body,
                                    std::string_view cache_control = "no-cache");

/// The same for a script that runs in a Worker, which obeys the policy that is sent with its script: it may import
/// scripts of this server, and has no other access.
spark::http::Response worker_response(std::string_view type, spark::net::Connection::Shared body,
                                      std::string_view cache_control = "no-cache");

}  // namespace pages
