// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/core.h"
#include "spark/core/method_call.h"

/// Calls a registered method by name, as scripts and scene files do, and logs errors in the same way.
inline spark::Value call_method(spark::Leaf& object, std::string_view name, const spark::Values& arguments) {
  const spark::MethodInfo* method = spark::find_method(object, name);
  if (!method) {
    object.core().log.error("{}", spark::no_such_method(object, name));
    return {};
  }
  auto [result, problem] = spark::try_method(object, *method, arguments);
  if (!problem.empty()) object.core().log.warning("{}", problem);
  return result;
}
