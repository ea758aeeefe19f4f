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

/// There is no such component, or it does not answer; one line for users.
class NoSuchComponent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A component has not changed its state in time, and may do so later; one line for users.
class NotYet : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was asked for is so already; one line for users.
class AlreadyConnected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How values travel over a connection of the OMG's form. Without any of these ours are connected in the form of 2003.
struct ConnectOptions {
  enum class Subscription : std::uint8_t {
    newest,   ///< by a thread of the component, the newest value next
    flush,    ///< by the thread that writes them, which waits for the other end
    periodic  ///< by a thread, at `rate`
  };
  std::optional<Subscription> subscription{};  ///< newest unless given
  double rate = 0;                             ///< Hz, of `periodic`
  bool pull = false;                           ///< the InPort asks for each value
  std::size_t buffer = 0;  ///< values kept for a reader that is slower; 0: as many as the ports like, 8 as a rule
  bool operator==(const ConnectOptions&) const = default;
};

/// One component of the naming service as tools show it.
struct ComponentView {
  struct Port {
    std::string name, type,
        value;  ///< type as in value.h, else what the type code says; value as text, empty if unknown
  };
  struct Link {
    std::string from, to;  ///< "Sensor0.light"; `to` is empty where the target is not known
    Request kind = Request::repeated;
    bool is_service = false;  ///< of service ports: from one that requires to one that provides
    /// What the component counts; nothing is known of connections that only profiles of the OMG's form show.
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
  std::string name, category;  ///< the name of the type where the component says no category
  /// "on", "off", "fault": active, inactive, at error in the OMG's words; "unknown" where the component cannot be
  /// asked; "gone" of those that do not answer.
  std::string state;
  std::string fault;                        ///< why, where the component has the view interface
  bool is_classic = false, is_omg = false;  ///< which interfaces it has: that of 2003, that of the OMG
  std::vector<Service> services;
  std::vector<Port> in, out;
  std::vector<Link> links;
};

/// Inspects components and wires them from outside, for the command `rtm`, the browser's page, and scripts of the
/// server. Components have the interface of 2003, that of the OMG, or both: ours have both, and what can be done by the
/// first is done by it; programs of today have the second only. A component is named by its instance name,
/// "ConsoleIn0", wherever it is bound, or by its whole path, "lab.host_cxt/ConsoleIn0.rtc" (Directory).
///
/// Each call may last some timeouts of the ORB's calls, that of `switch_on` as long as it says. Throws
/// std::runtime_error with one line for users: no name server, no such component (NoSuchComponent) or port, with the
/// nearest name, an invalid value, a refusal. Any thread.
class Client {
 public:
  /// `naming` as for publishers: a name server, or a folder of references. `clock` ends what does not come to an end.
  /// Real time: the clock of clients that are given no other.
  Client(Orb& orb, const NamingSettings& naming, spark::RealClock& clock = spark::RealClock::system());
  ~Client();

  /// The names in the naming service, ascending.
  std::vector<std::string> names();
  /// All components, inspected in parallel: those that hang cost one timeout together.
  std::vector<ComponentView> list();
  ComponentView inspect(const std::string& component);

  /// `timeout`: how long it may take. Components wait that long themselves by default. One of the OMG's form is
  /// activated in all its contexts, after a reset where it is at fault, and contexts that are stopped are started.
  void switch_on(const std::string& component, std::chrono::milliseconds timeout = std::chrono::milliseconds(10'000));
  void switch_off(const std::string& component);

  /// Ports are written "Motor0.position". The OutPort of that name, else the last value of the InPort. Ports of
  /// components with the OMG's interface only cannot be asked for a value: the next one that the OutPort sends within
  /// `timeout` is taken, over a connection for that purpose.
  Value get(const std::string& port, std::chrono::milliseconds timeout = std::chrono::milliseconds(2'000));
  /// Into a component with the OMG's interface only: over a connection that stays for some of its passes.
  void put(const std::string& port, const std::vector<std::string>& words);
  void put(const std::string& port, const Value& value);
  /// Between two components with the interface of 2003 a subscription, as long as there are no options; else a
  /// connection of the OMG's form, which both must have. Also of two service ports. `once` hands over one value.
  void connect(const std::string& out, const std::string& in, Request request = Request::repeated,
               const ConnectOptions& options = {});
  /// Ends their connections of both forms, also those that other programs have made.
  void disconnect(const std::string& out, const std::string& in);

  /// A component with the OMG's interface, to be ticked from here; it has answered.
  std::unique_ptr<TickedComponent> ticked(const std::string& component);

  /// Connects an InPort of this process to an OutPort; `came` is called for each value, on a thread of the ORB. Ends
  /// with what it returns.
  class Watch {
   public:
    virtual ~Watch() = default;
    /// Whether the port does not exist any more, so that no value will come. Asks it; one that hangs is there.
    virtual bool is_gone() = 0;
  };
  std::unique_ptr<Watch> watch(const std::string& out, std::function<void(const Value&)> came);

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
