// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "soccer-plugin/soccer_types.h"
#include "spark/sexp/reader.h"

namespace soccer {

// These read the arguments of a trainer's command (behaviour 9). Each function that can fail returns an error for the
// log, or an empty text; then `out` holds the value, or nothing if the part was not given.

/// The first sub-list with that name among the arguments of `command`.
std::optional<spark::sexp::Expression> find_part(const spark::sexp::Expression& command, std::string_view name);

/// Left, Right, None or L, R, N.
std::optional<Side> parse_side(std::string_view word);

/// `(name x y z)`, separated by blanks or commas: three finite numbers whose vector is not longer than `longest`.
std::string read_vector(const spark::sexp::Expression& command, std::string_view name, double longest,
                        std::optional<spark::Vec3>& out);
/// `(name x)`: a number from `min` to `max`.
std::string read_number(const spark::sexp::Expression& command, std::string_view name, double min, double max,
                        std::optional<double>& out);
/// `(team T)(unum N)`; both are required.
std::string read_player_name(const spark::sexp::Expression& command, Side& side, int& unum);

}  // namespace soccer
