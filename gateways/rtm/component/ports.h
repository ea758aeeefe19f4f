// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/rtm/component/port_buffer.h"
#include "gateways/rtm/component/value.h"

namespace rtm {

/// Names of components and ports: 1 to 64 printable ASCII characters, none of them a blank, `/`, `.` or `\`.
bool is_name(std::string_view name);
/// "'a b' is not a name for a port: expected 1 to 64 printable characters, …"; `of_what`: "a port".
std::string not_a_name(std::string_view text, std::string_view of_what);
/// "port 'a': expected COMPONENT.PORT, as in Motor0.position".
std::string not_a_port(std::string_view text);

inline constexpr std::size_t kMaxNameBytes = 64;
inline constexpr std::size_t kMaxComponents = 256;    ///< of a process
inline constexpr std::size_t kMaxPorts = 64;          ///< of a component, all kinds together
inline constexpr std::size_t kMaxSubscriptions = 64;  ///< of an OutPort; also the maximum number of inputs of an InPort

/// Whether a subscriber gets every value from now on, or exactly one: the last value if there is one, otherwise the
/// next.
enum class Request : std::uint8_t { once, repeated };

/// How an OMG connector gets the values of an OutPort.
struct Delivery {
  enum class Kind : std::uint8_t {
    flush,    ///< by the component's own put, which returns when the subscriber has answered
    newest,   ///< by a thread, the newest value next; those before it are skipped
    all,      ///< by a thread, one after another from a buffer
    periodic  ///< by a thread, the newest value if it is new, at most `rate` times a second
  };

  Kind kind = Kind::flush;
  double rate = 0.0;        ///< Hz, > 0: of `periodic`; of `all`, if its buffer is emptied periodically
  BufferSettings buffer{};  ///< of `all`: its length, and its policy when it is full

  bool operator==(const Delivery&) const = default;
};

enum class InPortKind : std::uint8_t { buffered, signalling };
enum class OutPortKind : std::uint8_t { direct, single, multi };

/// The result of a push.
enum class Push : std::uint8_t {
  taken,
  refused,      ///< the value does not fit that port; the connection is intact
  unreachable,  ///< three in a row end the subscription
  late,         ///< no answer in time: the same, or at once if the world waits for the push
  gone          ///< the port no longer exists: the subscription ends
};

/// An InPort as seen by an OutPort: one of this process, or a reference to one elsewhere. Shared by the subscription
/// and the thread that pushes.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  /// Passes the value on. May block up to the timeout of a call; called by one thread of each subscription at a time.
  virtual Push push(const Value& value) = 0;
  /// Whether both are the same port. The OutPort is locked during the call, so this calls nothing else.
  virtual bool is(const Subscriber& other) const = 0;
  /// "Motor0.position" if that is known, else empty.
  virtual std::string name() const = 0;
  /// "127.0.0.1:4711", of one in another process; for log lines.
  virtual std::string address() const { return {}; }
};

class InPort;

/// A subscriber for a port of this process, without remote calls. Does not keep the component alive; once that is
/// destroyed or has left its manager, pushes return `gone`.
std::shared_ptr<Subscriber> local_subscriber(const std::shared_ptr<InPort>& port);
/// Whether it was made by `local_subscriber`.
bool is_local(const Subscriber& subscriber);

}  // namespace rtm
