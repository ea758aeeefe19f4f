// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/socket_channel.h"

#include "spark/net/socket.h"

namespace sigverse::server {

namespace {

/// Room for four of the largest packets. Output that a peer does not read waits in `Connection`, where it is counted,
/// and not in the system, where it would not be.
constexpr spark::net::Connection::Options kConnection{
    .max_input = 256 * 1024, .system_buffer = 256 * 1024, .silence = spark::net::KeepAlive{}};

}  // namespace

std::string_view host_of(std::string_view peer) {
  return peer.substr(0, peer.rfind(':'));
}

SocketChannel::SocketChannel(spark::net::Socket socket, const std::string& peer)
    : connection_(std::make_shared<spark::net::Connection>(std::move(socket), peer, kConnection)),
      host_(host_of(peer)) {
  connection_->start();
}

SocketChannel::~SocketChannel() {
  // A connection with unsent data closes itself once they have been sent.
  if (connection_->unsent() == 0) connection_->close();
}

void SocketChannel::close_when_sent() {
  if (connection_->unsent() == 0) return connection_->close();
  connection_->close_when_sent([] {});
}

}  // namespace sigverse::server
