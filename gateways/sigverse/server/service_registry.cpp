// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/service_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "spark/core/log.h"
#include "spark/net/loop.h"

namespace sigverse::server {

namespace {

constexpr std::uint32_t kAllKinds =
    wire::service_kind::kCapture | wire::service_kind::kDetect | wire::service_kind::kRecognise;
constexpr std::size_t kMaxHost = 255;

/// Whether two registrations with the same name cover a common kind of request.
bool overlap(std::uint32_t a, std::uint32_t b) {
  if (a == wire::service_kind::kDistance || b == wire::service_kind::kDistance) return a == b;
  return (a & b) != 0;
}

/// Returns "::1" for "[::1]", because client libraries expect a host without brackets.
std::string_view without_brackets(std::string_view host) {
  return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

bool has_controls(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char octet) { return octet < ' ' || octet == 0x7f; });
}

}  // namespace

ServiceRegistry::ServiceRegistry(const ControllerSlots& slots, const Sessions& sessions, spark::net::Loop& loop,
                                 spark::Log& log, Duration ping_timeout, spark::net::AddressLookup::Resolve resolve)
    : slots_(slots),
      sessions_(sessions),
      loop_(loop),
      log_(log),
      ping_timeout_(ping_timeout),
      resolve_(std::move(resolve)) {}

ServiceRegistry::~ServiceRegistry() = default;

// ---- registrations ----

/// A client's new registration replaces its old one with the same name and kind.
bool ServiceRegistry::replaces(const Session& session, const wire::ProvideService& message, const Provider& provider) {
  return provider.session == session.id() && provider.name == message.provider && overlap(provider.kinds, message.kind);
}

/// The reason why the provider cannot register; empty if it can.
std::string ServiceRegistry::problem_of(const Session& session, const wire::ProvideService& message) const {
  // The sandbox of a controller permits no connections, so the server makes none for it either.
  if (session.was_started_here()) return "a controller that the server has started provides no services";
  if (message.provider.empty() || message.provider.size() > wire::kLongestName)
    return fmt::format("a name has 1 to {} octets", wire::kLongestName);
  if (message.kind == 0 || message.kind > kAllKinds)
    return fmt::format("the kinds {}: expected 1 to {}", message.kind, kAllKinds);
  if (message.port == 0 || message.port > std::numeric_limits<std::uint16_t>::max())
    return fmt::format("port {}: expected 1 to 65535", message.port);
  if (message.host.size() > kMaxHost || has_controls(message.host))
    return "the host is not a printable name of at most 255 bytes";
  const auto is_of_others = [&](const Provider& each) {
    return each.name == message.provider && each.session != session.id();
  };
  if (std::ranges::any_of(providers_, is_of_others)) return "there is a service of that name";
  if (find_slot(slots_, message.provider)) return "there is an agent of that name";
  std::size_t of_client = 0, of_others = 0;
  for (const Provider& each : providers_)
    if (!replaces(session, message, each)) ++(each.session == session.id() ? of_client : of_others);
  if (of_client >= kMaxPerClient) return fmt::format("it has registered {} services", of_client);
  if (of_client + of_others >= kMax) return fmt::format("there are {} services", of_client + of_others);
  return {};
}

void ServiceRegistry::provide(Request& request, const wire::ProvideService& message) {
  const Session& session = request.session;
  const std::string problem = problem_of(session, message);
  wire::append_packet(request.out(),
                      wire::ProvideServiceResult{static_cast<std::uint16_t>(problem.empty() ? 0 : 1), problem});
  if (!problem.empty())
    return request.refuse("the service {} is refused: {}", spark::printable(message.provider), problem);
  std::erase_if(providers_, [&](const Provider& each) { return replaces(session, message, each); });
  const std::string_view host = message.host.empty() ? without_brackets(session.channel().host()) : message.host;
  providers_.push_back({.id = next_++,
                        .session = session.id(),
                        .name = std::string(message.provider),
                        .kinds = message.kind,
                        .host = std::string(host),
                        .port = static_cast<std::uint16_t>(message.port)});
  report("provides", providers_.back());
}

void ServiceRegistry::forget(const Session& session) {
  std::erase_if(providers_, [&](const Provider& each) {
    if (each.session != session.id()) return false;
    report("no longer provides", each);
    return true;
  });
}

void ServiceRegistry::report(std::string_view what, const Provider& provider) {
  if (!lines_.next()) return;
  log_.normal("{} {} {} at {}:{}{}", spark::printable(provider.name), what,
              wire::service_kind::words_of(provider.kinds), spark::printable(provider.host), provider.port,
              lines_.is_thinned() ? fmt::format(" (line {})", lines_.count()) : "");
}

const ServiceRegistry::Provider* ServiceRegistry::find(std::string_view name, std::uint32_t kind) const {
  const auto found = std::ranges::find_if(providers_, [&](const Provider& each) {
    return each.name == name && wire::service_kind::covers(each.kinds, kind);
  });
  return found == providers_.end() ? nullptr : &*found;
}

ServiceRegistry::Provider* ServiceRegistry::find(std::uint64_t id) {
  const auto found = std::ranges::find(providers_, id, &Provider::id);
  return found == providers_.end() ? nullptr : &*found;
}

