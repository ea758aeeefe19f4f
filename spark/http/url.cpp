// SPDX-License-Identifier: Apache-2.0
#include "spark/http/url.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/http/origin.h"

namespace spark::http {

Url Url::read(std::string_view url, std::string_view scheme, std::uint16_t usual_port) {
  const std::string begin = fmt::format("{}://", scheme);
  if (url.substr(0, begin.size()) != begin)
    throw std::runtime_error(fmt::format("expected an address that begins with {}", begin));
  url.remove_prefix(begin.size());
  url = url.substr(0, url.find('#'));
  const auto end = std::min(url.find_first_of("/?"), url.size());
  const auto read = HostAndPort::read(url.substr(0, end));
  if (!read) throw std::runtime_error("the address has no valid host or port");
  Url made{read->host, read->port.value_or(usual_port), std::string(url.substr(0, end)), std::string(url.substr(end))};
  if (made.target.empty() || made.target.front() != '/') made.target.insert(0, "/");
  if (std::any_of(made.target.begin(), made.target.end(), [](char c) { return c == 0x7f || (c >= 0 && c <= ' '); }))
    throw std::runtime_error("the address contains a blank or a control character");
  return made;
}

}  // namespace spark::http
