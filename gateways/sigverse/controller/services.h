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

/// A service to which a controller is connected: by a connection of their own, or through the server if programs may
/// have none.
class ServiceState {
 public:
  ServiceState(Services& of_agent, std::string service) : services(of_agent), name(std::move(service)) {}

  Services& services;
  std::string name;
  std::optional<wire::Stream> stream;  ///< closed when the service has ended; none if it goes through the server
  bool has_complained = false;         ///< about data of this connection
};

/// Finds the programs that serve an agent where the server does not: services, to which it connects by name, and
/// providers of pictures, names, words and distances, which are found by kind.
class Services {
 public:
  /// The abilities of providers, as in their registration; the server returns any provider that has the bits. Distances
  /// are a kind of their own.
  enum Kind : std::uint16_t { kCapture = 1, kDetect = 2, kRecognise = 4, kDistance = 5 };

  explicit Services(ServerConnection& server) : connection_(server) {}
  /// Informs all services of the end.
  ~Services();
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  /// Whether this program may have connections of its own; otherwise all traffic goes through the server.
  void set_connects(bool may) { connects_ = may; }

  // By name.
  bool is_there(const std::string& name);
  /// `port` 0: any. Null if it does not connect.
  BaseService* connect(const std::string& name, std::uint16_t port);
  void disconnect(const std::string& name) { disconnect(name, kConnectionTimeout); }
  BaseService* find(const std::string& name);
  bool send(ServiceState& service, const std::string& message);
  /// Whether a service can be called. One whose connection has ended is reconnected once if the service is back:
  /// controllers keep their pointers, so a service that was killed and restarted has to be the same object for them.
  bool reach(ServiceState& service);
  ServerConnection& server() { return connection_; }

  struct Message {
    std::string from, text;
  };
  /// Stores a message that a service has sent on its connection. Returns false if there is no room; invalid messages
  /// are dropped, with a line.
  bool keep_message(ServiceState& service, std::string_view body);
  /// Reads the pending messages of services, as far as there is room.
  void receive_messages();
  bool has_messages() const { return !messages_.empty(); }
  std::vector<Message> take_messages();
  bool has_connections() const;
  /// Waits until the server, at this descriptor, or a service has sent data.
  void wait(int server, wire::Stream::Timeout timeout) const;

  // By kind.
  using Next = std::function<std::optional<wire::Packet>()>;
  /// Makes the request, with this head, and reads the answer's packets; returns false if it cannot be read.
  using Request = std::function<std::string(const wire::PacketHead& head)>;
  using Read = std::function<bool(const Next& next)>;
  /// Calls a provider of this kind, or of this name, if there is one, otherwise the server, which is asked for a
  /// provider again if it does not answer itself. A provider that does not answer is dropped, and the server is asked
  /// for one once more; the same one is not called again if it timed out. Returns false if there is no answer.
  bool ask(Kind kind, const std::string& provider, wire::PacketType answer, const Request& request, const Read& read);

 private:
  static constexpr wire::Stream::Timeout kConnectionTimeout{2'000};
  /// Octets of messages that wait for their handlers. Beyond it, messages of services stay in the system's buffers.
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
  /// `late`: the provider itself was called, and has timed out.
  enum class Outcome { answered, unreadable, no_answer, late };
  Outcome ask_directly(const Provider& provider, wire::PacketType answer, const Request& request, const Read& read);
  /// If the head has a target, the server forwards the request to it.
  Outcome ask_server(const wire::PacketHead& head, wire::PacketType answer, const Request& request, const Read& read);

  ServerConnection& connection_;
  bool connects_ = false;
  /// Not destroyed on disconnection, because controllers keep pointers.
  struct Connected {
    bool is_on = false;
    std::unique_ptr<ServiceState> state;
    std::unique_ptr<ViewService> service;
  };
  std::map<std::string, Connected> connected_;
  std::vector<Message> messages_;
  std::size_t octets_kept_ = 0;         ///< in these messages
  std::map<Kind, Provider> providers_;  ///< known ones
  bool no_provider_reported_ = false, no_picture_reported_ = false;
};

}  // namespace sigverse
