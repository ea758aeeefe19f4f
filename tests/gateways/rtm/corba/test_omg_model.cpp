// SPDX-License-Identifier: Apache-2.0
// Random operations on the ports of four components, compared with a small model of chains and connectors: answers, the
// connectors of each port afterwards, and where values arrive.
#include <malloc.h>

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <ostream>

#include "tests/gateways/rtm/corba/omg_stage.h"
#include "tests/support/properties.h"

using namespace rtm;

namespace {

constexpr std::size_t kPorts = 5;
/// Two OutPorts, two InPorts of TimedFloat, and one of TimedString.
constexpr std::array<const char*, kPorts> kPortNames{"A0.out", "B0.out", "C0.in", "D0.in", "D0.words"};
bool is_in(std::size_t port) {
  return port >= 2;
}
std::string type_of_port(std::size_t port) {
  return port == 4 ? "TimedString" : "TimedFloat";
}

/// The properties of a connector that the model knows.
struct ModelWords {
  const char* flow;   ///< "push", "pull", "other", "" if it is missing
  const char* other;  ///< a property that is refused
  RTC::ReturnCode_t code;
  bool allows_duplicates;
};
constexpr std::array<ModelWords, 8> kModelWords{{{"push", "", RTC::RTC_OK, false},
                                                 {"push", "", RTC::RTC_OK, true},
                                                 {"pull", "", RTC::RTC_OK, false},
                                                 {"", "", RTC::RTC_OK, true},
                                                 {"other", "", RTC::BAD_PARAMETER, false},
                                                 {"push", "dataport.interface_type", RTC::BAD_PARAMETER, false},
                                                 {"push", "dataport.marshaling_type", RTC::RTC_ERROR, false},
                                                 {"pull", "dataport.serializer.cdr.endian", RTC::UNSUPPORTED, true}}};

using Places = std::vector<std::size_t>;

class ConnectorModel {
 public:
  RTC::ReturnCode_t connect(std::size_t at, const Places& ports, const std::string& id, const ModelWords& words) {
    if (ports.empty()) return RTC::BAD_PARAMETER;
    for (std::size_t i = 0; i != ports.size(); ++i)
      for (std::size_t k = 0; k != i; ++k)
        if (ports[i] == ports[k]) return RTC::BAD_PARAMETER;
    if (find(at, id)) return RTC::PRECONDITION_NOT_MET;
    if (std::ranges::find(ports, at) == ports.end()) return RTC::BAD_PARAMETER;
    if (!words.allows_duplicates && joins(at, ports)) return RTC::PRECONDITION_NOT_MET;
    for (const std::size_t port : ports)
      if (find(port, id)) return RTC::PRECONDITION_NOT_MET;
    // Each port in its turn takes a place and publishes …
    for (const std::size_t port : ports) {
      if (!words.allows_duplicates && joins(port, ports)) return RTC::PRECONDITION_NOT_MET;
      // The byte order is read last.
      const bool is_order = words.code == RTC::UNSUPPORTED;
      if (words.code != RTC::RTC_OK && !is_order) return words.code;
      if (type_of_port(port) != type_of_port(at)) return RTC::BAD_PARAMETER;
      if (is_order) return words.code;
    }
    // … and in the reverse order takes what the others have published.
    const bool is_pull = std::string(words.flow) == "pull";
    std::optional<std::size_t> last_in;
    bool has_out = false;
    for (const std::size_t port : ports) {
      if (is_in(port)) last_in = port;
      has_out = has_out || !is_in(port);
    }
    for (const std::size_t port : ports) {
      if (is_pull && is_in(port) && !has_out) return RTC::RTC_ERROR;
      if (!is_pull && is_in(port) && port != last_in) return RTC::RTC_ERROR;
      if (!is_pull && !is_in(port) && !last_in) return RTC::RTC_ERROR;
    }
    ++serial_;
    for (const std::size_t port : ports) connectors_[port].push_back({id, ports, serial_, is_pull});
    return RTC::RTC_OK;
  }

