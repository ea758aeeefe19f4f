// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/service_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/log.h"

namespace sigverse::server {
namespace {

constexpr std::string_view kWelcome = "SUCC", kRefused = "FAIL";

}  // namespace

void ServiceSessions::join(Session& session, std::string_view name) {
  // A service that was killed may restart before its old session has been removed.
  remove_ended();
  if (find(name) || find_slot(slots_, name)) {
    session.out() += kRefused;
    return log_.complain(session.label(), "the service '{}' is refused: {} has that name", spark::Printable{name},
                         find(name) ? "another service" : "an agent");
  }
  session.become_service(name);
  session.out() += kWelcome;
  announce(wire::RawToService::service_came, name);
  all_.push_back(&session);
  report(session, "is there");
}

void ServiceSessions::forget(const Session& session) {
  const auto found = std::ranges::find(all_, &session);
  if (found != all_.end()) remove(static_cast<std::size_t>(found - all_.begin()));
}

/// Announcing the end of one session can end others that do not read, so each search starts from the beginning.
void ServiceSessions::remove_ended() {
  for (;;) {
    const auto ended = std::ranges::find_if(all_, &Session::is_over);
    if (ended == all_.end()) return;
    remove(static_cast<std::size_t>(ended - all_.begin()));
  }
}

void ServiceSessions::remove(std::size_t number) {
  const Session& service = *all_[number];
  all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(number));
  announce(wire::RawToService::service_left, service.name());
  report(service, "has left");
}

void ServiceSessions::announce(wire::RawToService what, std::string_view name) {
  octets_.clear();
  wire::RawWriter raw(octets_, what);
  // The name extends to the end of the request: service libraries treat the whole body as the name.
  raw.octets(name);
  raw.finish();
  for (Session* service : all_) {
    if (service->is_over()) continue;
    service->out() += octets_;
    service->flush();
  }
}

void ServiceSessions::report(const Session& service, std::string_view what) {
  if (lines_.next()) log_.normal("sigverse: the service {} {}", service.label(), what);
}

bool ServiceSessions::has_service(std::string_view name) const {
  return find(name) || (!own_.empty() && name == own_);
}

Session* ServiceSessions::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      all_, [name](const Session* service) { return !service->is_over() && service->name() == name; });
  return found == all_.end() ? nullptr : *found;
}

std::vector<wire::ServiceEntry> ServiceSessions::entries() const {
  std::vector<wire::ServiceEntry> entries;
  for (const Session* service : all_)
    if (!service->is_over()) entries.push_back({.name = service->name(), .host = service->channel().host()});
  return entries;
}

bool ServiceSessions::may_connect(Request& request, const wire::RawRequest& asked) {
  const ControllerSlot* slot = request.session.slot();
  if (!slot || !request.session.may_change_world() || asked.part != slot->name())
    request.refuse("asks the service '{}' to connect to '{}', and is not its controller",
                   spark::printable(asked.object), spark::printable(asked.part));
  else if (request.session.was_started_here())
    request.refuse("asks the service '{}' to connect to it: controllers that the server starts have no port",
                   spark::printable(asked.object));
  return request.problem.empty();
}

void ServiceSessions::connect(Request& request, const wire::RawRequest& asked) {
  Session* service = find(asked.object);
  if (!service || asked.port == 0)
    return request.refuse("asks the service '{}' to connect to port {}: there is no such {}",
                          spark::printable(asked.object), asked.port, service ? "port" : "service");
  wire::RawWriter raw(service->out(), wire::RawToService::connect);
  raw.u16(asked.port);
  raw.field(asked.part);
  raw.finish();
  service->flush();
}

}  // namespace sigverse::server
