// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// What tools show of one component of the naming service.
struct ComponentView {
  struct Port {
    std::string name, type,
        value;  ///< type as in value.h, else what the type code says; value as text, empty if unknown
  };
  struct Link {
    std::string from, to;  ///< "Sensor0.light"; `to` is empty where the target is not known
    Request kind = Request::repeated;
    std::uint64_t pushed = 0, overwritten = 0, failed = 0;
  };
  std::string name, category;
  /// "on", "off", "fault"; "unknown" of components without the view interface; "gone" of those that do not answer.
  std::string state;
  std::string fault;
  std::vector<Port> in, out;
  std::vector<Link> links;
};

/// Whoever looks at components and wires them from outside: the command `rtm`, the browser's page. Each call may last
/// as long as the ORB's time-out, that of `switch_on` as long as it says. Throws std::runtime_error with one line for
/// people: no name server, no such component or port (with the nearest name), a value that is none, a refusal. Any
/// thread.
class Client {
 public:
  /// `naming` as for publishers: a name server, or a folder of references. `clock` ends what does not come to an end.
  Client(Orb& orb, const NamingSettings& naming, spark::RealClock& clock = spark::RealClock::system());
  ~Client();

  /// The names in the naming service, ascending.
  std::vector<std::string> names();
  /// All of them, asked side by side: those that hang cost one time-out together.
  std::vector<ComponentView> list();
  ComponentView look_at(const std::string& component);

  /// `patience`: how long it may take. Components wait that long themselves, unless told otherwise.
  void switch_on(const std::string& component, std::chrono::milliseconds patience = std::chrono::milliseconds(10'000));
  void switch_off(const std::string& component);

  /// Ports are written "Motor0.position". The OutPort of that name, else the last value of the InPort.
  Value get(const std::string& port);
  void put(const std::string& port, const std::vector<std::string>& words);
  void put(const std::string& port, const Value& value);
  void connect(const std::string& out, const std::string& in, Request request = Request::repeated);
  void disconnect(const std::string& out, const std::string& in);

  /// Subscribes an InPort of this process to an OutPort; `came` is called for each value, on a thread of the ORB. Ends
  /// with what it returns.
  class Watch {
   public:
    virtual ~Watch() = default;
  };
  std::unique_ptr<Watch> watch(const std::string& out, std::function<void(const Value&)> came);

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
