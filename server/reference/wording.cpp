// SPDX-License-Identifier: Apache-2.0
#include "server/reference/wording.h"

#include <fmt/format.h>

#include <cmath>

namespace server {

std::string range_text(const spark::Range& range, bool is_level) {
  const bool low = std::isfinite(range.min), high = std::isfinite(range.max);
  std::string text;
  if (low && high) text = fmt::format("{} to {}", range.min, range.max);
  if (low && !high) text = fmt::format("at least {}", range.min);
  if (!low && high) text = fmt::format("at most {}", range.max);
  if (is_level && range.neutral != 0.0) text += fmt::format("{}at rest {}", text.empty() ? "" : ", ", range.neutral);
  return text;
}

std::string action_form(const Reference::Effector& effector) {
  std::string form = fmt::format("({}", effector.predicate);
  for (const auto& parameter : effector.parameters) {
    if (parameter.named)
      form += fmt::format(" [({} …)]", parameter.name);
    else if (parameter.kind == spark::ValueKind::any)
      form += fmt::format(" [{} …]", parameter.name);
    else
      form += fmt::format(" {}", parameter.name);
  }
  return form + ")";
}

std::string method_form(const Reference::Method& method) {
  std::string form = fmt::format("{}({})", method.name, method.signature);
  // A setter returns whether it accepted the value.
  const bool is_setter = method.gives == spark::ValueKind::truth && !method.arguments.empty();
  if (method.gives != spark::ValueKind::nothing && !is_setter) form += fmt::format(" → {}", to_string(method.gives));
  return form;
}

}  // namespace server
