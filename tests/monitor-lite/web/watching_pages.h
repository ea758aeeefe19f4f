// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "monitor-lite/web/broadcast.h"
#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"

/// A stage whose guests watch matches.
struct WatchingStage : Stage {
  using Conversation = spark::http::Conversation;

  WatchingStage() {
    service.on_request = [this](Conversation& conversation, const spark::http::Request&) {
      newest = conversation.shared_from_this();
      conversation.accept_websocket();
    };
  }

  monitor::Broadcast broadcast{loop};
  std::shared_ptr<Conversation> newest;
};

/// A guest with a WebSocket, which receives messages and sends none.
struct Page {
  explicit Page(WatchingStage& of) : stage(of), guest(of) {
    guest.say(kUpgrade);
    REQUIRE(is_upgraded(guest.hear_until("\r\n\r\n")));
    conversation = stage.newest;
  }
  void watch(const std::vector<std::size_t>& matches, bool tiles = false) {
    stage.broadcast.watch(*conversation, matches, tiles);
  }
  void leave() { stage.broadcast.leave(*conversation); }

  /// Whether exactly these texts and pictures come next.
  bool hears(const std::string& frames) {
    const std::string heard = guest.hear(frames.size());
    return heard == frames && guest.heard_now().empty();
  }
  bool hears_nothing() { return guest.heard_now().empty(); }

  WatchingStage& stage;
  Guest guest;
  std::shared_ptr<WatchingStage::Conversation> conversation;
};

inline std::string text_frame(std::string_view text) {
  return frame(kText, text);
}
inline std::string picture_frame(const monitor::PageFrame& of, std::uint8_t match, std::uint8_t flags = 0) {
  return frame(kBinary, monitor::octets_of(of, match, flags));
}
