// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spark::http {

/// The document name in a request's target: for an absolute address ("http://HOST:PORT/a", with any scheme) the part
/// after the host, "/" if that is empty; without the query after '?' and the fragment after '#'; with %XX decoded. A
/// target need not begin with '/'. Empty if nothing is left, if a '%' is not followed by two hexadecimal digits, or if
/// the result has a control character.
///
/// It is a key for a look-up, never a path on the disk: "..", "//" and the like have no meaning here.
std::string path_of(std::string_view target);

/// The value of a parameter in the query of a request's target ("/a?name=value&other=…"), decoded like the path; the
/// first of several with that name. `nullopt` if there is none, or if its value cannot be decoded; empty for "?name".
std::optional<std::string> query_value(std::string_view target, std::string_view name);

}  // namespace spark::http
