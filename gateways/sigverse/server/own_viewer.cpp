// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/own_viewer.h"

#include <algorithm>
#include <variant>

namespace sigverse::server {

void OwnViewer::connect(Request& request, std::uint16_t port) {
  const Session& session = request.session;
  const std::string_view host = session.channel().host();
  if (host.empty() || port == 0) return request.refuse("asks SIGViewer to connect, but gives no port");
  const auto of_session = std::ranges::count(links_, session.id(), &Connected::session);
  if (links_.size() >= kMax || static_cast<std::size_t>(of_session) >= kMaxPerController)
    return request.refuse("asks SIGViewer to connect: {} connections are open", links_.size());
  Connected& connected = links_.emplace_back(Connected{session.id()});
  connected.link = std::make_unique<direct::ControllerLink>(
      std::string(host), port, direct::RequestLink::Names{session.label(), std::string(kName)},
      [this, &session, &asker = connected.asker](const wire::ServiceRequest& asked) {
        return see(session, asker, asked);
      },
      loop_, log_);
}

/// A controller for which the world waits is answered at once.
std::optional<direct::Seen> OwnViewer::see(const Session& session, SightTime::Asker& asker,
                                           const wire::ServiceRequest& request) {
  if (std::holds_alternative<wire::SigServiceProvider::PictureRequest>(request) || session.holds_world())
    return look(request);
  std::optional<direct::Seen> seen;
  sight_time_.give(asker, [&] { seen = look(request); });
  return seen;
}

direct::Seen OwnViewer::look(const wire::ServiceRequest& request) {
  direct::Seen seen;
  if (const auto* const detecting = std::get_if<wire::SigServiceProvider::DetectRequest>(&request)) {
    const auto names = eyes_.detect(detecting->agent, detecting->camera, seen.problem);
    seen.names.assign(names.begin(), names.end());
  } else if (const auto* const asked = std::get_if<wire::SigServiceProvider::DistanceRequest>(&request)) {
    seen.octets = eyes_.distances({.agent = asked->agent,
                                   .start = asked->start,
                                   .end = asked->end,
                                   .camera = static_cast<std::int16_t>(asked->camera),
                                   .dimensions = static_cast<std::int16_t>(asked->dimensions)},
                                  seen.problem);
  } else {
    seen.problem = "the server itself takes no pictures";
  }
  return seen;
}

bool OwnViewer::attend() {
  bool has_more = false;
  for (const Connected& connected : links_) has_more = connected.link->attend() || has_more;
  std::erase_if(links_, [](const Connected& connected) { return connected.link->is_over(); });
  return has_more;
}

void OwnViewer::forget(const Session& session) {
  std::erase_if(links_, [&](const Connected& connected) { return connected.session == session.id(); });
}

}  // namespace sigverse::server
