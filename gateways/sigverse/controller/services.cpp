// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/services.h"

#include <fmt/format.h>

#include <poll.h>

#include <algorithm>
#include <utility>

#include "gateways/sigverse/controller/service_listener.h"
#include "gateways/sigverse/wire/connect.h"

namespace sigverse {
namespace {

constexpr wire::Stream::Patience kConnectionPatience{2'000}, kProviderPatience{5'000};
/// What a controller sends a service on their own connection.
constexpr std::uint16_t kMessageToService = 1, kEndToService = 4, kMessageFromService = 2;

}  // namespace

bool Services::is_there(const std::string& name) {
  // 0 or 1, and a size.
  constexpr std::size_t kAnswer = 4;
  const auto octets = session_.ask({.code = wire::RawCode::check_service, .object = name}, kAnswer);
  return octets && wire::RawReader(*octets).u16() != 0;
}

BaseService* Services::connect(const std::string& name, std::uint16_t port) {
  if (BaseService* const present = find(name)) return present;
  // Nobody comes from one that is not there, and controllers try again in each onAction.
  if (!is_there(name)) return nullptr;
  std::optional<wire::Stream> stream;
  if (connects_) {
    ServiceListener listener(port);
    if (listener.port() == 0) return nullptr;
    session_.collect();
    if (!session_.later({.code = wire::RawCode::connect_service,
                         .object = name,
                         .part = session_.agent(),
                         .port = listener.port()}) ||
        !session_.flush())
      return nullptr;
    stream = listener.accept(kConnectionPatience);
    // It says first that it is there.
    if (!stream || !stream->receive(kConnectionPatience)) return nullptr;
  }
  Connected& made = connected_[name];
  made.is_on = true;
  if (made.state) {
    made.state->stream = std::move(stream);
  } else {
    made.state = std::make_unique<ServiceState>(*this, name, std::move(stream));
    made.service = std::make_unique<ViewService>(made.state.get());
  }
  return made.service.get();
}

void Services::disconnect(const std::string& name) {
  const auto found = connected_.find(name);
  if (found == connected_.end() || !found->second.is_on) return;
  found->second.is_on = false;
  if (auto& stream = found->second.state->stream) {
    std::string end;
    wire::RawWriter(end, kEndToService).finish();
    stream->send(end, kConnectionPatience);
    stream->close();
  }
}

BaseService* Services::find(const std::string& name) {
  const auto found = connected_.find(name);
  return found == connected_.end() || !found->second.is_on ? nullptr : found->second.service.get();
}

bool Services::send(ServiceState& service, const std::string& message) {
  if (!find(service.name)) return false;
  if (!service.stream) return session_.later(wire::RawMessage{.from = {}, .text = message, .to = {service.name}});
  std::string request;
  wire::RawWriter writer(request, kMessageToService);
  writer.octets(fmt::format("{},{},{}", session_.agent(), message.size(), message));
  return writer.finish() && service.stream->send(request, kConnectionPatience);
}

void Services::keep_message(const std::string& body) {
  wire::RawReader reader(body);
  std::string from(reader.field());
  const auto length = reader.number_field();
  if (!length || *length < 0 || *length > static_cast<double>(reader.rest().size())) return;
  messages_.push_back({std::move(from), std::string(reader.rest().substr(0, static_cast<std::size_t>(*length)))});
}

std::vector<Services::Message> Services::take_messages() {
  for (auto& [ignored, one] : connected_) {
    auto& stream = one.state->stream;
    while (stream && stream->is_open()) {
      const auto received = stream->receive(wire::Stream::Patience(0));
      if (received.what == wire::Stream::What::broken) stream->close();
      if (received.what != wire::Stream::What::raw) break;
      const wire::Raw raw = wire::read_raw(received.octets);
      if (raw.code == kMessageFromService) keep_message(std::string(raw.body));
    }
  }
  return std::exchange(messages_, {});
}

bool Services::has_connections() const {
  return std::ranges::any_of(
      connected_, [](const auto& one) { return one.second.state->stream && one.second.state->stream->is_open(); });
}

void Services::wait(int server, wire::Stream::Patience patience) const {
  std::vector<pollfd> watched{{server, POLLIN, 0}};
  for (const auto& [ignored, one] : connected_)
    if (one.state->stream && one.state->stream->is_open()) watched.push_back({one.state->stream->in(), POLLIN, 0});
  ::poll(watched.data(), watched.size(), static_cast<int>(patience.count()));
}

const Services::Provider* Services::provider(Kind kind) {
  const auto known = providers_.find(kind);
  if (known != providers_.end()) return &known->second;
  const auto packet = session_.ask(wire::NsQuery{.kind = kind}, wire::PacketType::ns_query_result);
  wire::NsQueryResult result;
  if (!packet || !wire::read_data(packet->data, result) || result.found == 0) return nullptr;
  Provider& found = providers_[kind];
  found = {std::string(result.provider), std::string(result.host), static_cast<std::uint16_t>(result.port)};
  return &found;
}

bool Services::ask_directly(const Provider& provider, wire::PacketType answer, const Request& request,
                            const Read& read) {
  std::string problem;
  auto stream = wire::connect(provider.host, provider.port, kProviderPatience, problem);
  if (!stream || !stream->send(request({}), kProviderPatience)) return false;
  return read([&]() -> std::optional<wire::Packet> {
    const auto received = stream->receive(kProviderPatience);
    if (received.what != wire::Stream::What::packet) return {};
    const auto packet = wire::read_packet(received.octets);
    return packet && packet->head.type == answer ? packet : std::nullopt;
  });
}

bool Services::ask(Kind kind, const std::string& name, wire::PacketType answer, const Request& request,
                   const Read& read) {
  wire::PacketHead head;
  if (!name.empty()) {
    head.flags = wire::kForward;
    head.target = name;
  } else {
    const Provider* found = provider(kind);
    // One that is known may be gone, and another one there.
    for (int attempt = 0; connects_ && found && attempt < 2; ++attempt) {
      if (ask_directly(*found, answer, request, read)) return true;
      providers_.erase(kind);
      if (attempt == 1) return false;
      found = provider(kind);
    }
    if (!found && kind == kRecognise) return false;
    if (found) {
      head.flags = wire::kForward;
      head.target = found->name;
    }
  }
  const std::string octets = request(head);
  if (octets.empty()) return false;
  bool is_first = true;
  const bool read_well = read(
      [&] { return std::exchange(is_first, false) ? session_.ask_octets(octets, answer) : session_.more(answer); });
  // Who failed through the server may be gone, too.
  if (!read_well) providers_.erase(kind);
  return read_well;
}

}  // namespace sigverse
