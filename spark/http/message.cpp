// SPDX-License-Identifier: Apache-2.0
#include "spark/http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace spark::http {

namespace {

constexpr int kNoContent = 204, kNotModified = 304;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool has_word(std::string_view list, std::string_view word) {
  while (true) {
    const auto comma = list.find(',');
    if (is_same_word(trimmed(list.substr(0, comma)), word)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

/// Replaces line breaks: in a text from a peer they would begin a header of the peer's choice.
void append_safely(std::string& head, std::string_view text) {
  for (const char c : text) head += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
}

void append_header(std::string& head, std::string_view name, std::string_view value) {
  append_safely(head, name);
  head += ": ";
  append_safely(head, value);
  head += "\r\n";
}

}  // namespace

bool is_same_word(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string_view Request::find(std::string_view name) const {
  for (const Header& header : headers)
    if (is_same_word(header.name, name)) return header.value;
  return {};
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(headers.begin(), headers.end(),
                                                [&](const Header& header) { return is_same_word(header.name, name); }));
}

bool Request::lists(std::string_view name, std::string_view word) const {
  return std::any_of(headers.begin(), headers.end(), [&](const Header& header) {
    return is_same_word(header.name, name) && has_word(header.value, word);
  });
}

bool Request::wants_websocket() const {
  return method == "GET" && version >= 11 && lists("Connection", "upgrade") && lists("Upgrade", "websocket");
}

Response text_response(int status, std::string sentence) {
  Response response;
  response.status = status;
  response.type = "text/plain; charset=utf-8";
  sentence += '\n';
  response.body = std::make_shared<const std::string>(std::move(sentence));
  return response;
}

std::string head_of(const Response& response, int version, bool keeps_connection) {
  std::string head;
  fmt::format_to(std::back_inserter(head), "HTTP/1.{} {} ", version - 10, response.status);
  append_safely(head, response.reason.empty() ? reason_of(response.status) : std::string_view(response.reason));
  head += "\r\n";
  if (!response.type.empty()) append_header(head, "Content-Type", response.type);
  for (const Header& header : response.headers) append_header(head, header.name, header.value);
  append_header(head, "Connection", keeps_connection ? "keep-alive" : "close");
  // 204 has no body, and the length in a 304 would be that of the peer's copy.
  if (response.status != kNoContent && response.status != kNotModified && !response.is_stream)
    append_header(head, "Content-Length", fmt::to_string(response.body ? response.body->size() : 0));
  for (const std::string& line : response.last_lines) {
    append_safely(head, line);
    head += "\r\n";
  }
  head += "\r\n";
  return head;
}

}  // namespace spark::http
