// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/sigverse/wire/own_descriptor.h"

struct pollfd;

namespace sigverse::wire {

/// Accepts the connections of a service provider on its own thread (`run`), enforces time limits, and watches the
/// connection to the server. It never waits for a peer: a connection is handed over when its first packet is complete.
/// Until then it costs a descriptor and the octets of that packet, for a limited time. Pings are answered here.
class ServiceClerk {
 public:
  /// Callbacks, called on the clerk's thread.
  struct Events {
    /// A connection has sent its first packet, which `read_packet` accepts; no octet after it has been received. The
    /// socket is handed over.
    std::function<void(int socket, std::string packet)> begun;
    std::function<std::size_t()> count;  ///< of connections that were handed over and have not ended yet
    std::function<std::string(std::uint32_t kind)> answer_ping;
    std::function<void(unsigned ticks)> passed;             ///< `ticks` times `kTickMs` have passed
    std::function<void(const std::string& line)> complain;  ///< a line for users
  };
  static constexpr unsigned kTickMs = 250;

  /// The limits for connections that have not been handed over. A connection that exceeds one is closed.
  struct Limits {
    unsigned silence_ticks;       ///< without an octet
    unsigned transfer_ticks;      ///< from the first octet of the packet to its last
    std::size_t max_connections;  ///< including those handed over; beyond it the oldest is closed
  };

  /// Borrows the socket on which it accepts connections, and that of the registration at the server. Throws
  /// `std::system_error` if the system is out of descriptors.
  ServiceClerk(int listener, int server, Limits limits, Events events);
  ~ServiceClerk();
  ServiceClerk(const ServiceClerk&) = delete;
  ServiceClerk& operator=(const ServiceClerk&) = delete;

  /// Returns true when the server closes its connection, false after `stop`. In either case, connections that have not
  /// been handed over are closed.
  bool run();
  /// May be called on any thread and in a signal handler.
  void stop() noexcept;
  /// Takes over a connection whose reply was sent before its request had been read completely: if it were closed with
  /// unread octets, the system would drop the reply. Nothing more is sent on it, its input is discarded, and it is
  /// closed when the peer has closed it or a limit is reached. May be called on any thread.
  void linger(int socket);

 private:
  /// A connection whose first packet is incomplete, or one that lingers.
  struct Pending {
    int socket;
    unsigned silence_left, transfer_left;  ///< ticks; the second one counts from the first octet
    std::string octets{};                  ///< of the packet so far
    bool lingers = false;
  };

  void wake() noexcept;
  bool watch();
  void close_all();
  std::vector<pollfd> watched() const;
  void accept_all();
  /// Makes room for one more connection, closing others if necessary. Returns false if that is impossible.
  bool make_room();
  void pass_time();
  void take_lingering();
  /// Receives the available octets. Returns true if it has closed the connection or handed it over.
  bool look_at(Pending& one);
  bool discard(Pending& one);
  /// Hands over a connection with a complete packet.
  void pass_on(Pending& one);
  /// Closes the connection, with a log line unless it lingers.
  void refuse(const Pending& one, const char* why);
  bool server_has_closed() const;

  const int listener_, server_;
  const Limits limits_;
  const Events events_;
  OwnDescriptor wake_, timer_;
  bool pauses_ = false;          ///< the system is out of descriptors; accepting resumes at the next tick
  std::deque<Pending> pending_;  ///< oldest first
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;  ///< guards the members below
  std::vector<int> lingering_;
  bool ended_ = false;
};

}  // namespace sigverse::wire
