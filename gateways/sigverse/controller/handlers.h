// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/wire/packet.h"

namespace sigverse {

/// Calls the handlers of a controller for what the server sends. What a handler changes is collected when it returns,
/// and sent by the caller.
class Handlers {
 public:
  Handlers(Agent& agent, Controller& controller) : agent_(agent), controller_(controller) {}

  /// Called around each handler.
  void around(std::function<void(bool begins)> call) { around_ = std::move(call); }

  /// One packet or raw request of those that call a handler; anything else is left alone.
  void handle(const ServerConnection::Event& event);
  void init();
  /// onAction, if its time has come.
  void action(double time);
  void message(const std::string& from, const std::string& text);

  /// SIG time at which onAction is to be called next.
  double next_action() const { return next_action_; }

 private:
  void packet(const wire::Packet& packet);
  void collision(const wire::Packet& packet);
  void sound(const wire::Packet& packet);
  /// Runs a handler; what it throws ends here, in the log.
  void call(const char* name, const std::function<void()>& handler);

  Agent& agent_;
  Controller& controller_;
  std::function<void(bool)> around_;
  double next_action_ = 0.0, wait_ = 1.0;
  /// A sound that is under way.
  struct Sound {
    wire::LargeContent content;
    double time;
    std::string from;
    RawSoundHeader header;
  };
  std::optional<Sound> sound_;
};

}  // namespace sigverse
