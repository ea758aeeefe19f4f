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
inline constexpr std::size_t kMaxSubscriptions = 64;  ///< of an OutPort; so many ways lead into an InPort, too

/// Whether a subscriber gets each value from now on, or exactly one: the present one if there is one, else the next.
enum class Request : std::uint8_t { once, repeated };

/// How a connector of the OMG's form gets the values of an OutPort.
struct Delivery {
  enum class Kind : std::uint8_t {
    flush,    ///< by the component's own put, which returns when the subscriber has answered
    newest,   ///< by a thread, the newest value next; those before it are passed over
    all,      ///< by a thread, one after another out of a buffer
    periodic  ///< by a thread, the newest value, if there is a new one, at most `rate` times a second
  };

  Kind kind = Kind::flush;
  double rate = 0.0;        ///< Hz, > 0: of `periodic`; of `all`, if its buffer is to be emptied so often only
  BufferSettings buffer{};  ///< of `all`: its length, and what happens when it is full

  bool operator==(const Delivery&) const = default;
};

enum class InPortKind : std::uint8_t { buffered, signalling };
enum class OutPortKind : std::uint8_t { direct, single, multi };

/// What became of a push.
enum class Push : std::uint8_t {
  taken,
  refused,      ///< it is no value for that port; nothing is wrong with the connection
  unreachable,  ///< three in a row end the subscription
  late,         ///< no answer in time: the same, or at once where the world waits for the push
  gone          ///< there is no such port any more: the subscription ends
};

/// An InPort as an OutPort sees it: one of this process, or a reference to one elsewhere. Shared by the subscription
/// and the thread that pushes.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  /// Hands the value over. May block up to the time-out of a call; one thread of each subscription at a time calls it.
  virtual Push push(const Value& value) = 0;
  /// Whether both are the same port. The OutPort is locked meanwhile, so this calls no one else.
  virtual bool is(const Subscriber& other) const = 0;
  /// "Motor0.position" where that is known, else empty.
  virtual std::string name() const = 0;
  /// "127.0.0.1:4711", of one in another process; for log lines.
  virtual std::string address() const { return {}; }
};

class InPort;

/// The port of a component of this process: no call leaves it. Does not keep the component alive; once that is gone,
/// or has left its manager, pushes say so.
std::shared_ptr<Subscriber> local_subscriber(const std::shared_ptr<InPort>& port);
/// Whether it is one that `local_subscriber` has made.
bool is_local(const Subscriber& subscriber);

}  // namespace rtm
