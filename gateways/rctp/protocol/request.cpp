// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "gateways/rctp/protocol/lines.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace rctp {
namespace {

constexpr std::array<std::string_view, 4> kVersions{"RCMP/1.0", "RCTP/1.0", "HTTP/1.0", "HTTP/1.1"};

void refuse(Request& request, int code, std::string problem) {
  if (request.refusal != 0) return;
  request.refusal = code;
  request.problem = std::move(problem);
}

void read_request_line(std::string_view line, Request& request) {
  const Words words(line);
  const auto known = std::find(kVersions.begin(), kVersions.end(), words.last());
  if (known != kVersions.end()) request.version = Request::Version{static_cast<int>(known - kVersions.begin())};
  if (words.count() < 2 || words.count() > 3)
    return refuse(request, 400, "a request is: method, target, version; GO needs no target");
  if (known == kVersions.end())
    return refuse(request, 400,
                  fmt::format("'{}' is no version of RCMP/1.0, RCTP/1.0 or HTTP", spark::printable(words.last())));
  request.method = words[0];
  if (words.count() == 3) request.target = words[1];
}

/// Requests of this protocol have no body.
void refuse_contents(Request& request) {
  double length = 0.0;
  const std::string_view said = request.header("Content-Length");
  const bool is_empty = said.empty() || (spark::whole_number(said, length) && length == 0.0);
  if (!is_empty || !request.header("Transfer-Encoding").empty()) refuse(request, 413, "requests here have no contents");
}

bool is_plain(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) {
    const auto octet = static_cast<unsigned char>(c);
    return octet == '\t' || (octet >= ' ' && octet != 0x7f);
  });
}

/// Refuses a request because of one of its lines.
void check_line(const Line& line, Request& request) {
  if (!is_plain(line.text)) refuse(request, 400, "there are control characters in the request");
  if (request.is_http() && !line.has_carriage_return) refuse(request, 400, "lines of HTTP end with CR LF");
}

/// Lines that users type may contain blanks that they do not see.
bool is_blank(std::string_view line, const Request& request) {
  return line.empty() || (!request.is_http() && spark::trimmed(line).empty());
}

/// Reads header lines until the request is complete. `rest` begins after the request line and ends after the request.
RequestResult read_headers(std::string_view& rest, Arrival arrival, Request& request) {
  const char* const begin = rest.data();
  for (;;) {
    const std::string_view before = rest;
    const LineKind kind = kind_of_line(rest, arrival == Arrival::whole);
    if (!request.is_http() && kind == LineKind::request) break;
    const std::optional<Line> line = take_line(rest, arrival == Arrival::whole);
    if (!line) {
      const bool may_end = arrival != Arrival::open && rest.empty() && !request.is_http();
      if (!may_end) return RequestResult::more;
      break;
    }
    check_line(*line, request);
    if (is_blank(line->text, request)) {
      request.headers = {begin, static_cast<std::size_t>(before.data() - begin)};
      request.has_blank_line = true;
      return RequestResult::request;
    }
    if (kind != LineKind::header) refuse(request, 400, "a header line has no colon");
  }
  request.headers = {begin, static_cast<std::size_t>(rest.data() - begin)};
  return RequestResult::request;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  std::string_view rest = headers;
  while (const std::optional<Line> line = take_line(rest, true)) {
    const std::size_t colon = line->text.find(':');
    if (colon == line->text.npos) continue;
    if (equal_ignoring_case(spark::trimmed(line->text.substr(0, colon)), name))
      return spark::trimmed(line->text.substr(colon + 1));
  }
  return {};
}

std::string_view to_string(Request::Version version) {
  return kVersions.at(static_cast<std::size_t>(version));
}

RequestResult read_request(std::string_view& input, Arrival arrival, Request& request) {
  request = {};
  std::string_view rest = input;
  std::optional<Line> line;
  while ((line = take_line(rest, arrival == Arrival::whole)) && spark::trimmed(line->text).empty()) input = rest;
  RequestResult result = RequestResult::more;
  if (line) {
    read_request_line(line->text, request);
    check_line(*line, request);
    result = read_headers(rest, arrival, request);
  }
  const std::size_t length = result == RequestResult::more ? input.size() : input.size() - rest.size();
  if (length > kMaxRequest) return RequestResult::too_long;
  if (result == RequestResult::more) return result;
  refuse_contents(request);
  input = rest;
  return result;
}

bool begins_with_http(std::string_view input) {
  const std::optional<Line> line = take_line(input, false);
  return line && Words(line->text).last().starts_with("HTTP/");
}

}  // namespace rctp
