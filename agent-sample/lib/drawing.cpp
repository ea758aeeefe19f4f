// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/drawing.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace rcss3d::agent {
namespace {

constexpr double kMaxNumber = 1e6;  // beyond any field
constexpr char kPlaceholder = '_';

/// A layer is a single word, so characters that would end it become `_`.
char layer_letter(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  const bool ends_a_word = code <= ' ' || code == 0x7f || letter == '(' || letter == ')' || letter == '"';
  return ends_a_word ? kPlaceholder : letter;
}

char words_letter(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  if (code < ' ' || code == 0x7f) return ' ';
  if (letter == '"') return '\'';
  return letter == '\\' ? '/' : letter;
}

}  // namespace

void Drawing::begin(const World& world) {
  text_.clear();
  head_ = 0;
  if (!on_) return;
  text_ += "(by ";
  text_ += world.left ? "left " : "right ";
  text_ += std::to_string(world.number);
  text_ += ")(time";
  number(world.game.time);
  text_ += ')';
  head_ = text_.size();
}

void Drawing::line(std::string_view layer, Vector from, Vector to) {
  if (!on_) return;
  const std::size_t begin = text_.size();
  open("line", layer);
  close(begin, number(from.x) && number(from.y) && number(to.x) && number(to.y));
}

void Drawing::circle(std::string_view layer, Vector centre, double radius) {
  if (!on_) return;
  const std::size_t begin = text_.size();
  open("circle", layer);
  close(begin, number(centre.x) && number(centre.y) && number(radius));
}

void Drawing::words(std::string_view layer, Vector at, std::string_view text) {
  if (!on_) return;
  const std::size_t begin = text_.size();
  open("words", layer);
  const bool good = number(at.x) && number(at.y);
  text_ += " \"";
  for (const char letter : text.substr(0, kMaxText)) text_ += words_letter(letter);
  text_ += '"';
  close(begin, good);
}

void Drawing::open(std::string_view kind, std::string_view layer) {
  text_ += '(';
  text_ += kind;
  text_ += ' ';
  if (layer.empty()) text_ += kPlaceholder;
  for (const char letter : layer.substr(0, kMaxText)) text_ += layer_letter(letter);
}

/// Appends a blank and the number, in cm; returns false if it cannot be drawn.
bool Drawing::number(double value) {
  if (!(std::abs(value) < kMaxNumber)) return false;  // also for NaN
  char digits[32];
  const double rounded = std::round(value * 100) / 100 + 0.0;  // no -0
  const auto end = std::to_chars(std::begin(digits), std::end(digits), rounded, std::chars_format::fixed).ptr;
  text_ += ' ';
  text_.append(digits, end);
  return true;
}

/// Ends the drawing that began there, or removes it.
void Drawing::close(std::size_t begin, bool good) {
  text_ += ')';
  if (!good || text_.size() > kMaxText) text_.resize(begin);
}

}  // namespace rcss3d::agent
