// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/controller/include/Service.h"
#include "gateways/sigverse/controller/session.h"
#include "gateways/sigverse/wire/stream.h"

namespace sigverse {

class Services;

/// A service that a controller is connected to: over a connection of their own, or, where programs may have none,
/// through the server.
class ServiceState {
 public:
  ServiceState(Services& of_agent, std::string service, std::optional<wire::Stream> connection)
      : services(of_agent), name(std::move(service)), stream(std::move(connection)) {}

  Services& services;
  std::string name;
  std::optional<wire::Stream> stream;
};

/// Who does for an agent what the server does not: services that it connects to by name, and providers of what it asks
/// for, found by kind.
class Services {
 public:
  /// What providers do, as their registration says; the server gives any that has the bits. Distances are a kind of
  /// their own.
  enum Kind : std::uint16_t { kCapture = 1, kDetect = 2, kRecognise = 4, kDistance = 5 };

  explicit Services(Session& session) : session_(session) {}

  /// Whether this program may have connections of its own; else everything goes through the server.
  void set_connects(bool may) { connects_ = may; }

  // By name.
  bool is_there(const std::string& name);
  /// `port` 0: any. Null if it does not come.
  BaseService* connect(const std::string& name, std::uint16_t port);
  void disconnect(const std::string& name);
  BaseService* find(const std::string& name);
  bool send(ServiceState& service, const std::string& message);
  Session& session() { return session_; }

  struct Message {
    std::string from, text;
  };
  /// What a service has said on its connection: "service,length,text".
  void keep_message(const std::string& body);
  /// Takes what services have said by now.
  std::vector<Message> take_messages();
  bool has_connections() const;
  /// Waits until the server, at this descriptor, or a service has something to say.
  void wait(int server, wire::Stream::Patience patience) const;

  // By kind.
  using Next = std::function<std::optional<wire::Packet>()>;
  /// Makes the request, with this head, and reads the answer's packets; false if it cannot be read.
  using Request = std::function<std::string(const wire::PacketHead& head)>;
  using Read = std::function<bool(const Next& next)>;
  /// From a provider of this kind, or of this name, if there is one, else from the server. False if nobody answers.
  bool ask(Kind kind, const std::string& provider, wire::PacketType answer, const Request& request, const Read& read);

 private:
  struct Provider {
    std::string name, host;
    std::uint16_t port;
  };
  const Provider* provider(Kind kind);
  bool ask_directly(const Provider& provider, wire::PacketType answer, const Request& request, const Read& read);

  Session& session_;
  bool connects_ = false;
  /// Stays when it is disconnected, for controllers keep pointers.
  struct Connected {
    bool is_on = false;
    std::unique_ptr<ServiceState> state;
    std::unique_ptr<ViewService> service;
  };
  std::map<std::string, Connected> connected_;
  std::vector<Message> messages_;
  std::map<Kind, Provider> providers_;  ///< known ones
};

}  // namespace sigverse
