// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace spark {

/// An error on the command line or in a file of options. Programs exit with status 2.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The common form of refusal: throws `WrongUsage` "--speed fast: expected a number above 0". `option` has its dashes.
[[noreturn]] void refuse_value(std::string_view option, std::string_view value, std::string_view expected);

/// The values given for one option, in order; "" for an option without its value, if that may be omitted.
using GivenValues = std::vector<std::string>;

/// The type of an option's value, and where it is stored. It borrows that variable, usually a field of some options.
struct OptionValue {
  /// For completion in a shell; `placeholder` and `expected` are for users.
  enum class Kind { flag, word, number, file, folder };
  Kind kind = Kind::word;
  std::string placeholder{};           ///< as shown in the help: "N|off"; flags have none
  std::string expected{};              ///< "a whole number from 0 to 65535 or 'off'"; empty: any text
  std::vector<std::string> choices{};  ///< all words that it accepts, if they can be listed
  int min_words = 1, max_words = 1;    ///< after the name, on a command line
  /// Stores the given values, which replace all previous ones; of several values of an option that holds one, the last
  /// counts. Throws `WrongUsage` by `refuse_value`. `option` is the name as typed, with dashes.
  std::function<void(std::string_view option, const GivenValues& given)> read{};
  /// The value in a form that `read` accepts; nothing while there is no value.
  std::function<GivenValues()> written{};
};

/// For value types of a program: only the last of the given values counts.
std::function<void(std::string_view option, const GivenValues& given)> last_of(
    std::function<void(std::string_view option, const std::string& text)> read);

/// A number with its own way of storage: in other units, or in an optional.
template <typename T>
struct Place {
  std::function<T()> get;
  std::function<void(T)> set;
};

/// True if it is given without a value. As `--name=0`, and in files, it has a value.
OptionValue flag(bool& kept);
/// 0 or 1, and the words that mean the same (no, off, false; yes, on, true).
OptionValue zero_or_one(bool& kept);
OptionValue zero_or_one(Place<bool> place);
/// Makes the value optional; without one it is 1.
OptionValue perhaps_one(OptionValue value);
/// Any text. Empty text counts as no value.
OptionValue word(std::string& kept, std::string placeholder);
OptionValue file(std::filesystem::path& kept);
OptionValue folder(std::filesystem::path& kept);
/// May be given several times.
OptionValue words(std::vector<std::string>& kept, std::string placeholder);
OptionValue files(std::vector<std::string>& kept);
/// Many values may also follow one name.
OptionValue in_a_row(OptionValue value);

OptionValue whole_number(Place<std::int64_t> place, std::int64_t min, std::int64_t max);
template <std::integral Number>
OptionValue whole_number(Number& kept, std::int64_t min, std::int64_t max) {
  return whole_number({[&kept] { return static_cast<std::int64_t>(kept); },
                       [&kept](std::int64_t number) { kept = static_cast<Number>(number); }},
                      min, max);
}
/// Finite, from `min` to `max`.
OptionValue number(double& kept, double min, double max);
OptionValue number(std::optional<double>& kept, double min, double max);
/// Above 0, at most `max`.
OptionValue positive_number(double& kept, double max = 1e6);
OptionValue positive_number(Place<double> place, double max = 1e6);
/// 1 to 65535, or from 0 on, where 0 means any free one.
OptionValue port(std::uint16_t& kept, std::int64_t min);
/// From 0 on, or "off": none.
OptionValue port_or_off(std::optional<std::uint16_t>& kept);

struct HostPort {
  std::string host;
  std::optional<std::uint16_t> port{};  ///< from 1 on
};
/// "HOST", "HOST:PORT", "[ADDRESS]", "[ADDRESS]:PORT" and a bare address of IPv6; `nullopt` if it is none of these.
std::optional<HostPort> read_host(std::string_view text);
/// "HOST[:PORT]": a port replaces that in `port`, which has its own option. The later of both options counts.
OptionValue host(std::string& host, std::uint16_t& port);

/// Pixels, "1280x720", each from `min` to `max`.
OptionValue picture_size(int& width, int& height, int min, int max);
/// The name of a picture file to be written, which ends in .png or has no extension.
OptionValue png_file(std::string& kept);

/// One of at least two words.
OptionValue one_of(std::vector<std::string> choices, Place<std::size_t> place);
template <typename Enum>
requires std::is_enum_v<Enum> OptionValue one_of(Enum& kept, std::vector<std::pair<std::string, Enum>> choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const auto& choice : choices) names.push_back(choice.first);
  const auto place_of = [&kept, choices] {
    std::size_t place = 0;
    while (place < choices.size() && choices[place].second != kept) ++place;
    return place;
  };
  return one_of(std::move(names), {place_of, [&kept, choices](std::size_t place) { kept = choices[place].second; }});
}

/// The same, stored as the word; no initial value if `kept` is empty.
OptionValue one_of(std::string& kept, std::vector<std::string> choices);

/// A word in addition to the values of `value`; `more` is appended to the refusal: " or 'off'". The variable of the
/// word is true while it is chosen; other values are stored by `value`, then the variable is set to false.
OptionValue or_word(OptionValue value, std::string word, std::string_view more, Place<bool> holds);
/// Refuses an empty file name, as in --record "$FILE" of a script whose variable is empty: it would count as no value,
/// and a file of options could not distinguish it from an option that was not given. Modes always refuse it.
OptionValue not_empty(OptionValue value);
/// Replaces its placeholder: "N".
OptionValue shown_as(OptionValue value, std::string placeholder);

}  // namespace spark
