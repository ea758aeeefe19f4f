// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/window/replay.h"
#include "tests/monitor-lite/client/streams.h"

/// A replay of `match(frames)`, whose ball is at x = 0.1 per frame.
struct ReplayedLog {
  explicit ReplayedLog(int frames = 400, const std::string& text = {}) {
    write_file(folder / "monitor.log", text.empty() ? text_of(match(frames)) : text);
    replay = std::make_unique<monitor::Replay>(folder / "monitor.log");
  }
  TemporaryFolder folder;
  std::unique_ptr<monitor::Replay> replay;
};
