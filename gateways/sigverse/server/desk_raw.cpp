// SPDX-License-Identifier: Apache-2.0
//
// Raw requests that are not about objects.
#include <fmt/format.h>

#include "gateways/sigverse/server/desk.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;
using wire::RawCode;

void Desk::raw(Session& session, const wire::Raw& raw) {
  if (take_raw(session, raw)) return;
  problem_.clear();
  if (!objects_.take(raw, asker(session), session.out(), problem_))
    return malformed(session, fmt::format("a raw request of the unknown code {}", raw.code));
  if (problem_.empty()) return;
  if (objects_.is_malformed())
    malformed(session, problem_);
  else
    parts_.log.complain(session.label(), "{}", problem_);
}

bool Desk::take_raw(Session& session, const wire::Raw& raw) {
  constexpr std::uint16_t kOfViewers[] = {1, 4, 5};
  for (const std::uint16_t code : kOfViewers)
    if (raw.code == code) {
      parts_.log.complain(session.label(), "request {} of old viewers, which this server does not know", raw.code);
      return true;
    }
  wire::OctetWriter out(session.out());
  switch (static_cast<RawCode>(raw.code)) {
    case RawCode::start:
      return parts_.run.start(session.label()), true;
    case RawCode::stop:
      return parts_.run.stop(session.label()), true;
    case RawCode::disconnect:
      return session.end(""), true;
    case RawCode::end:
      return parts_.run.quit(session.label()), true;
    case RawCode::message:
      return parts_.post.message(session, raw.body, parts_.clock.now()), true;
    case RawCode::connect_service:
      parts_.log.complain(session.label(), "asks for a service, and there is none");
      return true;
    case RawCode::check_service: {
      constexpr std::uint16_t kNone = 0, kLength = 4;
      out.u16(kNone);
      out.u16(kLength);
      return true;
    }
    case RawCode::sim_time:
      return out.real(parts_.world.time()), true;
    case RawCode::world_step:
    case RawCode::world_quick_step:
      return step_world(session, raw), true;
    default:
      return false;
  }
}

void Desk::step_world(Session& session, const wire::Raw& raw) {
  wire::RawRequest request;
  if (!wire::read_raw_request(raw, request)) return malformed(session, "a world step whose data are cut");
  if (session.kind() == Session::Kind::stranger)
    return parts_.log.complain(session.label(), "a world step of a client that is not attached");
  if (!parts_.run.is_running()) return parts_.log.complain(session.label(), "a world step before START");
  if (!parts_.world.step(request.first, request.code == RawCode::world_quick_step))
    parts_.log.complain(session.label(), "a world step of {} s: {}", request.first,
                        parts_.world.is_autostep()
                            ? "this world goes on by itself"
                            : fmt::format("expected {} to {} s", SimWorld::kMinStep, SimWorld::kMaxStep));
}

}  // namespace sigverse
