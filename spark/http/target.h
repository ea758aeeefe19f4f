// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spark::http {

/// What of a request's target names a document: of an absolute address ("http://HOST:PORT/a", of any scheme) what is
/// behind the host, "/" if that is nothing; without the query behind '?' and the fragment behind '#'; with %XX decoded.
/// A target need not begin with '/'. Empty if there is nothing left, if a '%' has no two hexadecimal digits behind it,
/// or if it comes to a control character.
///
/// It is a name to look up, never a path of the disk: "..", "//" and whatever else may stand in it mean nothing here.
std::string path_of(std::string_view target);

/// The value of a parameter in the query of a request's target ("/a?name=value&other=…"), decoded like the path; of
/// several of that name the first. Nothing if there is none, or if its value cannot be decoded; empty for "?name".
std::optional<std::string> query_value(std::string_view target, std::string_view name);

}  // namespace spark::http
