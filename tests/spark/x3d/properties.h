// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

/// Checks that a property holds for `cases` cases: the same in every run, unless rapidcheck's variable RC_PARAMS asks
/// for others ("seed=7 max_success=100000").
template <typename Property>
void hold(int cases, Property property) {
  rc::detail::TestParams parameters;
  parameters.seed = 20001;
  parameters.maxSuccess = cases;
  if (std::getenv("RC_PARAMS")) parameters = rc::detail::configuration().testParams;
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}
