// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/speech.h"

namespace monitor {

void Speech::hear(const Snapshot& snapshot, double now) {
  std::erase_if(words_, [&](const auto& entry) { return entry.second.until <= now; });
  for (const Player& player : snapshot.players) {
    if (player.said.empty()) continue;
    words_[{player.side, player.number}] = {player.said, now + kShown};
    until_ = now + kShown;
  }
}

void Speech::show(Snapshot& snapshot, double now) const {
  if (words_.empty()) return;
  for (Player& player : snapshot.players) {
    const auto found = words_.find({player.side, player.number});
    if (found != words_.end() && found->second.until > now) player.said = found->second.text;
  }
}

}  // namespace monitor