  RTC::ReturnCode_t notify_disconnect(std::size_t port, const std::string& id) {
    const Connector* const found = find(port, id);
    if (!found) return RTC::BAD_PARAMETER;
    const Places ports = found->ports;
    std::erase_if(connectors_[port], [&](const Connector& one) { return one.id == id; });
    for (std::size_t i = static_cast<std::size_t>(std::ranges::find(ports, port) - ports.begin()) + 1; i < ports.size();
         ++i)
      if (notify_disconnect(ports[i], id) == RTC::RTC_OK) break;
    return RTC::RTC_OK;
  }

  RTC::ReturnCode_t disconnect(std::size_t port, const std::string& id) {
    const Connector* const found = find(port, id);
    if (!found) return RTC::BAD_PARAMETER;
    const Places ports = found->ports;
    for (const std::size_t other : ports)
      if (notify_disconnect(other, id) == RTC::RTC_OK) break;
    notify_disconnect(port, id);
    return RTC::RTC_OK;
  }

  void disconnect_all(std::size_t port) {
    while (!connectors_[port].empty()) disconnect(port, std::string(connectors_[port].front().id));
  }

  std::vector<std::string> ids(std::size_t port) const {
    std::vector<std::string> result;
    for (const Connector& one : connectors_[port]) result.push_back(one.id);
    return result;
  }

  /// Whether a value that the OutPort puts is pushed into the InPort.
  bool arrives(std::size_t out, std::size_t in) const {
    return std::ranges::any_of(connectors_[out], [&](const Connector& one) {
      return !one.is_pull &&
             std::ranges::any_of(connectors_[in], [&](const Connector& there) { return there.serial == one.serial; });
    });
  }
  bool has_pull(std::size_t in) const {
    return std::ranges::any_of(connectors_[in], [](const Connector& one) { return one.is_pull; });
  }

 private:
  struct Connector {
    std::string id;
    Places ports;
    int serial;
    bool is_pull;
  };
  const Connector* find(std::size_t port, const std::string& id) const {
    for (const Connector& one : connectors_[port])
      if (one.id == id) return &one;
    return nullptr;
  }
  bool joins(std::size_t port, Places ports) const {
    std::ranges::sort(ports);
    return std::ranges::any_of(connectors_[port], [&](const Connector& one) {
      Places others = one.ports;
      std::ranges::sort(others);
      return others == ports;
    });
  }

  std::array<std::vector<Connector>, kPorts> connectors_;
  int serial_ = 0;
};

struct ModelStep {
  unsigned what, at, words, id;
  std::vector<unsigned> ports;
};

std::ostream& operator<<(std::ostream& into, const ModelStep& step) {
  into << "{what " << step.what % 8 << ", at " << step.at << ", words " << step.words << ", id " << step.id
       << ", ports";
  for (const unsigned port : step.ports) into << ' ' << port;
  return into << "}";
}

/// The real ports, empty at the beginning.
struct ModelledPorts : OmgStage {
  std::array<std::shared_ptr<Ported>, 4> components;
  std::array<RTC::PortService_var, kPorts> ports;

  ModelledPorts() {
    context->watch().end();  // it would remove half-made connectors, which are compared here
    const auto with_out = [](Ported& made) { made.add_out_port("out"); };
    components[0] = add("A0", with_out);
    components[1] = add("B0", with_out);
    components[2] = add("C0", [](Ported& made) { made.add_in_port("in"); });
    components[3] = add("D0", [](Ported& made) {
      made.add_in_port("in");
      made.add_in_port("words", ValueType::string);
    });
    for (std::size_t i = 0; i != kPorts; ++i) ports[i] = port(kPortNames[i]);
  }

