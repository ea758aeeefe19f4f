// SPDX-License-Identifier: Apache-2.0
#include "spark/net/connector.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "spark/net/keep_alive.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace spark::net {

using boost::asio::ip::tcp;
using boost::system::error_code;

struct Connector::Attempt : std::enable_shared_from_this<Connector::Attempt> {
  Attempt(Connector& its_owner, Loop& loop) : owner(&its_owner), socket(loop.io()) {}

  void try_next(error_code last);
  void finish(const error_code& error);
  void fail(std::string problem);

  Connector* owner;  ///< null when it is no longer wanted
  tcp::socket socket;
  std::optional<KeepAlive> silence;
  Addresses addresses;
  std::size_t next = 0;
  Connected connected;
  Failed failed;
};

Connector::Connector(Loop& loop, AddressLookup::Resolve resolve) : loop_(loop), lookup_(loop, std::move(resolve)) {}

Connector::~Connector() {
  cancel();
}

void Connector::cancel() {
  lookup_.cancel();
  if (!attempt_) return;
  attempt_->owner = nullptr;
  error_code ignored;
  attempt_->socket.close(ignored);
  attempt_.reset();
}

void Connector::start(const std::string& host, std::uint16_t port, std::optional<KeepAlive> silence,
                      Connected connected, Failed failed) {
  cancel();
  attempt_ = std::make_shared<Attempt>(*this, loop_);
  attempt_->silence = silence;
  attempt_->connected = std::move(connected);
  attempt_->failed = std::move(failed);
  lookup_.ask(host, port, [attempt = attempt_, host](Addresses found) {
    if (!attempt->owner) return;
    if (found.all.empty()) return attempt->fail(fmt::format("cannot find {}: {}", host, found.problem));
    attempt->addresses = std::move(found);
    attempt->try_next({});
  });
}

void Connector::Attempt::try_next(error_code last) {
  while (next < addresses.all.size()) {
    const Address& address = addresses.all[next++];
    tcp::endpoint endpoint;
    endpoint.resize(address.size);
    std::memcpy(endpoint.data(), &address.place, address.size);
    error_code error;
    if (socket.is_open()) socket.close(error);
    socket.open(endpoint.protocol(), last);
    if (last) continue;
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    if (silence) keep_alive(socket.native_handle(), *silence);
    return socket.async_connect(endpoint,
                                [self = shared_from_this()](const error_code& result) { self->finish(result); });
  }
  fail(last.message());
}

void Connector::Attempt::finish(const error_code& error) {
  if (!owner) return;
  if (error) return try_next(error);
  error_code unknown;
  const tcp::endpoint peer = socket.remote_endpoint(unknown);
  if (unknown) return try_next(unknown);  // the peer has gone already
  const auto self = std::exchange(owner->attempt_, nullptr);
  owner = nullptr;
  std::exchange(connected, nullptr)(Socket(std::move(socket)), text_of(peer));
}

void Connector::Attempt::fail(std::string problem) {
  const auto self = std::exchange(owner->attempt_, nullptr);
  owner = nullptr;
  std::exchange(failed, nullptr)(std::move(problem));
}

}  // namespace spark::net
