// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>
#include <string>
#include <unordered_map>

/// Has the same cases in every run, unless rapidcheck's variable RC_PARAMS selects others ("seed=7
/// max_success=100000").
inline rc::detail::TestParams property_parameters(int cases = 2500) {
  if (std::getenv("RC_PARAMS")) return rc::detail::configuration().testParams;
  rc::detail::TestParams parameters;
  parameters.seed = 20061;
  parameters.maxSuccess = cases;
  return parameters;
}

/// Rapidcheck's own version prints the seed of its configuration, which differs in every run and has no meaning here.
struct SilentListener final : rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// A check of Catch on a property of rapidcheck.
template <typename Property>
void hold(Property property, int cases = 2500) {
  const rc::detail::TestParams parameters = property_parameters(cases);
  SilentListener listener;
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters, listener,
                                                std::unordered_map<std::string, rc::detail::Reproduce>());
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO("RC_PARAMS=\"seed=" << parameters.seed << " max_success=" << parameters.maxSuccess << "\"\n" << text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}
