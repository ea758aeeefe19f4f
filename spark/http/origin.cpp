// SPDX-License-Identifier: Apache-2.0
#include "spark/http/origin.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "spark/core/log.h"

namespace spark::http {

namespace {

/// The longest a host's name can be, with a port behind it, has 253 + 6 characters.
constexpr std::size_t kMaxHost = 260;
constexpr std::uint16_t kHttpPort = 80, kHttpsPort = 443;
constexpr std::string_view kHttps = "https://";

std::string name_of_machine() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::optional<std::uint16_t> read_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return port;
}

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == ':';
}

/// The host of an origin, with its port; `nullopt` for "null": a file, or a page that hides its origin.
std::optional<HostAndPort> host_of(std::string_view origin) {
  constexpr std::string_view kHttp = "http://";
  const bool is_safe = origin.starts_with(kHttps);
  if (!is_safe && !origin.starts_with(kHttp)) return std::nullopt;
  origin.remove_prefix(is_safe ? kHttps.size() : kHttp.size());
  auto host = HostAndPort::read(origin);
  if (host && !host->port) host->port = is_safe ? kHttpsPort : kHttpPort;
  return host;
}

/// Whether a page of this origin was loaded from `host`.
bool is_from(std::string_view origin, const HostAndPort& host) {
  const auto from = host_of(origin);
  return from && from->host == host.host && from->port == host.port.value_or(kHttpPort);
}

bool is_own(const HostAndPort& host) {
  return host.host == "localhost" || host.host == "::1" || (host.is_address() && host.host.starts_with("127."));
}

bool is_forwarded(const Request& request) {
  for (const char* header : {"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"})
    if (request.count(header) > 0) return true;
  return false;
}

}  // namespace

bool is_loopback(std::string_view peer) {
  return peer.starts_with("127.") || peer.starts_with("[::1]") || peer.starts_with("[::ffff:127.");
}

bool is_from_here(std::string_view peer, const Request& request) {
  if (!is_loopback(peer) || is_forwarded(request)) return false;
  const auto host = HostAndPort::read(request.find("Host"));
  const auto origin = host_of(request.find("Origin"));
  return (request.count("Host") == 0 || (host && is_own(*host))) &&
         (request.count("Origin") == 0 || (origin && is_own(*origin)));
}

bool is_from_same_address(std::string_view peer, std::string_view local, const Request& request) {
  const std::string_view host = peer.substr(0, peer.rfind(':'));
  const bool is_same = !host.empty() && host == local.substr(0, local.rfind(':'));
  const auto own = HostAndPort::read(local), asked = HostAndPort::read(request.find("Host"));
  return is_same && !is_loopback(peer) && !is_forwarded(request) && own && asked && own->host == asked->host;
}

std::optional<HostAndPort> HostAndPort::read(std::string_view text) {
  if (text.empty() || text.size() > kMaxHost) return {};
  HostAndPort result;
  std::string_view behind;
  if (text.front() == '[') {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return {};
    result.host = lower(text.substr(1, end - 1));
    behind = text.substr(end + 1);
    if (result.host.find(':') == std::string::npos) return {};
  } else {
    const auto colon = text.find(':');
    result.host = lower(text.substr(0, colon));
    if (colon != std::string_view::npos) behind = text.substr(colon);
  }
  if (result.host.empty() || !std::all_of(result.host.begin(), result.host.end(), is_host_character)) return {};
  if (behind.empty()) return result;
  if (behind.front() != ':') return {};
  if (!(result.port = read_port(behind.substr(1)))) return {};
  return result;
}

bool HostAndPort::is_address() const {
  in6_addr place{};
  return ::inet_pton(AF_INET, host.c_str(), &place) == 1 || ::inet_pton(AF_INET6, host.c_str(), &place) == 1;
}

OriginRule::OriginRule(std::string_view machine_name, const std::vector<std::string>& trusted)
    : machine_name_(lower(machine_name)) {
  for (const std::string& origin : trusted) {
    const auto host = host_of(origin);
    if (!host || !origin.starts_with(kHttps))
      throw std::invalid_argument(fmt::format("'{}' is not an origin such as https://matches.example.org", origin));
    trusted_.push_back(*host);
  }
}
OriginRule::OriginRule(const std::vector<std::string>& trusted) : OriginRule(name_of_machine(), trusted) {}

bool OriginRule::is_ours(const HostAndPort& host) const {
  return host.is_address() || host.host == "localhost" || (!machine_name_.empty() && host.host == machine_name_) ||
         std::any_of(trusted_.begin(), trusted_.end(), [&](const HostAndPort& each) { return each.host == host.host; });
}

bool OriginRule::is_trusted(std::string_view origin) const {
  const auto from = host_of(origin);
  return from && origin.starts_with(kHttps) &&
         std::any_of(trusted_.begin(), trusted_.end(),
                     [&](const HostAndPort& each) { return each.host == from->host && each.port == from->port; });
}

bool OriginRule::is_private(std::string_view origin) const {
  const auto from = host_of(origin);
  return from && (is_own(*from) || is_trusted(origin));
}

std::optional<Response> OriginRule::refusal(const Request& request) const {
  const std::size_t hosts = request.count("Host");
  if (hosts > 1) return text_response(400, "the request names more than one host");
  if (hosts == 0 && request.version >= 11) return text_response(400, "the request has no Host header");
  const std::string_view named = request.find("Host");
  const auto host = HostAndPort::read(named);
  if (hosts == 1 && (!host || !is_ours(*host)))
    return text_response(403,
                         fmt::format("requests to the host '{}' are refused: this server answers to its IP address, "
                                     "localhost or the name of its machine",
                                     printable(named)));
  if (request.count("Origin") == 0) return {};
  const std::string_view origin = request.find("Origin");
  if (request.count("Origin") == 1 && ((host && is_from(origin, *host)) || is_trusted(origin))) return {};
  return text_response(
      403, fmt::format("requests of the web page of '{}' are refused: it was not loaded from here", printable(origin)));
}

}  // namespace spark::http
