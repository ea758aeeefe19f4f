// SPDX-License-Identifier: Apache-2.0
#include "spark/net/keep_alive.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace spark::net {

void keep_alive(int socket, const KeepAlive& silence) {
  const auto set = [&](int level, int option, long long value) {
    const int number = static_cast<int>(value);
    ::setsockopt(socket, level, option, &number, sizeof number);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, silence.idle.count());
  set(IPPROTO_TCP, TCP_KEEPINTVL, silence.interval.count());
  set(IPPROTO_TCP, TCP_KEEPCNT, silence.probes);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, silence.unacknowledged.count());
}

}  // namespace spark::net
