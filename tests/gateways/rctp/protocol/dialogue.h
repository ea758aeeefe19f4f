// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/protocol/request.h"

namespace rctp_test {

using namespace rctp;

/// The requests that were read, as "ASSIGN|head|RCMP/1.0|headers" or "400 ...", and what ended them.
inline std::string shown(const Request& request) {
  if (request.refusal != 0)
    return fmt::format("{} {} {}", to_string(request.version), request.refusal, request.problem);
  std::string text = fmt::format("{}|{}|{}", request.method, request.target, to_string(request.version));
  if (!request.headers.empty()) text += fmt::format("|{}", request.headers);
  return text;
}

inline std::vector<std::string> read_all(std::string_view input, Arrival arrival) {
  std::vector<std::string> all;
  Request request;
  for (;;) {
    const RequestResult result = read_request(input, arrival, request);
    if (result == RequestResult::too_long) return all.emplace_back("too long"), all;
    if (result == RequestResult::more) {
      if (!input.empty()) all.push_back(fmt::format("more {}", input.size()));
      return all;
    }
    all.push_back(shown(request));
  }
}

/// The same, in pieces that end at the given places, followed by a pause.
inline std::vector<std::string> read_cut(const std::string& input, const std::vector<std::size_t>& cuts) {
  std::vector<std::string> all;
  std::string kept;
  std::size_t from = 0;
  const auto read = [&](Arrival arrival) {
    std::string_view rest = kept;
    Request request;
    RequestResult result;
    while ((result = read_request(rest, arrival, request)) == RequestResult::request) all.push_back(shown(request));
    if (result == RequestResult::too_long) all.emplace_back("too long");
    kept.erase(0, kept.size() - rest.size());
    return result != RequestResult::too_long;
  };
  for (const std::size_t cut : cuts) {
    kept += input.substr(from, cut - from);
    from = cut;
    if (!read(Arrival::open)) return all;
  }
  kept += input.substr(std::min(from, input.size()));
  if (!read(Arrival::paused)) return all;
  if (!kept.empty()) all.push_back(fmt::format("more {}", kept.size()));
  return all;
}

}  // namespace rctp_test
