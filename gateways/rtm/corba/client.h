// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"
#include "gateways/rtm/corba/ticked_component.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// Thrown if there is no such component, or if it does not answer; the text is one line for users.
class NoSuchComponent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a component has not changed its state in time but may do so later; the text is one line for users.
class NotYet : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if the requested connection already exists; the text is one line for users.
class AlreadyConnected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How values are transferred over an OMG connection. Without any of these options our own components are connected by
/// the interfaces of 2003.
struct ConnectOptions {
  enum class Subscription : std::uint8_t {
    newest,   ///< by a thread of the component, the newest value next
    flush,    ///< by the thread that puts them, which waits for the other end
    periodic  ///< by a thread, at `rate`
  };
  std::optional<Subscription> subscription{};  ///< newest unless given
  double rate = 0;                             ///< Hz, of `periodic`
  bool pull = false;                           ///< the InPort pulls each value
  std::size_t buffer = 0;  ///< values buffered for a slower reader; 0: the default of the ports, usually 8
  bool operator==(const ConnectOptions&) const = default;
};

/// One component of the naming service, as tools show it.
struct ComponentView {
  struct Port {
    std::string name, type,
        value;  ///< type as in value.h, else according to the type code; value as text, empty if unknown
  };
  struct Link {
    std::string from, to;  ///< "Sensor0.light"; `to` is empty if the target is unknown
    Request kind = Request::repeated;
    bool is_service = false;  ///< of service ports: from the requiring to the providing one
    /// The component's counters; unknown for connections that only OMG profiles show.
    struct Counts {
      std::uint64_t pushed = 0, overwritten = 0, failed = 0;
    };
    std::optional<Counts> counts;
  };
  /// An interface of a service port: operations that others call, or that the component calls.
  struct Service {
    std::string port, type;
    bool is_provided = false;
  };
  std::string name, category;  ///< the name of the type if the component reports no category
  /// "on", "off", "fault" (active, inactive, error in the OMG's terms); "unknown" if the component cannot be queried;
  /// "gone" for those that do not answer.
  std::string state;
  std::string fault;                        ///< the reason, if the component has the view interface
  bool is_classic = false, is_omg = false;  ///< which interfaces it has: that of 2003, that of the OMG
  std::vector<Service> services;
  std::vector<Port> in, out;
  std::vector<Link> links;
};

/// Inspects components and connects them from outside, for the command `rtm`, the browser's page, and scripts of the
/// server. Components have the interface of 2003, that of the OMG, or both: ours have both, and the first is used where
/// it suffices; those of today's other middleware have only the second. A component is named by its instance name,
/// "ConsoleIn0", wherever it is bound, or by its whole path, "lab.host_cxt/ConsoleIn0.rtc" (Directory).
///
/// Each call may last several timeouts of the ORB's calls, `switch_on` as long as its own timeout. Throws
/// std::runtime_error with one line for users: no name server, no such component (NoSuchComponent) or port, with the
/// nearest name, an invalid value, a refusal. Any thread.
class Client {
 public:
  /// `naming` as for publishers: a name server, or a folder of references. `clock` limits the duration of operations.
  /// Real time: the default is the system's clock.
  Client(Orb& orb, const NamingSettings& naming, spark::RealClock& clock = spark::RealClock::system());
  ~Client();

  /// The names in the naming service, ascending.
  std::vector<std::string> names();
  /// All components, inspected in parallel: those that hang cost one timeout in all.
  std::vector<ComponentView> list();
  ComponentView inspect(const std::string& component);

  /// `timeout` is the maximum time. By default components themselves wait that long. An OMG component is activated in
  /// all its contexts, after a reset if it is at fault, and contexts that are stopped are started.
  void switch_on(const std::string& component, std::chrono::milliseconds timeout = std::chrono::milliseconds(10'000));
  void switch_off(const std::string& component);

  /// Ports are written "Motor0.position". Returns the value of the OutPort with that name, else the last value of the
  /// InPort. Components with only the OMG interface cannot be queried for a value: the next one that the OutPort sends
  /// within `timeout` is taken, over a temporary connection.
  Value get(const std::string& port, std::chrono::milliseconds timeout = std::chrono::milliseconds(2'000));
  /// For a component with only the OMG interface it uses a connection that lasts for some passes of the component.
  void put(const std::string& port, const std::vector<std::string>& words);
  void put(const std::string& port, const Value& value);
  /// Makes a subscription between two components with the interface of 2003 if there are no options; otherwise an OMG
  /// connection, which both must support. Also connects two service ports. `once` transfers one value.
  void connect(const std::string& out, const std::string& in, Request request = Request::repeated,
               const ConnectOptions& options = {});
  /// Ends their connections of both kinds, including those that other programs have made.
  void disconnect(const std::string& out, const std::string& in);

  /// A component with the OMG interface, to be ticked from here. It has answered at least one call.
  std::unique_ptr<TickedComponent> ticked(const std::string& component);

  /// Connects an InPort of this process to an OutPort; `came` is called for each value, on a thread of the ORB. The
  /// connection ends when the result is destroyed.
  class Watch {
   public:
    virtual ~Watch() = default;
    /// Whether the port no longer exists, so that no value will arrive. Calls the port; one that hangs counts as
    /// existing.
    virtual bool is_gone() = 0;
  };
  std::unique_ptr<Watch> watch(const std::string& out, std::function<void(const Value&)> came);

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
