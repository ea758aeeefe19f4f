// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/controller/include/Service.h"
#include "gateways/sigverse/controller/server_connection.h"
#include "gateways/sigverse/wire/stream.h"

namespace sigverse {

class Services;

/// A service to which a controller is connected: over a connection of their own, or through the server if the program
/// may not open connections.
class ServiceState {
 public:
  ServiceState(Services& of_agent, std::string service) : services(of_agent), name(std::move(service)) {}

  Services& services;
  std::string name;
  std::optional<wire::Stream> stream;  ///< closed when the service has ended; none if traffic goes through the server
  bool has_complained = false;         ///< an error on this connection has been logged
};

/// Finds the programs that do for an agent what the server does not: services, which connect when called by name, and
/// providers of pictures, names, words and distances, which are found by kind.
class Services {
 public:
  /// The abilities of providers, as in their registration; the server returns any provider that has the requested bits.
  /// Distances are a separate kind.
  enum Kind : std::uint16_t { kCapture = 1, kDetect = 2, kRecognise = 4, kDistance = 5 };

  explicit Services(ServerConnection& server) : connection_(server) {}
  /// Tells all services that the controller has ended.
  ~Services();
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  /// Whether this program may open connections of its own; if not, all traffic goes through the server.
  void set_connects(bool may) { connects_ = may; }

  // By name.
  bool is_there(const std::string& name);
  /// `port` 0 means any port. Returns null if the service does not connect.
  BaseService* connect(const std::string& name, std::uint16_t port);
  void disconnect(const std::string& name) { disconnect(name, kConnectionTimeout); }
  BaseService* find(const std::string& name);
  bool send(ServiceState& service, const std::string& message);
  /// Whether a service can be called. If its connection has ended, it is reconnected once, provided that the service is
  /// running again: controllers keep their pointers, so a restarted service has to be the same object for them.
  bool reach(ServiceState& service);
  ServerConnection& server() { return connection_; }

  struct Message {
    std::string from, text;
  };
  /// Stores a message that a service has sent on its connection. Returns false if there is no room; an invalid message
  /// is dropped, with a log line.
  bool keep_message(ServiceState& service, std::string_view body);
  /// Reads the pending messages of services, as long as there is room.
  void receive_messages();
  bool has_messages() const { return !messages_.empty(); }
  std::vector<Message> take_messages();
  bool has_connections() const;
  /// Waits until the server, at this descriptor, or a service has sent data.
  void wait(int server, wire::Stream::Timeout timeout) const;

  // By kind.
  using Next = std::function<std::optional<wire::Packet>()>;
  /// Makes the request with this head.
  using Request = std::function<std::string(const wire::PacketHead& head)>;
  /// Reads the packets of the answer; returns false if the answer cannot be read.
  using Read = std::function<bool(const Next& next)>;
  /// Calls a provider of this kind, or the one with this name if a name is given. If no provider is known, the server
  /// itself is asked; if that does not answer, it is asked for a provider again. A provider that does not answer is
  /// dropped, and the server is asked for another one, once; the same provider is not called again if it timed out.
  /// Returns false if there is no answer.
  bool ask(Kind kind, const std::string& provider, wire::PacketType answer, const Request& request, const Read& read);

 private:
  static constexpr wire::Stream::Timeout kConnectionTimeout{2'000};
  /// Octets of messages that wait for their handlers. Beyond this, messages of services stay in the system's buffers.
  static constexpr std::size_t kMaxKept = 1 << 20;

  bool has_room() const { return octets_kept_ < kMaxKept; }
  void receive_messages(ServiceState& service);
  bool open(ServiceState& service, std::uint16_t port);
  void disconnect(const std::string& name, wire::Stream::Timeout timeout);

  struct Provider {
    std::string name, host;
    std::uint16_t port;
    bool operator==(const Provider&) const = default;
  };
  const Provider* provider(Kind kind);
  static void report_no_pictures(bool& reported, const std::string& why);
  /// `unreadable`: there is an answer, but it is empty or invalid.
  /// `late`: the provider itself was called, and timed out.
  enum class Outcome { answered, unreadable, no_answer, late };
  Outcome ask_directly(const Provider& provider, wire::PacketType answer, const Request& request, const Read& read);
  /// If the head has a target, the server forwards the request to it.
  Outcome ask_server(const wire::PacketHead& head, wire::PacketType answer, const Request& request, const Read& read);

  ServerConnection& connection_;
  bool connects_ = false;
  /// Not destroyed when disconnected, because controllers keep pointers.
  struct Connected {
    bool is_on = false;
    std::unique_ptr<ServiceState> state;
    std::unique_ptr<ViewService> service;
  };
  std::map<std::string, Connected> connected_;
  std::vector<Message> messages_;
  std::size_t octets_kept_ = 0;         ///< total size of these messages
  std::map<Kind, Provider> providers_;  ///< known ones
  bool no_provider_reported_ = false, no_picture_reported_ = false;
};

}  // namespace sigverse
