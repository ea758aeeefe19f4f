// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace errand {

/// A person's request to the robot.
struct Command {
  enum class What { none, bring, come };

  What what = What::none;
  std::string thing;  ///< to be brought: "can", "toy house"
};

/// Parses a sentence: "bring me the can", "could you please fetch a bottle", "come here". Other words, case and
/// punctuation are ignored. A sentence without a known verb or a known thing is not a request.
Command understand(const std::string& sentence);

/// Whether an object of that name can be the requested one: its words ("green_can_2") include all words of the thing.
bool is_called(const std::string& object, const std::string& thing);

}  // namespace errand
