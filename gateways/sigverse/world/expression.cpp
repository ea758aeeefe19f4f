// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/expression.h"

#include <fmt/format.h>

#include <cmath>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A recursive descent parser that evaluates as it goes:
///   sum = product { (+|-) product }, product = factor { (*|/) factor }, factor = { + | - } ( number | name | "(" sum
///   ")" )
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const Parameters& parameters, bool is_list)
      : text_(text), parameters_(parameters), is_list_(is_list) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  void skip_comma() {
    if (peek() == ',') ++at_;
  }
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  double sum() {
    double value = product();
    for (char sign = peek(); (sign == '+' || sign == '-') && !begins_next(); sign = peek()) {
      ++at_;
      const double other = product();
      value = sign == '+' ? value + other : value - other;
    }
    if (!std::isfinite(value)) throw ExpressionError("the result is beyond all numbers");
    return value;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && spark::kBlanks.find(text_[at_]) != spark::kBlanks.npos) ++at_;
  }

  /// Whether the sign here belongs to the next expression of a list.
  bool begins_next() const {
    const auto is_blank = [this](std::size_t at) {
      return at < text_.size() && spark::kBlanks.find(text_[at]) != spark::kBlanks.npos;
    };
    return is_list_ && depth_ == 0 && at_ > 0 && is_blank(at_ - 1) && !is_blank(at_ + 1);
  }

  double product() {
    double value = factor();
    for (char sign = peek(); sign == '*' || sign == '/'; sign = peek()) {
      ++at_;
      const double other = factor();
      if (sign == '/' && other == 0.0) throw ExpressionError("a division by zero");
      value = sign == '*' ? value * other : value / other;
    }
    return value;
  }

  double factor() {
    bool is_negative = false;
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      if (sign == '-') is_negative = !is_negative;
      ++at_;
    }
    const double value = operand();
    return is_negative ? -value : value;
  }

  double operand() {
    const char c = peek();
    if (c == '(') return bracket();
    if (is_digit(c) || c == '.') return number();
    if (begins_name(c)) return parameter();
    if (c == '\0') throw ExpressionError("it ends too early");
    throw ExpressionError(fmt::format("'{}' cannot stand there", spark::printable(text_.substr(at_, 1))));
  }

  double bracket() {
    ++at_;
    if (++depth_ > kMaxBrackets)
      throw ExpressionError(fmt::format("its brackets nest more than {} deep", kMaxBrackets));
    const double value = sum();
    if (peek() != ')') throw ExpressionError("a bracket is not closed");
    ++at_;
    --depth_;
    return value;
  }

  double number() {
    const std::size_t first = at_;
    const auto digits = [this] {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    };
    digits();
    if (at_ < text_.size() && text_[at_] == '.') ++at_;
    digits();
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      const std::size_t before = at_++;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      if (at_ < text_.size() && is_digit(text_[at_]))
        digits();
      else
        at_ = before;
    }
    double value = 0.0;
    const std::string_view word = text_.substr(first, at_ - first);
    if (!spark::whole_number(word, value) || (at_ < text_.size() && (begins_name(text_[at_]) || text_[at_] == '.')))
      throw ExpressionError(fmt::format("'{}' is not a number", spark::printable(text_.substr(first, 40))));
    return value;
  }

  double parameter() {
    const std::size_t first = at_;
    while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(first, at_ - first);
    const auto found = parameters_.find(name);
    if (found == parameters_.end()) throw ExpressionError(fmt::format("there is no parameter '{}'", name));
    return found->second;
  }

  std::string_view text_;
  const Parameters& parameters_;
  bool is_list_;
  std::size_t at_ = 0, depth_ = 0;
};

void check_length(std::string_view text, std::size_t most) {
  if (text.size() > most) throw ExpressionError(fmt::format("it is longer than {} octets", most));
}

}  // namespace

bool is_parameter_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxExpression || !begins_name(name.front())) return false;
  for (const char c : name)
    if (!begins_name(c) && !is_digit(c)) return false;
  return true;
}

double evaluate(std::string_view text, const Parameters& parameters) {
  text = spark::trimmed(text);
  check_length(text, kMaxExpression);
  ExpressionReader reader(text, parameters, false);
  const double value = reader.sum();
  if (!reader.at_end())
    throw ExpressionError(fmt::format("'{}' cannot stand there", spark::printable(std::string(1, reader.peek()))));
  return value;
}

std::vector<double> evaluate_list(std::string_view text, std::size_t count, const Parameters& parameters) {
  text = spark::trimmed(text);
  check_length(text, count * kMaxExpression);
  ExpressionReader reader(text, parameters, true);
  std::vector<double> values;
  while (!reader.at_end()) {
    if (values.size() == count) throw ExpressionError(fmt::format("there are more than {} numbers", count));
    values.push_back(reader.sum());
    reader.skip_comma();
  }
  if (values.size() != count)
    throw ExpressionError(fmt::format("there are {} numbers and not {}", values.size(), count));
  return values;
}

}  // namespace sigverse
