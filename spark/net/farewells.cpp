// SPDX-License-Identifier: Apache-2.0
#include "spark/net/farewells.h"

#include <utility>

#include "spark/net/socket.h"

namespace spark::net {

void Farewells::refuse(Socket socket, std::string peer, std::string_view reason) {
  std::erase_if(leaving_, [](const Leaving& each) { return !each.connection->is_open(); });
  if (leaving_.size() >= kMax) {
    leaving_.front().connection->close();
    leaving_.pop_front();
  }
  auto connection = std::make_shared<Connection>(std::move(socket), std::move(peer), Connection::Options{});
  connection->start([weak = std::weak_ptr(connection)] {
    const auto self = weak.lock();
    if (!self) return;
    self->take(self->input().size());  // the input is ignored
    if (self->has_ended()) self->close();
  });
  connection->send(reason);
  connection->finish();
  leaving_.push_back({std::move(connection), loop_.now() + kLinger});
  if (leaving_.size() == 1) timer_.start(kLinger, [this] { close_late_ones(); });
}

void Farewells::close_late_ones() {
  const RealClock::Time now = loop_.now();
  while (!leaving_.empty() && (leaving_.front().until <= now || !leaving_.front().connection->is_open())) {
    leaving_.front().connection->close();
    leaving_.pop_front();
  }
  if (!leaving_.empty()) timer_.start(leaving_.front().until - now, [this] { close_late_ones(); });
}

void Farewells::close() {
  timer_.cancel();
  for (const Leaving& each : leaving_) each.connection->close();
  leaving_.clear();
}

}  // namespace spark::net
