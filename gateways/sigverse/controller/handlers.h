// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/wire/packet.h"

namespace sigverse {

/// Calls the handlers of a controller for what the server sends. The changes of a handler are collected when it
/// returns, and sent by the caller.
class Handlers {
 public:
  Handlers(Agent& agent, Controller& controller) : agent_(agent), controller_(controller) {}

  /// Called around each handler.
  void around(std::function<void(bool begins)> call) { around_ = std::move(call); }

  /// Handles a packet or raw request that has a handler; ignores any other.
  void handle(const ServerConnection::Event& event);
  void init();
  /// Calls onAction if it is due.
  void action(double time);
  void message(const std::string& from, const std::string& text);

  /// SIG time of the next onAction.
  double next_action() const { return next_action_; }

 private:
  void packet(const wire::Packet& packet);
  void collision(const wire::Packet& packet);
  void sound(const wire::Packet& packet);
  /// Runs a handler; its exceptions are caught and logged.
  void call(const char* name, const std::function<void()>& handler);

  Agent& agent_;
  Controller& controller_;
  std::function<void(bool)> around_;
  double next_action_ = 0.0, wait_ = 1.0;
  /// A sound in progress.
  struct Sound {
    wire::LargeContent content;
    double time;
    std::string from;
    RawSoundHeader header;
  };
  std::optional<Sound> sound_;
};

}  // namespace sigverse
