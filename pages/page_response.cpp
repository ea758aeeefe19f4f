// SPDX-License-Identifier: Apache-2.0
#include "pages/page_response.h"

#include <utility>

namespace pages {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data: blob:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view kWorkerPolicy = "default-src 'none'; script-src 'self'";

spark::http::Response response_with(std::string_view policy, std::string_view type, spark::net::Connection::Shared body,
                                    std::string_view cache_control) {
  spark::http::Response response;
  response.type = type;
  response.headers = {{"Content-Security-Policy", std::string(policy)},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cross-Origin-Resource-Policy", "same-origin"},
                      {"Cache-Control", std::string(cache_control)}};
  response.body = std::move(body);
  return response;
}

}  // namespace

spark::http::Response page_response(std::string_view type, spark::net::Connection::Shared body,
                                    std::string_view cache_control) {
  return response_with(kPolicy, type, std::move(body), cache_control);
}

spark::http::Response worker_response(std::string_view type, spark::net::Connection::Shared body,
                                      std::string_view cache_control) {
  return response_with(kWorkerPolicy, type, std::move(body), cache_control);
}

}  // namespace pages
