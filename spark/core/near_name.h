// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spark {

/// The name that somebody who typed `word` may have meant: the one with the fewest letters to insert, drop, exchange or
/// swap with their neighbour, upper and lower case alike. Empty if none is near: more than one letter in three is
/// wrong. Of equally near names the first.
std::string near_name(std::string_view word, const std::vector<std::string>& names);

/// "; did you mean --seed?", or nothing. Names and `word` without dashes.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace spark
