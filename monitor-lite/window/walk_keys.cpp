// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/walk_keys.h"

#include <algorithm>

namespace monitor {
namespace {

constexpr float kMaxWalk = 0.1F;  // s; in longer pauses between two pictures the camera does not move further

}  // namespace

void WalkKeys::hold(Key key, bool down) {
  if (key != Key::w && key != Key::a && key != Key::s && key != Key::d) return;
  if (down)
    held_.insert(key);
  else
    held_.erase(key);
}

void WalkKeys::walk(CameraRig& cameras, float seconds) const {
  if (held_.empty()) return;
  const auto way = [&](Key ahead, Key back) {
    return static_cast<float>(held_.count(ahead)) - static_cast<float>(held_.count(back));
  };
  cameras.walk(way(Key::w, Key::s), way(Key::d, Key::a), std::clamp(seconds, 0.0F, kMaxWalk));
}

}  // namespace monitor
