// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/trainer_arguments.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace soccer {
namespace {

using spark::sexp::Expression;

bool parse_number(std::string_view text, double& out) {
  return spark::whole_number(text, out) && std::isfinite(out);
}

/// Three numbers, in separate atoms or with commas in one atom.
std::optional<spark::Vec3> read_three(const Expression& list) {
  std::array<double, 3> numbers{};
  std::size_t count = 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (!list[i].is_atom()) return std::nullopt;
    std::string_view rest = list[i].text();
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view word = rest.substr(0, comma);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      if (word.empty()) continue;
      if (count == numbers.size() || !parse_number(word, numbers[count++])) return std::nullopt;
    }
  }
  if (count != numbers.size()) return std::nullopt;
  return spark::Vec3{numbers[0], numbers[1], numbers[2]};
}

/// The only atom of a part after its name; empty for any other content.
std::string_view single_atom(const std::optional<Expression>& part) {
  return part && part->size() >= 2 ? (*part)[1].text() : std::string_view();
}

}  // namespace

std::optional<Expression> find_part(const Expression& command, std::string_view name) {
  for (std::size_t i = 1; i < command.size(); ++i)
    if (command[i].is_list() && command[i].name() == name) return command[i];
  return std::nullopt;
}

std::optional<Side> parse_side(std::string_view word) {
  if (word == "Left" || word == "L") return Side::left;
  if (word == "Right" || word == "R") return Side::right;
  if (word == "None" || word == "N") return Side::none;
  return std::nullopt;
}

std::string read_vector(const Expression& command, std::string_view name, double longest,
                        std::optional<spark::Vec3>& out) {
  const auto list = find_part(command, name);
  if (!list) return {};
  out = read_three(*list);
  if (!out || !(length(*out) <= longest))
    return fmt::format("({} x y z) must be three numbers, the vector not longer than {}", name, longest);
  return {};
}

std::string read_number(const Expression& command, std::string_view name, double min, double max,
                        std::optional<double>& out) {
  const auto list = find_part(command, name);
  if (!list) return {};
  double value = 0.0;
  if (!parse_number(single_atom(list), value) || value < min || value > max)
    return fmt::format("({} x) must be a number from {} to {}", name, min, max);
  out = value;
  return {};
}

std::string read_player_name(const Expression& command, Side& side, int& unum) {
  const std::string_view word = single_atom(find_part(command, "team"));
  const auto known = parse_side(word);
  if (!known) return fmt::format("(team '{}') must be Left, Right or None", spark::printable(word));
  const std::string_view number_text = single_atom(find_part(command, "unum"));
  std::int64_t number = 0;
  if (!spark::whole_integer(number_text, number) || number < 0 || number > 11)
    return fmt::format("(unum '{}') must be a player's number", spark::printable(number_text));
  side = *known;
  unum = static_cast<int>(number);
  return {};
}

}  // namespace soccer
