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

/// A mistake on the command line or in a file of options. Programs exit with status 2.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one form of refusal: throws `WrongUsage` "--speed fast: expected a number above 0". `option` has its dashes.
[[noreturn]] void refuse_value(std::string_view option, std::string_view value, std::string_view expected);

/// What was given for one option, in order; "" for an option without its value, where that may be left out.
using GivenValues = std::vector<std::string>;

/// What an option takes, and the place where it is kept. It borrows that place, which is a field of some options.
struct OptionValue {
  /// What a shell could offer; for people `placeholder` and `expected` say it.
  enum class Kind { flag, word, number, file, folder };
  Kind kind = Kind::word;
  std::string placeholder{};            ///< as the help writes it: "N|off"; flags have none
  std::string expected{};               ///< "a whole number from 0 to 65535 or 'off'"; empty: any text
  std::vector<std::string> choices{};   ///< all words that it takes, if they can be listed
  int least_words = 1, most_words = 1;  ///< behind the name, on a command line
  /// Takes what was given, which replaces all there was; of several values of an option that has one, the last counts.
  /// Throws `WrongUsage` by `refuse_value`. `option` is the name as it was typed, with dashes.
  std::function<void(std::string_view option, const GivenValues& given)> read{};
  /// What `read` would take back; nothing while there is no value.
  std::function<GivenValues()> written{};
};

/// For values of a program's own: of what was given only the last counts.
std::function<void(std::string_view option, const GivenValues& given)> last_of(
    std::function<void(std::string_view option, const std::string& text)> read);

/// A number that is kept in some way of its own: in other units, or in an optional.
template <typename T>
struct Place {
  std::function<T()> get;
  std::function<void(T)> set;
};

/// Without a value: true. As `--name=0`, and in files, it has one.
OptionValue flag(bool& kept);
/// 0 or 1, and the words that mean the same (no, off, false; yes, on, true).
OptionValue zero_or_one(bool& kept);
OptionValue zero_or_one(Place<bool> place);
/// The same, where the value may be left out: 1.
OptionValue perhaps_one(OptionValue value);
/// Any text. Empty text counts as no value.
OptionValue word(std::string& kept, std::string placeholder);
OptionValue file(std::filesystem::path& kept);
OptionValue folder(std::filesystem::path& kept);
/// Can be given several times.
OptionValue words(std::vector<std::string>& kept, std::string placeholder);
OptionValue files(std::vector<std::string>& kept);
/// Many values may also stand behind the name that is given once.
OptionValue in_a_row(OptionValue value);

OptionValue whole_number(Place<std::int64_t> place, std::int64_t least, std::int64_t most);
template <std::integral Number>
OptionValue whole_number(Number& kept, std::int64_t least, std::int64_t most) {
  return whole_number({[&kept] { return static_cast<std::int64_t>(kept); },
                       [&kept](std::int64_t number) { kept = static_cast<Number>(number); }},
                      least, most);
}
/// Finite, from `least` to `most`.
OptionValue number(double& kept, double least, double most);
OptionValue number(std::optional<double>& kept, double least, double most);
/// Above 0, at most `most`.
OptionValue positive_number(double& kept, double most = 1e6);
OptionValue positive_number(Place<double> place, double most = 1e6);
/// 1 to 65535, or from 0 on where that stands for any free one.
OptionValue port(std::uint16_t& kept, std::int64_t least);
/// From 0 on, or "off": none.
OptionValue port_or_off(std::optional<std::uint16_t>& kept);

struct HostPort {
  std::string host;
  std::optional<std::uint16_t> port{};  ///< from 1 on
};
/// "HOST", "HOST:PORT", "[ADDRESS]", "[ADDRESS]:PORT" and a bare address of IPv6; nothing if it is none of these.
std::optional<HostPort> read_host(std::string_view text);
/// "HOST[:PORT]": a port replaces that in `port`, which has an option of its own. Of both options the later counts.
OptionValue host(std::string& host, std::uint16_t& port);

/// Pixels, "1280x720", each from `least` to `most`.
OptionValue picture_size(int& width, int& height, int least, int most);
/// The name of a picture to be written, which ends in .png or has no ending.
OptionValue png_file(std::string& kept);

/// One of some words, of which there are at least two.
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

/// The same, kept as the word; none at first if `kept` is empty.
OptionValue one_of(std::string& kept, std::vector<std::string> choices);

/// A word that stands beside what `value` takes; `more` is how the refusal goes on: " or 'off'". The place of the word
/// is true while it holds; other values are kept by `value`, whose place has then been set to false.
OptionValue or_word(OptionValue value, std::string word, std::string_view more, Place<bool> holds);
/// Refuses an empty name of a file, as in --record "$FILE" of a script whose variable is empty: it would count as no
/// value, and a file of options could not tell it from an option that was not given. Modes refuse it anyway.
OptionValue not_empty(OptionValue value);
/// "N" instead of the placeholder that it has.
OptionValue shown_as(OptionValue value, std::string placeholder);

}  // namespace spark
