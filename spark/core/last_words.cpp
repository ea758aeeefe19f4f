// SPDX-License-Identifier: Apache-2.0
#include "spark/core/last_words.h"

#include <exception>
#include <utility>
#include <vector>

namespace spark {
namespace {
thread_local std::vector<LastWords*> speakers;
}  // namespace

LastWords::LastWords(What what) : what_(std::move(what)) {
  speakers.push_back(this);
}

LastWords::~LastWords() {
  std::erase(speakers, this);
}

void speak_last_words(std::string_view why) noexcept {
  while (!speakers.empty()) {
    const LastWords* speaker = speakers.back();
    speakers.pop_back();
    try {
      speaker->what_(why);
    } catch (const std::exception&) {
      // Nobody is left who could be told.
    }
  }
}

}  // namespace spark
