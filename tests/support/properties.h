// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

/// The same cases in every run, unless rapidcheck's variable RC_PARAMS asks for others ("seed=7 max_success=100000").
inline rc::detail::TestParams property_parameters(int cases = 2500) {
  if (std::getenv("RC_PARAMS")) return rc::detail::configuration().testParams;
  rc::detail::TestParams parameters;
  parameters.seed = 20061;
  parameters.maxSuccess = cases;
  return parameters;
}

/// A check of Catch on a property of rapidcheck.
template <typename Property>
void hold(Property property, int cases = 2500) {
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), property_parameters(cases));
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}
