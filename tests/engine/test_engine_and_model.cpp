// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/engine/generators.h"
#include "tests/engine/model.h"
#include "tests/engine/stage.h"
#include "tests/support/properties.h"

using namespace engine_test;

TEST_CASE("for all actions of agents and orders of serving them the engine gives the model's match (protocol 4.1)") {
  // Counts over all cases, so that a generator that stops producing some events is noticed.
  std::size_t notifies = 0, acts = 0, lost = 0, both = 0;
  hold([&] {
    const Match match = *any_match();
    Lines violations;
    Record engine = play_with_the_engine(match, violations);
    Record model = play_by_the_rules(match);
    for (const Lines& heard : engine.heard)
      notifies += static_cast<std::size_t>(
          std::count_if(heard.begin(), heard.end(), [](const std::string& line) { return line[0] == 'T'; }));
    for (const Lines& sent : engine.sent) acts += sent.size();
    const auto gone = std::count(engine.lost.begin(), engine.lost.end(), true);
    lost += static_cast<std::size_t>(gone);
    both += gone > 0 && static_cast<std::size_t>(gone) < engine.lost.size();
    forget_unseen_sensations(engine);
    forget_unseen_sensations(model);
    if (!violations.empty()) RC_FAIL(violations.front());
    if (const std::string text = difference(engine, model); !text.empty()) RC_FAIL(text);
  });
  // More than one of each per case on average, and one match in ten in which only some agents are lost.
  const auto cases = static_cast<std::size_t>(property_parameters().maxSuccess);
  CHECK(notifies > cases);
  CHECK(acts > cases);
  CHECK(lost > cases / 10);
  CHECK(both > cases / 10);
}
