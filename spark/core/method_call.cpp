// SPDX-License-Identifier: Apache-2.0
#include "spark/core/method_call.h"

#include <fmt/format.h>

#include "spark/core/core.h"
#include "spark/core/method_refused.h"

namespace spark {
namespace {

std::string describe_call(const Leaf& object, const MethodInfo& method, const Values& arguments) {
  std::string given;
  for (const auto& argument : arguments) given += (given.empty() ? "" : ", ") + printable(describe(argument));
  return fmt::format("{}: {}({})", object.full_path(), method.name, given);
}

}  // namespace

const MethodInfo* find_method(const Leaf& object, std::string_view name) {
  return object.class_info() ? object.class_info()->find_method(name) : nullptr;
}

MethodCall try_method(Leaf& object, const MethodInfo& method, const Values& arguments) {
  bool accepted = false;
  MethodCall call;
  try {
    call.result = method.call(object, arguments, accepted);
  } catch (const Refused& refused) {
    call.result = false;
    call.problem = fmt::format("{} refused, {}", describe_call(object, method, arguments), refused.what());
    return call;
  }
  if (!accepted)
    call.problem =
        fmt::format("{} refused, it takes ({})", describe_call(object, method, arguments), method.parameters);
  else if (call.result == Value(false) && method.name.starts_with("set"))
    call.problem = fmt::format("{} refused, {}", describe_call(object, method, arguments),
                               object.is_idle() ? "it has no effect here" : "the value is out of range");
  return call;
}

std::string no_such_method(const Leaf& object, std::string_view name) {
  return fmt::format("{} ({}) has no method '{}'", object.full_path(),
                     object.class_info() ? object.class_info()->name() : "no class", printable(name));
}

}  // namespace spark
