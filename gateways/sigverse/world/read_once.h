// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "gateways/sigverse/world/world_plan.h"

namespace sigverse {

/// Caches the contents of files, and the errors of refused files, so that each file is read once.
template <typename Key, typename Content>
class ReadOnce {
 public:
  /// The content for that key, read now or earlier. Throws `WorldFileError` each time if the first read threw it.
  const Content& get(const Key& key, const std::function<Content()>& read) {
    const auto [at, is_new] = outcomes_.try_emplace(key);
    Outcome& outcome = at->second;
    if (is_new) {
      try {
        outcome.content = read();
      } catch (const std::runtime_error& error) {
        outcome.error = error.what();
      }
    }
    if (!outcome.error.empty()) throw WorldFileError(outcome.error);
    return outcome.content;
  }

 private:
  struct Outcome {
    Content content;
    std::string error;
  };
  std::map<Key, Outcome> outcomes_;
};

}  // namespace sigverse
