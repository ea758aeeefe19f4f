// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gateways/sigverse/server/channel.h"
#include "spark/net/connection.h"

namespace sigverse::server {

/// The TCP connection of a client that connected to the port.
class SocketChannel final : public Channel {
 public:
  SocketChannel(spark::net::Socket socket, const std::string& peer);
  ~SocketChannel() override;

  const std::string& peer() const override { return connection_->peer(); }
  std::string_view host() const override { return host_; }
  /// Does nothing: the loop reads.
  void read() override {}
  std::string_view input() const override { return connection_->input(); }
  void take(std::size_t count) override { connection_->take(count); }
  bool has_ended() const override { return connection_->has_ended() || connection_->is_write_closed(); }
  bool is_write_closed() const override { return connection_->is_write_closed(); }
  void send(std::string_view octets) override { connection_->send(octets); }
  std::size_t unsent() const override { return connection_->unsent(); }
  void close_when_sent() override;
  void close() override { connection_->close(); }

 private:
  std::shared_ptr<spark::net::Connection> connection_;
  std::string host_;
};

/// Returns "127.0.0.1" for "127.0.0.1:4711", "[::1]" for "[::1]:4711".
std::string_view host_of(std::string_view peer);

}  // namespace sigverse::server
