// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spark/http/conversation.h"
#include "spark/http/options.h"
#include "spark/http/origin.h"
#include "spark/http/service.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"

namespace spark {
class Log;
}

namespace spark::http {

/// HTTP/1.0, HTTP/1.1 and WebSockets on one port, for one service. It knows no protocol above them: input that is not
/// HTTP is offered to the service, which may also take over a conversation completely.
///
/// All work is done on the loop's thread, by the loop's clock. Errors of peers are answered, and reported to the log in
/// one rate-limited line that names the peer.
class Server {
 public:
  using Options = http::Options;

  /// Opens the port (0: any free one; `address` and exceptions as for `net::Listener`). Loop, service and log must
  /// outlive it.
  Server(net::Loop& loop, const std::string& address, std::uint16_t port, net::Listener::Names names, Options options,
         Service& service, Log& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const { return listener_.port(); }
  bool is_loopback() const { return listener_.is_loopback(); }

  /// Starts serving.
  void start();
  /// Accepts no more peers; connected ones stay.
  void stop_listening() { listener_.close(); }
  /// The number of connected peers, without refused ones.
  std::size_t conversations() const { return conversations_.size(); }
  /// Closes the port and every conversation at once: `Service::closed` is called for those that the service knows.
  /// Unsent data is lost. Not to be called from a call to the service.
  void close();

 private:
  using Owned = std::vector<std::shared_ptr<Conversation>>;

  void accept(net::Socket socket, std::string peer);
  std::size_t counted() const;
  std::string why_not(const std::string& peer) const;
  bool make_room(const std::string& peer);
  void bury();

  net::Loop& loop_;
  const Options options_;
  Service& service_;
  Log& log_;
  OriginRule origins_;
  net::Listener::Names names_;
  net::Listener listener_;
  Owned conversations_;
  Owned turned_away_;  ///< until they have read the reason
  net::Timer burial_;
};

}  // namespace spark::http
