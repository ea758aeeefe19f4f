// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sessions.h"

#include <algorithm>

#include "gateways/sigverse/server/socket_channel.h"
#include "spark/core/log.h"
#include "spark/net/socket.h"

namespace sigverse::server {

namespace {

constexpr const char* kPort = "sigverse port";

}  // namespace

Sessions::Sessions(const std::string& address, std::uint16_t port, spark::net::Loop& loop, spark::Log& log)
    : loop_(loop), log_(log), port_(loop, address, port, {kPort, "a client"}, log) {
  port_.start([this](spark::net::Socket socket, const std::string& peer) { accept(std::move(socket), peer); });
}

void Sessions::accept(spark::net::Socket socket, const std::string& peer) {
  const auto is_there = [host = host_of(peer)](const auto& session) { return session->channel().host() == host; };
  const auto of_host = static_cast<std::size_t>(std::ranges::count_if(all_, is_there) +
                                                std::ranges::count_if(leaving_, is_there, &Leaving::session));
  const std::size_t open = all_.size() + leaving_.size();
  if (of_host >= kMaxPerHost)
    return log_.complain(kPort, "{} refused, {} connections of that host are open", peer, of_host);
  if (open >= kMax) return log_.complain(kPort, "{} refused, {} connections are open", peer, open);
  add(std::make_unique<SocketChannel>(std::move(socket), peer), nullptr);
}

Session& Sessions::add(std::unique_ptr<Channel> channel, ControllerSlot* slot) {
  all_.push_back(std::make_unique<Session>(next_++, std::move(channel), slot, loop_.now(), log_));
  return *all_.back();
}

Session* Sessions::find(std::uint64_t id) const {
  const auto found = std::ranges::find(all_, id, &Session::id);
  return found == all_.end() || (*found)->is_over() ? nullptr : found->get();
}

bool Sessions::read(SessionListener& listener, Time now) {
  bool more = false;
  // By index, because reading a session may add others; it removes none.
  for (std::size_t i = 0; i < all_.size(); ++i) more = all_[i]->read(listener, now) || more;
  return more;
}

void Sessions::forget(const std::function<void(Session&)>& gone, Time now) {
  close_left(now);
  for (const auto& session : all_) session->attend(now);
  for (std::size_t i = 0; i < all_.size();) {
    if (!all_[i]->is_over()) {
      ++i;
      continue;
    }
    gone(*all_[i]);
    all_[i]->channel().close_when_sent();
    if (all_[i]->channel().unsent() > 0 && !all_[i]->was_started_here())
      leaving_.push_back({std::move(all_[i]), now + kTimeToRead});
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Otherwise a peer that does not read would keep its connection forever, with megabytes that no limit counts.
void Sessions::close_left(Time now) {
  std::erase_if(leaving_, [now](const Leaving& leaving) {
    Channel& channel = leaving.session->channel();
    if (channel.unsent() > 0 && now < leaving.until) return false;
    channel.close();
    return true;
  });
}

void Sessions::close() {
  port_.close();
  for (const auto& session : all_) session->channel().close_when_sent();
  all_.clear();
}

}  // namespace sigverse::server
