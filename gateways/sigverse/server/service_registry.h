// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/server/service_call.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/wire/messages.h"
#include "spark/core/line_limit.h"

namespace sigverse::server {

/// The name server: the list of providers of services with their addresses.
///
/// A provider registers over a connection to the server (PROVIDE_SERVICE: a name, its kinds, host and port) and stays
/// registered until that connection closes. Requests go to the provider's own port, each over a new connection. A
/// client that queries a kind of service (NS_QUERY) gets the provider that was given out least often; among equals, the
/// one that registered first. Before a provider is given out, it has to answer a ping. If it does not, it counts as
/// dead for a while, and the next one is pinged. A provider that does not answer a request in time also counts as dead.
///
/// A program may register one name for several kinds, by several registrations, which may have different ports; a
/// request for the name goes to the registration that covers its kind. The name belongs to the connection over which it
/// was first registered. It must not be that of an agent, because packets for an agent's name go to its controller.
///
/// A client that waits for an answer is held (`Session::hold`); other clients do not wait. All of it runs on the
/// simulation thread, nothing blocks, and a provider without requests costs nothing.
class ServiceRegistry {
 public:
  using Time = Session::Time;
  using Duration = std::chrono::nanoseconds;

  static constexpr std::size_t kMax = 256;          ///< registrations
  static constexpr std::size_t kMaxPerClient = 16;  ///< registrations over one connection
  static constexpr std::size_t kMaxPinged = 8;      ///< providers that are pinged for one query
  static constexpr std::chrono::seconds kRest{10};  ///< real time for which a dead provider is not pinged
  /// The maximum size of all requests and answers in progress.
  static constexpr std::size_t kMaxUnderWay = 64 * 1024 * 1024;

  /// A registration.
  struct Provider {
    std::uint64_t id;       ///< of this registration; never reused
    std::uint64_t session;  ///< the session over which it was registered
    std::string name;
    std::uint32_t kinds;  ///< `wire::service_kind`
    std::string host;
    std::uint16_t port;
    std::uint32_t uses = 0;  ///< how often it was given out
    /// It has answered the last request, or has had none yet.
    bool is_alive = true;
    Time rests_until{};     ///< no pings before this time
    std::string address{};  ///< address at which its host was last reached; empty if it was not
  };

  /// All outlive it. `resolve` finds the addresses of hosts.
  ServiceRegistry(const ControllerSlots& slots, const Sessions& sessions, spark::net::Loop& loop, spark::Log& log,
                  Duration ping_timeout, spark::net::AddressLookup::Resolve resolve = spark::net::resolve);
  ~ServiceRegistry();
  ServiceRegistry(const ServiceRegistry&) = delete;
  ServiceRegistry& operator=(const ServiceRegistry&) = delete;

  /// PROVIDE_SERVICE, with its reply.
  void provide(Request& request, const wire::ProvideService& message);
  /// NS_QUERY. The reply is sent when it is known; immediately if there is no provider to ping.
  void query(Session& asker, std::uint16_t kind);

  /// The registration with that name that covers the kind; null if there is none. Valid until the next packet is
  /// handled, or until `attend` or `forget` is called.
  const Provider* find(std::string_view name, std::uint32_t kind) const;
  /// Whether it has just timed out. It is then called only if there is no other provider.
  bool rests(const Provider& provider) const;
  /// Whether a provider of that kind is registered and not known to be dead.
  bool serves(std::uint32_t kind) const;
  /// All registrations, in order of registration, as reported by GET_SERVICES. The texts are valid as long as for
  /// `find`.
  std::vector<wire::ServiceEntry> entries() const;

  /// Called with the whole answer, octet by octet; with an empty text if it is invalid or none has arrived in time.
  using Answered = std::function<void(std::string_view answer, Time now)>;
  /// Sends a request (CAPTURE_VIEW_IMAGE, DETECT_ENTITIES, SOUND_RECOG, DISTANCE_SENSOR), octet by octet. `answered` is
  /// called exactly once, from `attend`, even if the provider has gone.
  void ask(const Provider& provider, std::string request, Duration timeout, Answered answered);

  /// Passes on answers and timeouts. Returns true if there were any.
  bool attend(Time now);
  /// Removes the registrations of a session that is over.
  void forget(const Session& session);

 private:
  /// An NS_QUERY in progress.
  struct Query {
    std::uint64_t asker;  ///< session
    std::uint16_t kind;
    std::vector<std::uint64_t> pinged{};  ///< registrations
  };
  struct Call {
    std::unique_ptr<ServiceCall> call;
    std::uint64_t provider;
    Duration rest;  ///< how long it is not pinged after a failure that was not a timeout
    Answered answered;
  };

  static bool replaces(const Session& session, const wire::ProvideService& message, const Provider& provider);
  std::string problem_of(const Session& session, const wire::ProvideService& message) const;
  void call(const Provider& provider, std::string request, Duration timeout, Duration rest, Answered answered);
  void finish(const Call& call, Time now);
  void keep_within_limit();
  Provider* find(std::uint64_t id);
  Provider* candidate(const Query& query);
  void ping_next(Query query, Time now);
  void answer(const Query& query, const wire::NsQueryResult& result, Time now);
  void report(std::string_view what, const Provider& provider);

  const ControllerSlots& slots_;
  const Sessions& sessions_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  Duration ping_timeout_;
  spark::net::AddressLookup::Resolve resolve_;
  std::vector<Provider> providers_;  ///< in the order of registration
  std::vector<Call> calls_;          ///< in progress
  std::uint64_t next_ = 1;
  spark::LineLimit lines_{100};  ///< for lines about registrations
};

}  // namespace sigverse::server