bool ServiceRegistry::rests(const Provider& provider) const {
  return !provider.is_alive && loop_.now() < provider.rests_until;
}

bool ServiceRegistry::serves(std::uint32_t kind) const {
  return std::ranges::any_of(
      providers_, [&](const Provider& each) { return each.is_alive && wire::service_kind::covers(each.kinds, kind); });
}

std::vector<wire::ServiceEntry> ServiceRegistry::entries() const {
  std::vector<wire::ServiceEntry> entries;
  for (const Provider& each : providers_)
    entries.push_back({.name = each.name,
                       .kinds = each.kinds,
                       .host = each.host,
                       .port = each.port,
                       .uses = each.uses,
                       .is_alive = static_cast<std::uint16_t>(each.is_alive ? 1 : 0)});
  return entries;
}

// ---- queries ----

void ServiceRegistry::query(Session& asker, std::uint16_t kind) {
  Query query{.asker = asker.id(), .kind = kind};
  const Time now = loop_.now();
  if (!candidate(query)) return answer(query, {}, now);
  asker.hold(now);
  ping_next(std::move(query), now);
}

/// The provider to ping next: live ones first, then the one that was given out least often, then the oldest.
ServiceRegistry::Provider* ServiceRegistry::candidate(const Query& query) {
  if (query.pinged.size() >= kMaxPinged) return nullptr;
  Provider* best = nullptr;
  for (Provider& each : providers_) {
    if (rests(each) || !wire::service_kind::covers(each.kinds, query.kind) ||
        std::ranges::count(query.pinged, each.id) > 0)
      continue;
    const auto order = [](const Provider& provider) { return std::pair(!provider.is_alive, provider.uses); };
    if (!best || order(each) < order(*best)) best = &each;
  }
  return best;
}

void ServiceRegistry::ping_next(Query query, Time now) {
  if (!sessions_.find(query.asker)) return;
  const Provider* next = candidate(query);
  if (!next) return answer(query, {}, now);
  const std::uint64_t id = next->id;
  query.pinged.push_back(id);
  std::string ping;
  wire::append_packet(ping, wire::NsPinger{query.kind});
  call(*next, std::move(ping), ping_timeout_, kRest,
       [this, id, query = std::move(query)](std::string_view reply, Time then) {
         Provider* provider = find(id);
         if (!provider || reply.empty()) return ping_next(query, then);
         ++provider->uses;
         answer(query, {1, provider->name, static_cast<std::uint16_t>(provider->kinds), provider->host, provider->port},
                then);
       });
}

void ServiceRegistry::answer(const Query& query, const wire::NsQueryResult& result, Time now) {
  Session* asker = sessions_.find(query.asker);
  if (!asker) return;
  wire::append_packet(asker->out(), result);
  asker->release(now);
  asker->flush();
}

// ---- requests ----

void ServiceRegistry::ask(const Provider& provider, std::string request, Duration timeout, Answered answered) {
  // After a failure that was not a timeout, a provider may be pinged again at once, after those that have not failed.
  call(provider, std::move(request), timeout, Duration::zero(), std::move(answered));
}

void ServiceRegistry::call(const Provider& provider, std::string request, Duration timeout, Duration rest,
                           Answered answered) {
  const std::string& host = provider.address.empty() ? provider.host : provider.address;
  calls_.push_back(
      {std::make_unique<ServiceCall>(loop_, resolve_, host, provider.port, std::move(request), loop_.now() + timeout),
       provider.id, rest, std::move(answered)});
}

bool ServiceRegistry::attend(Time now) {
  if (calls_.empty()) return false;
  keep_within_limit();
  const auto ended = std::stable_partition(calls_.begin(), calls_.end(), [now](const Call& each) {
    return each.call->attend(now) == ServiceCall::State::under_way;
  });
  // The callbacks of calls that have ended may start new calls.
  std::vector<Call> finished(std::make_move_iterator(ended), std::make_move_iterator(calls_.end()));
  calls_.erase(ended, calls_.end());
  for (const Call& each : finished) finish(each, now);
  return !finished.empty();
}

/// Records what the call shows about the provider, and passes the answer on.
void ServiceRegistry::finish(const Call& call, Time now) {
  const bool is_answered = call.call->attend(now) == ServiceCall::State::answered;
  if (Provider* provider = find(call.provider)) {
    provider->is_alive = is_answered;
    provider->address = is_answered ? call.call->address() : std::string();
    if (!is_answered) {
      // A provider that hangs may still answer pings, and a client that tries again would wait just as long.
      provider->rests_until = now + (call.call->was_late() ? kRest : call.rest);
      log_.complain(fmt::format("service {}", spark::printable(provider->name)), "{}", call.call->problem());
    }
  }
  call.answered(is_answered ? std::string_view(call.call->answer()) : std::string_view(), now);
}

/// Many clients may request pictures at the same time, and one answer may be 10 MB.
void ServiceRegistry::keep_within_limit() {
  std::size_t sum = 0;
  for (const Call& each : calls_) sum += each.call->size();
  while (sum > kMaxUnderWay) {
    const auto largest = std::ranges::max_element(calls_, {}, [](const Call& each) { return each.call->size(); });
    sum -= largest->call->size();
    largest->call->fail("answers while all services together have too much under way");
  }
}

}  // namespace sigverse::server
