// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark::http {

/// An address that a client asks for, in its parts.
struct Url {
  std::string host;  ///< a name or an IP address, without brackets
  std::uint16_t port = 0;
  std::string authority;  ///< host and port as they are written, for the header `Host`
  std::string target;     ///< "/path?query", "/" if there is none

  /// Reads "SCHEME://HOST[:PORT][/PATH][?QUERY]". Throws `std::runtime_error` with one line if it is none.
  static Url read(std::string_view url, std::string_view scheme, std::uint16_t usual_port);
};

}  // namespace spark::http
