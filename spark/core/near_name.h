// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spark {

/// The name that was probably meant by `word`: the one with the fewest letters to insert, delete, replace or swap with
/// a neighbour, ignoring case. Empty if none is near: more than one letter in three is wrong. The first of equally near
/// names.
std::string near_name(std::string_view word, const std::vector<std::string>& names);

/// "; did you mean --seed?", or nothing. Names and `word` are without dashes.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace spark
