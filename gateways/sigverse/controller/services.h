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

/// A service that a controller is connected to: over a connection of their own, or, where programs may have none,
/// through the server.
class ServiceState {
 public:
  ServiceState(Services& of_agent, std::string service) : services(of_agent), name(std::move(service)) {}

  Services& services;
  std::string name;
  std::optional<wire::Stream> stream;  ///< closed when the service has ended; none where it goes through the server
  bool has_complained = false;         ///< of what this connection brings
};

/// Finds those that do for an agent what the server does not: services, to which it connects by name, and providers of
/// pictures, names, words and distances, which are found by kind.
class Services {
 public:
  /// What providers do, as their registration says; the server gives any that has the bits. Distances are a kind of
  /// their own.
  enum Kind : std::uint16_t { kCapture = 1, kDetect = 2, kRecognise = 4, kDistance = 5 };

  explicit Services(ServerConnection& server) : connection_(server) {}
  /// Tells all services that this is the end.
  ~Services();
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  /// Whether this program may have connections of its own; else everything goes through the server.
  void set_connects(bool may) { connects_ = may; }

  // By name.
  bool is_there(const std::string& name);
  /// `port` 0: any. Null if it does not come.
  BaseService* connect(const std::string& name, std::uint16_t port);
  void disconnect(const std::string& name) { disconnect(name, kConnectionTimeout); }
  BaseService* find(const std::string& name);
  bool send(ServiceState& service, const std::string& message);
  /// Whether anything can be asked of a service. One whose connection has ended is connected once more, if the service
  /// is there again: controllers keep the pointer that they were given, and a service that was killed and started again
  /// is the same to them.
  bool reach(ServiceState& service);
  ServerConnection& server() { return connection_; }

  struct Message {
    std::string from, text;
  };
  /// Keeps what a service has sent on its connection. False if there is no room for more; what makes no sense is
  /// dropped, with a line.
  bool keep_message(ServiceState& service, std::string_view body);
  /// Reads what services have sent by now, as far as there is room.
  void receive_messages();
  bool has_messages() const { return !messages_.empty(); }
  std::vector<Message> take_messages();
  bool has_connections() const;
  /// Waits until the server, at this descriptor, or a service has something to say.
  void wait(int server, wire::Stream::Timeout timeout) const;

  // By kind.
  using Next = std::function<std::optional<wire::Packet>()>;
  /// Makes the request, with this head, and reads the answer's packets; false if it cannot be read.
  using Request = std::function<std::string(const wire::PacketHead& head)>;
  using Read = std::function<bool(const Next& next)>;
  /// From a provider of this kind, or of this name, if there is one, else from the server, which is asked for a
  /// provider again if it does not answer itself. One that does not answer is forgotten, and the server asked
  /// for one once more; the same one is not asked again if it did not answer in time. False if no one answers.
  bool ask(Kind kind, const std::string& provider, wire::PacketType answer, const Request& request, const Read& read);

 private:
  static constexpr wire::Stream::Timeout kConnectionTimeout{2'000};
  /// Octets of messages that wait for their handlers. While there are more, what services send stays with the system.
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
  /// `unreadable`: there is an answer, and nothing in it, or it makes no sense.
  /// `late`: the provider itself was asked, and has not answered in time.
  enum class Outcome { answered, unreadable, no_answer, late };
  Outcome ask_directly(const Provider& provider, wire::PacketType answer, const Request& request, const Read& read);
  /// With a target in the head the server asks another one.
  Outcome ask_server(const wire::PacketHead& head, wire::PacketType answer, const Request& request, const Read& read);

  ServerConnection& connection_;
  bool connects_ = false;
  /// Stays when it is disconnected, for controllers keep pointers.
  struct Connected {
    bool is_on = false;
    std::unique_ptr<ServiceState> state;
    std::unique_ptr<ViewService> service;
  };
  std::map<std::string, Connected> connected_;
  std::vector<Message> messages_;
  std::size_t octets_kept_ = 0;         ///< in them
  std::map<Kind, Provider> providers_;  ///< known ones
  bool no_provider_reported_ = false, no_picture_reported_ = false;
};

}  // namespace sigverse
