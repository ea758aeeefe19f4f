// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/message_parts.h"

#include <utility>

namespace spark {
namespace {

using sexp::Expression;

constexpr std::size_t kShortestCommand = 3;  // "(a)"

/// Commands may be nested in more brackets: ((reset)(getAck x)).
void collect(const Expression& expression, std::vector<std::string_view>& commands) {
  const bool is_group = expression.size() > 0 && expression[0].is_list();
  if (!is_group && expression.is_list()) commands.push_back(expression.source());
  for (std::size_t i = 0; is_group && i < expression.size(); ++i) collect(expression[i], commands);
}

}  // namespace

std::vector<std::string> parts_of_message(std::string text, const sexp::Limits& limits) {
  std::vector<std::string> parts;
  std::vector<std::string_view> commands;
  if (text.size() > kCommandsTogether * kShortestCommand) {
    sexp::Reader reader(limits);
    if (reader.read(text))
      for (std::size_t i = 0; i < reader.size(); ++i) collect(reader[i], commands);
    if (commands.size() > kCommandsTogether) {
      for (std::size_t i = 0; i < commands.size(); ++i) {
        if (i % kCommandsTogether == 0) parts.emplace_back();
        parts.back() += commands[i];
      }
      // An error at the end of the message must be noticed.
      if (reader.is_cut())
        parts.back() += std::string_view(text).substr(commands.back().data() + commands.back().size() - text.data());
      return parts;
    }
  }
  parts.push_back(std::move(text));
  return parts;
}

}  // namespace spark
