// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace errand {

/// What somebody wants of the robot.
struct Command {
  enum class What { none, bring, come };

  What what = What::none;
  std::string thing;  ///< to be brought: "can", "toy house"
};

/// Understands a sentence: "bring me the can", "could you please fetch a bottle", "come here". What is said besides,
/// and case and punctuation, do not matter. A sentence without one of its verbs or without one of its things is none.
Command understand(const std::string& sentence);

/// Whether an object of that name can be what is meant: the name's words ("green_can_2") have all words of the thing.
bool is_called(const std::string& object, const std::string& thing);

}  // namespace errand
