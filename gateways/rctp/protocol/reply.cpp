// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rctp {
namespace {

constexpr std::string_view kCurrentValue = "Current Value";

template <typename Real>
void append_decimal(std::string& out, Real value) {
  char text[400];  // the largest 64-bit number has 309 digits before the point, the smallest some 340 after it
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
  const std::string_view digits(text, static_cast<std::size_t>(end - text));
  out += digits;
  if (digits.find('.') == digits.npos) out += ".0";
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  fmt::format_to(std::back_inserter(out), "{}: {}\r\n", name, value);
}

void append_http(std::string& out, const Reply& reply) {
  for (const Reply::Field& field : http_headers(reply)) append_field(out, field.name, field.value);
  const std::string body = http_body(reply);
  append_field(out, "Connection", reply.closes ? "close" : "keep-alive");
  if (!body.empty()) append_field(out, "Content-Type", "text/plain; charset=utf-8");
  append_field(out, "Content-Length", fmt::to_string(body.size()));
  if (const std::string last = http_last_line(reply); !last.empty()) out += last + "\r\n";
  out += "\r\n" + body;
}

}  // namespace

Reply refusal(int code, std::string sentence) {
  Reply reply;
  reply.code = code;
  reply.sentence = std::move(sentence);
  return reply;
}

std::string_view reason_phrase(int code) {
  switch (code) {
    case 201:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Unknown";
  }
}

void append_reply(std::string& out, Request::Version version, const Reply& reply) {
  fmt::format_to(std::back_inserter(out), "{} {} {}\r\n", to_string(version), reply.code, reason_phrase(reply.code));
  if (version == Request::Version::http_1_0 || version == Request::Version::http_1_1) {
    append_http(out, reply);
    return;
  }
  for (const Reply::Field& field : reply.fields) append_field(out, field.name, field.value);
  if (!reply.sentence.empty()) append_field(out, "Reason", reply.sentence);
  out += "\r\n";
}

std::vector<Reply::Field> http_headers(const Reply& reply) {
  std::vector<Reply::Field> fields = reply.fields;
  for (Reply::Field& field : fields)
    if (field.name == kCurrentValue) field.name = "Current-Value";
  return fields;
}

std::string http_last_line(const Reply& reply) {
  for (const Reply::Field& field : reply.fields)
    if (field.name == kCurrentValue) return fmt::format("{}: {}", field.name, field.value);
  return {};
}

std::string http_body(const Reply& reply) {
  return reply.sentence.empty() ? std::string() : reply.sentence + "\n";
}

std::string current_value(std::span<const Object::Parameter> parameters, std::span<const double> values) {
  std::string text;
  for (std::size_t i = 0; i < std::min(parameters.size(), values.size()); ++i) {
    if (i > 0) text += ' ';
    if (parameters[i].type == Object::DataType::float64)
      append_decimal(text, values[i]);
    else
      append_decimal(text, static_cast<float>(values[i]));
  }
  return text;
}

}  // namespace rctp
