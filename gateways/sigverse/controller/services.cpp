// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/services.h"

#include <fmt/format.h>

#include <poll.h>

#include <algorithm>
#include <utility>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/Logger.h"
#include "gateways/sigverse/controller/service_listener.h"
#include "gateways/sigverse/wire/connect.h"

namespace sigverse {
namespace {

constexpr wire::Stream::Timeout kProviderTimeout{5'000};
/// Speech recognition takes up to 10 s.
constexpr wire::Stream::Timeout kSpeechTimeout{12'000};
/// A service begins with a code and a size, which is 4 or, in the C++ library, 2: the size has no meaning.
bool says_it_is_there(wire::Stream& service, wire::Stream::Timeout timeout) {
  const auto received = service.receive_octets(4, timeout);
  return received && wire::OctetReader(received.octets).u16() == static_cast<std::uint16_t>(wire::DirectCode::here);
}

}  // namespace

bool Services::is_there(const std::string& name) {
  // The answer is 0 or 1, followed by a size.
  constexpr std::size_t kAnswer = 4;
  const auto octets = connection_.ask({.code = wire::RawCode::check_service, .object = name}, kAnswer);
  return octets && wire::RawReader(*octets).u16() != 0;
}

Services::~Services() {
  // A service that does not read must not delay the end.
  constexpr wire::Stream::Timeout kSoon{100};
  for (const auto& [name, ignored] : connected_) disconnect(name, kSoon);
}

BaseService* Services::connect(const std::string& name, std::uint16_t port) {
  // A service that is not running never connects, and controllers try again in each onAction.
  if (!is_there(name)) return nullptr;
  Connected& made = connected_[name];
  if (!made.state) {
    made.state = std::make_unique<ServiceState>(*this, name);
    made.service = std::make_unique<ViewService>(made.state.get());
  }
  receive_messages(*made.state);
  const bool is_connected = made.is_on && (!connects_ || (made.state->stream && made.state->stream->is_open()));
  if (!is_connected && !open(*made.state, port)) return nullptr;
  made.is_on = true;
  return made.service.get();
}

/// Waits for a running service to connect.
bool Services::open(ServiceState& service, std::uint16_t port) {
  if (!connects_) return true;
  ServiceListener listener(port);
  if (listener.port() == 0) {
    Logger::err("connectToService %s: cannot listen on port %d", service.name.c_str(), static_cast<int>(port));
    return false;
  }
  connection_.collect();
  if (!connection_.queue({.code = wire::RawCode::connect_service,
                          .object = service.name,
                          .part = connection_.agent(),
                          .port = listener.port()}) ||
      !connection_.flush())
    return false;
  auto stream = listener.accept(kConnectionTimeout);
  if (!stream || !says_it_is_there(*stream, kConnectionTimeout)) return false;
  service.stream = std::move(stream);
  service.has_complained = false;
  return true;
}

void Services::disconnect(const std::string& name, wire::Stream::Timeout timeout) {
  const auto found = connected_.find(name);
  if (found == connected_.end() || !found->second.is_on) return;
  found->second.is_on = false;
  if (auto& stream = found->second.state->stream) {
    std::string end;
    wire::RawWriter(end, wire::DirectCode::leave).finish();
    stream->send(end, timeout);
    stream->close();
  }
}

BaseService* Services::find(const std::string& name) {
  const auto found = connected_.find(name);
  return found == connected_.end() || !found->second.is_on ? nullptr : found->second.service.get();
}

bool Services::reach(ServiceState& service) {
  if (!find(service.name)) return false;
  if (!connects_) return true;
  // Only reading shows whether the connection has ended.
  receive_messages(service);
  if (service.stream && service.stream->is_open()) return true;
  return is_there(service.name) && open(service, 0);
}

bool Services::send(ServiceState& service, const std::string& message) {
  if (!reach(service)) return false;
  if (!service.stream) return sigverse::send(wire::RawMessage{.from = {}, .text = message, .to = {service.name}});
  std::string request;
  if (!wire::append_direct_message(request, wire::DirectCode::message_to_service, {connection_.agent(), message})) {
    Logger::err("a message of %zu octets is too long: it is not sent", message.size());
    return false;
  }
  return service.stream->send(request, kConnectionTimeout);
}

bool Services::keep_message(ServiceState& service, std::string_view body) {
  if (!has_room()) return false;
  wire::DirectMessage message;
  if (wire::read_direct_message(body, message)) {
    messages_.push_back({std::string(message.from), std::string(message.text)});
    octets_kept_ += message.from.size() + message.text.size() + sizeof(Message);
  } else if (!std::exchange(service.has_complained, true)) {
    Logger::err("the service %s sends a message without its length, or shorter than that", service.name.c_str());
  }
  return true;
}

void Services::receive_messages() {
  for (auto& [ignored, one] : connected_) receive_messages(*one.state);
}

void Services::receive_messages(ServiceState& service) {
  auto& stream = service.stream;
  while (stream && stream->is_open() && has_room()) {
    const auto received = stream->receive(wire::Stream::Timeout(0));
    if (received.what == wire::Stream::What::broken) stream->close();
    if (!received) return;
    if (received.what != wire::Stream::What::raw) continue;
    const wire::Raw raw = wire::read_raw(received.octets);
    if (raw.code == static_cast<std::uint16_t>(wire::DirectCode::message_to_controller))
      keep_message(service, raw.body);
  }
}

std::vector<Services::Message> Services::take_messages() {
  octets_kept_ = 0;
  return std::exchange(messages_, {});
}

bool Services::has_connections() const {
  return std::ranges::any_of(
      connected_, [](const auto& one) { return one.second.state->stream && one.second.state->stream->is_open(); });
}

void Services::wait(int server, wire::Stream::Timeout timeout) const {
  std::vector<pollfd> watched{{server, POLLIN, 0}};
  for (const auto& [ignored, one] : connected_)
    if (has_room() && one.state->stream && one.state->stream->is_open())
      watched.push_back({one.state->stream->in(), POLLIN, 0});
  ::poll(watched.data(), watched.size(), static_cast<int>(timeout.count()));
}

const Services::Provider* Services::provider(Kind kind) {
  const auto known = providers_.find(kind);
  if (known != providers_.end()) return &known->second;
  const auto packet = connection_.ask(wire::NsQuery{.kind = kind}, wire::PacketType::ns_query_result);
  wire::NsQueryResult result;
  if (!packet || !wire::read_data(packet->data, result) || result.found == 0) return nullptr;
  Provider& found = providers_[kind];
  found = {std::string(result.provider), std::string(result.host), static_cast<std::uint16_t>(result.port)};
  return &found;
}

Services::Outcome Services::ask_directly(const Provider& provider, wire::PacketType answer, const Request& request,
                                         const Read& read) {
  const wire::Stream::Timeout timeout =
      answer == wire::PacketType::sound_recog_result ? kSpeechTimeout : kProviderTimeout;
  connection_.settle();
  std::string problem;
  auto stream = wire::connect(provider.host, provider.port, kProviderTimeout, problem);
  if (!stream) return Outcome::no_answer;
  stream->limit(timeout);
  if (!stream->send(request({}), kProviderTimeout)) return Outcome::no_answer;
  bool is_late = false;
  const bool read_well = read([&]() -> std::optional<wire::Packet> {
    const auto received = stream->receive(timeout);
    is_late = received.what == wire::Stream::What::timed_out;
    if (received.what != wire::Stream::What::packet) return {};
    const auto packet = wire::read_packet(received.octets);
    return packet && packet->head.type == answer ? packet : std::nullopt;
  });
  return read_well ? Outcome::answered : is_late ? Outcome::late : Outcome::no_answer;
}

Services::Outcome Services::ask_server(const wire::PacketHead& head, wire::PacketType answer, const Request& request,
                                       const Read& read) {
  const std::string octets = request(head);
  if (octets.empty()) return Outcome::unreadable;
  bool is_first = true, has_answered = true;
  const bool read_well = read([&] {
    auto packet =
        std::exchange(is_first, false) ? connection_.ask_octets(octets, answer) : connection_.next_answer(answer);
    has_answered = !packet || (packet->head.flags & wire::kNoAnswer) == 0;
    if (!has_answered) packet.reset();
    return packet;
  });
  if (!has_answered) return Outcome::no_answer;
  return read_well ? Outcome::answered : Outcome::unreadable;
}

bool Services::ask(Kind kind, const std::string& name, wire::PacketType answer, const Request& request,
                   const Read& read) {
  const auto forwarded_to = [](std::string_view target) {
    return wire::PacketHead{.flags = wire::kForward, .target = target};
  };
  if (!name.empty()) return ask_server(forwarded_to(name), answer, request, read) == Outcome::answered;
  // A known provider may have ended, and another one may be available. The server may return a provider that hangs; it
  // knows only about hanging providers that it has called itself.
  std::optional<Provider> hangs;
  std::string failing;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Provider* found = provider(kind);
    if (!found) {
      if (kind == kCapture) report_no_pictures(no_provider_reported_, "there is no service that takes pictures");
      if (kind == kRecognise) return false;
      const Outcome outcome = ask_server({}, answer, request, read);
      if (outcome != Outcome::no_answer) return outcome == Outcome::answered;
      // The server answers only if there is no provider; one may have registered since the server was asked for one.
      found = provider(kind);
      if (!found) return false;
    }
    if (hangs == *found) {
      providers_.erase(kind);
      break;
    }
    const Outcome outcome = connects_ ? ask_directly(*found, answer, request, read)
                                      : ask_server(forwarded_to(found->name), answer, request, read);
    if (outcome == Outcome::answered) return true;
    if (outcome == Outcome::late) hangs = *found;
    failing = found->name;
    providers_.erase(kind);
    if (outcome == Outcome::unreadable) break;
  }
  if (kind == kCapture) report_no_pictures(no_picture_reported_, failing + " gives no such picture");
  return false;
}

/// Reports each of the two reasons only once per run, because controllers request a picture in each onAction.
void Services::report_no_pictures(bool& reported, const std::string& why) {
  if (!std::exchange(reported, true)) Logger::err("captureView returns NULL: %s", why.c_str());
}

}  // namespace sigverse
