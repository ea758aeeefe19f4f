// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"

namespace sigverse::tools {

/// What went wrong with a server, as a line for people.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A connection of a tool to a server, with questions that wait for their answers. All of it throws `LinkError`: nobody
/// there, the connection lost, silence for longer than the patience.
class Link {
 public:
  Link(const wire::Address& server, std::chrono::milliseconds patience);

  /// Simulated time, in s since the last reset.
  double time();
  /// Names of objects, sorted; of `kind` as in `GetObjectNames`.
  std::vector<std::string> names(std::uint16_t kind);
  /// The record of an object; false if there is none of that name. Its texts are views into the link, until the next
  /// question.
  bool entity(std::string_view name, double& time, wire::ObjectRecord& record);

  /// Returns when the server has carried it out.
  void control(wire::SimCommand command);
  /// The text to the controller of an agent; returns when the server has taken it.
  void message(std::string_view to, std::string_view text);
  /// Returns when the server has ended.
  void end_simulation();

 private:
  void send(std::string_view octets);
  /// The next packet of that type; others, which servers send to viewers, are passed over.
  wire::Packet receive(wire::PacketType type);
  [[noreturn]] void lost(const std::string& what) const;

  std::string place_;
  std::chrono::milliseconds patience_;
  wire::Stream stream_;
};

}  // namespace sigverse::tools
