// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spark {

/// What somebody gave who uses a program. Programs end with status 2.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values of options, read in one way by all programs and refused in one form: "--speed fast: expected a number above
/// 0". All throw `WrongUsage` with that line. `option` is written with its dashes.

[[noreturn]] void refuse_value(std::string_view option, std::string_view value, std::string_view expected);

/// `more` is what else could have been given: " or 'off'".
std::int64_t read_whole_number(std::string_view option, std::string_view text, std::int64_t least, std::int64_t most,
                               std::string_view more = {});
/// Finite, from `least` to `most`.
double read_number(std::string_view option, std::string_view text, double least, double most);
double read_positive_number(std::string_view option, std::string_view text, std::string_view more = {});
/// 1 to 65535, or from 0 on where that stands for any free one.
std::uint16_t read_port(std::string_view option, std::string_view text, std::int64_t least, std::string_view more = {});
/// The place of `text` among `choices`, of which there are at least two.
std::size_t read_choice(std::string_view option, std::string_view text,
                        std::initializer_list<std::string_view> choices);

}  // namespace spark
