// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "tests/engine/generators.h"
#include "tests/engine/model.h"
#include "tests/engine/stage.h"

using namespace engine_test;

namespace {

/// The same cases in every run, unless rapidcheck's variable RC_PARAMS asks for others ("seed=7 max_success=100000").
rc::detail::TestParams parameters() {
  if (std::getenv("RC_PARAMS")) return rc::detail::configuration().testParams;
  rc::detail::TestParams parameters;
  parameters.seed = 20061;
  parameters.maxSuccess = 2500;
  return parameters;
}

template <typename Property>
void hold(Property property) {
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters());
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}

}  // namespace

TEST_CASE("whatever agents do and however they are served, engine and rules make the same match (protocol 4.1)") {
  hold([] {
    const Match match = *any_match();
    Lines violations;
    Record engine = play_with_the_engine(match, violations);
    Record model = play_by_the_rules(match);
    forget_unseen_sensations(engine);
    forget_unseen_sensations(model);
    if (!violations.empty()) RC_FAIL(violations.front());
    if (const std::string text = difference(engine, model); !text.empty()) RC_FAIL(text);
  });
}
