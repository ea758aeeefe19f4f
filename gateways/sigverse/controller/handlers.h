// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/wire/packet.h"

namespace sigverse {

/// Calls the handlers of a controller for what the server sends. When a handler returns, the changes that it has made
/// are collected; the caller sends them.
class Handlers {
 public:
  Handlers(Agent& agent, Controller& controller) : agent_(agent), controller_(controller) {}

  /// Sets a function that is called before and after each handler.
  void around(std::function<void(bool begins)> call) { around_ = std::move(call); }

  /// Calls the handler for a packet or raw request; ignores those that have none.
  void handle(const ServerConnection::Event& event);
  void init();
  /// Calls onAction if its time has come.
  void action(double time);
  void message(const std::string& from, const std::string& text);

  /// SIG time of the next onAction.
  double next_action() const { return next_action_; }

 private:
  void packet(const wire::Packet& packet);
  void collision(const wire::Packet& packet);
  void sound(const wire::Packet& packet);
  /// Runs a handler; exceptions are caught and logged.
  void call(const char* name, const std::function<void()>& handler);

  Agent& agent_;
  Controller& controller_;
  std::function<void(bool)> around_;
  double next_action_ = 0.0, wait_ = 1.0;
  /// A sound that is being received.
  struct Sound {
    wire::LargeContent content;
    double time;
    std::string from;
    RawSoundHeader header;
  };
  std::optional<Sound> sound_;
};

}  // namespace sigverse
