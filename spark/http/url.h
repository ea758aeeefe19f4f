// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark::http {

/// A client's URL, split into its parts.
struct Url {
  std::string host;  ///< a name or an IP address, without brackets
  std::uint16_t port = 0;
  std::string authority;  ///< host and port as written, for the header `Host`
  std::string target;     ///< "/path?query", "/" if there is none

  /// Parses "SCHEME://HOST[:PORT][/PATH][?QUERY]". Throws `std::runtime_error` with one line for another form.
  static Url read(std::string_view url, std::string_view scheme, std::uint16_t usual_port);
};

}  // namespace spark::http
