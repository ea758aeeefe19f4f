// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include "tests/engine/scripted_agent.h"

namespace engine_test {

rc::Gen<Match> any_match();

}  // namespace engine_test