  RTC::ReturnCode_t connect(std::size_t at, const Places& places, const std::string& id, const ModelWords& words) {
    std::vector<RTC::PortService_var> list;
    for (const std::size_t place : places) list.push_back(ports[place]);
    Properties properties;
    if (*words.flow) properties.emplace_back("dataport.dataflow_type", words.flow);
    if (*words.other) properties.emplace_back(words.other, "other");
    if (words.allows_duplicates) properties.emplace_back("dataport.allow_dup_connection", "YES");
    auto profile = profile_of(list, properties, id);
    return ports[at]->connect(profile);
  }
  rtm::InPort& in_port(std::size_t index) {
    return *components[index == 2 ? 2 : 3]->in_port(index == 4 ? "words" : "in");
  }
};

/// Carries out one step in both; returns whether the answers agree.
bool agree_on(const ModelStep& step, ModelledPorts& real, ConnectorModel& model) {
  const std::size_t at = step.at % kPorts;
  const std::string id(1, static_cast<char>('a' + step.id % 4));
  switch (step.what % 8) {
    case 0:
      return real.ports[at]->disconnect(id.c_str()) == model.disconnect(at, id);
    case 1:
      return real.ports[at]->notify_disconnect(id.c_str()) == model.notify_disconnect(at, id);
    case 2:
      model.disconnect_all(at);
      return real.ports[at]->disconnect_all() == RTC::RTC_OK;
    default:
      break;
  }
  Places places;
  for (std::size_t i = 0; i != std::min<std::size_t>(step.ports.size(), 3); ++i)
    places.push_back(step.ports[i] % kPorts);
  // Mostly pairs, so that many connections are made.
  if (step.what % 8 > 4 && places.size() > 2) places.resize(2);
  const ModelWords& words = kModelWords[step.words % kModelWords.size()];
  return real.connect(at, places, id, words) == model.connect(at, places, id, words);
}

bool show_the_same(ModelledPorts& real, const ConnectorModel& model) {
  for (std::size_t i = 0; i != kPorts; ++i)
    if (connectors(real.ports[i].in()) != model.ids(i)) return false;
  return true;
}

/// Puts a number into each OutPort in turn, and compares which InPorts have received it.
bool deliver_the_same(ModelledPorts& real, const ConnectorModel& model, float& number) {
  for (std::size_t out = 0; out != 2; ++out) {
    real.components[out]->out_port("out")->put(Value(++number));
    for (const std::size_t in : {2U, 3U})
      if (!model.has_pull(in) && (real.in_port(in).get() == Value(number)) != model.arrives(out, in)) return false;
  }
  return true;
}

}  // namespace

namespace rc {
template <>
struct Arbitrary<ModelStep> {
  static Gen<ModelStep> arbitrary() {
    return gen::build<ModelStep>(
        gen::set(&ModelStep::what, gen::inRange(0U, 8U)), gen::set(&ModelStep::at, gen::inRange(0U, 5U)),
        gen::set(&ModelStep::words, gen::inRange(0U, 8U)), gen::set(&ModelStep::id, gen::inRange(0U, 4U)),
        gen::set(&ModelStep::ports, gen::container<std::vector<unsigned>>(gen::inRange(0U, 5U))));
  }
};
}  // namespace rc

TEST_CASE("ports agree with a model of connectors on random operations") {
  ModelledPorts real;
  float number = 0;
  hold(
      [&](const std::vector<ModelStep>& steps) {
        ConnectorModel model;
        for (const auto& port : real.ports) port->disconnect_all();
        for (std::size_t i = 0; i != kPorts; ++i)
          for (const std::string& id : connectors(real.ports[i].in())) real.ports[i]->notify_disconnect(id.c_str());
        for (const ModelStep& step : steps) {
          RC_ASSERT(agree_on(step, real, model));
          RC_ASSERT(show_the_same(real, model));
          RC_ASSERT(deliver_the_same(real, model, number));
        }
      },
      200);
}

TEST_CASE("connecting and disconnecting leak no memory") {
  ModelledPorts real;
  real.ports[0]->disconnect_all();
  const auto there_and_back = [&](int times) {
    for (int i = 0; i != times; ++i) {
      const ModelWords& words = kModelWords[static_cast<std::size_t>(i % 3)];
      REQUIRE(real.connect(0, i % 2 ? Places{0, 2} : Places{2, 0}, "", words) == RTC::RTC_OK);
      REQUIRE(real.ports[2]->disconnect_all() == RTC::RTC_OK);
      REQUIRE(real.connect(0, {0, 4}, "", words) == RTC::BAD_PARAMETER);
    }
  };
  there_and_back(200);
  const auto used = ::mallinfo2().uordblks;
  there_and_back(1000);
  const auto more = ::mallinfo2().uordblks;
  INFO(used << " octets before, " << more << " after");
  CHECK((more < used || more - used < 40'000));
}
