// SPDX-License-Identifier: Apache-2.0
#include "spark/http/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "spark/core/log.h"
#include "spark/http/request_parser.h"
#include "spark/http/websocket.h"
#include "spark/net/address_counts.h"
#include "spark/net/socket.h"

namespace spark::http {

namespace {

/// A header must fit into the input buffer of a connection, together with the data after it.
Options within_input(Options options) {
  options.max_header = std::min<std::size_t>(options.max_header, 32 * 1024);
  options.max_input = std::max(options.max_input, 2 * options.max_header);
  return options;
}

}  // namespace

Server::Server(net::Loop& loop, const std::string& address, std::uint16_t port, net::Listener::Names names,
               Options options, Service& service, Log& log)
    : loop_(loop),
      options_(within_input(std::move(options))),
      service_(service),
      log_(log),
      origins_(options_.trusted_origins),
      names_(std::move(names)),
      listener_(loop, address, port, names_, log),
      burial_(loop) {}

Server::~Server() {
  close();
}

void Server::start() {
  listener_.start([this](net::Socket socket, std::string peer) { accept(std::move(socket), std::move(peer)); });
}

/// The number of conversations without those that the service counts.
std::size_t Server::counted() const {
  return static_cast<std::size_t>(std::count_if(conversations_.begin(), conversations_.end(),
                                                [](const auto& each) { return each->is_of_address(); }));
}

std::string Server::why_not(const std::string& peer) const {
  if (const auto all = counted(); all >= options_.max_connections)
    return fmt::format("{} connections are open already", all);
  const auto of_address = std::count_if(conversations_.begin(), conversations_.end(), [&](const auto& conversation) {
    return conversation->is_of_address() && net::address_of(conversation->peer()) == net::address_of(peer);
  });
  if (static_cast<std::size_t>(of_address) >= options_.max_per_address)
    return fmt::format("{} connections from this address are open already", of_address);
  return {};
}

/// Closes the oldest of the conversations that give way and count against the exceeded limit. Not to be called from a
/// conversation.
bool Server::make_room(const std::string& peer) {
  const bool is_full = counted() >= options_.max_connections;
  const auto longest = std::find_if(conversations_.begin(), conversations_.end(), [&](const auto& each) {
    return each->gives_way() && each->is_of_address() &&
           (is_full || net::address_of(each->peer()) == net::address_of(peer));
  });
  if (longest == conversations_.end()) return false;
  log_.complain(names_.port, "closes {}, which is waiting, to make room for others", (*longest)->label());
  (*longest)->close();
  bury();
  return why_not(peer).empty();
}

void Server::accept(net::Socket socket, std::string peer) {
  boost::system::error_code ignored;
  std::string local = net::text_of(socket.socket.local_endpoint(ignored));
  std::string why = why_not(peer);
  if (!why.empty() && options_.makes_room && make_room(peer)) why.clear();
  if (!why.empty()) {
    // The complaint is about the port, not the peer: a peer that reconnects has another name each time.
    log_.complain(names_.port, "refused {} {}: {}", options_.peer, peer, why);
  }
  const auto conversation = std::make_shared<Conversation>(
      std::move(socket), std::move(peer), std::move(local),
      Conversation::Context{loop_, options_, origins_, service_, log_,
                            [this](Conversation&) { burial_.start({}, [this] { bury(); }); }});
  (why.empty() ? conversations_ : turned_away_).push_back(conversation);
  if (why.empty()) return conversation->start();
  conversation->start_refused(text_response(503, "this server is busy: " + why));
  // Too many are waiting to read their refusal: this one is closed at once.
  if (turned_away_.size() > options_.max_connections) conversation->close();
}

/// Destroys ended conversations. Not to be called from one of them, which would be destroyed while it runs.
void Server::bury() {
  Owned over;
  for (Owned* owned : {&conversations_, &turned_away_}) {
    const auto first = std::stable_partition(owned->begin(), owned->end(),
                                             [](const auto& conversation) { return !conversation->is_over(); });
    over.insert(over.end(), first, owned->end());
    owned->erase(first, owned->end());
  }
  for (const auto& conversation : over) {
    if (!conversation->is_known_) continue;
    try {
      service_.closed(*conversation);
    } catch (const std::exception& error) {
      log_.complain(conversation->label(), "cannot be forgotten: {}", error.what());
    }
    conversation->user.reset();  // which may hold the conversation
  }
}

void Server::close() {
  listener_.close();
  for (const Owned& owned : {conversations_, turned_away_})
    for (const auto& conversation : owned) {
      conversation->close_websocket(1001, "the server ends");
      conversation->close();
    }
  bury();
  burial_.cancel();
}

}  // namespace spark::http
