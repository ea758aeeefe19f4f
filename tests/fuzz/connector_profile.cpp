// SPDX-License-Identifier: Apache-2.0
// Connector profiles from untrusted peers: the body of a `notify_connect`. The first octet is the byte order; the rest
// is at the beginning of the message. An InPort and a service port are called; they are the only ports of the chain, so
// no object that a case names is called.
#include <RTC.hh>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/connector_settings.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/omg_ports.h"
#include "gateways/rtm/corba/servant_context.h"
#include "tests/fuzz/target.h"

using fuzz::demand;

namespace {

class AskedComponent final : public rtm::Component {
 public:
  AskedComponent() : Component("Asked", rtm::Pattern::passive) {
    add_in_port("in");
    add_service_port("service").require("one", "Type", [](const std::string& reference) {
      demand(reference.empty() || reference.starts_with("IOR:"));
      return true;
    });
  }
};

/// All of these objects exist as long as the process.
struct AskedPorts {
  spark::Log log;
  rtm::Orb orb{{}, log};
  std::shared_ptr<rtm::ServantContext> context = std::make_shared<rtm::ServantContext>(orb, spark::RealClock::system());
  std::shared_ptr<AskedComponent> component = std::make_shared<AskedComponent>();
  rtm::OmgPorts ports{component, context, [] { return RTC::RTObject::_nil(); }};
  RTC::PortServiceList_var list = ports.ports();

  AskedPorts() { context->watch().end(); }
};

void check_settings(const SDOPackage::NVList& properties) {
  for (const auto side : {rtm::DataSide::in, rtm::DataSide::out}) {
    rtm::DataConnector settings;
    std::vector<std::string> notes;
    const auto refusal = rtm::read_data_connector(properties, side, rtm::ValueType::float32, settings, notes);
    demand(refusal.is_refused() != refusal.problem.empty());
    demand(settings.buffer.length >= 1 && settings.buffer.length <= rtm::BufferSettings::kMaxLength);
    demand(std::isfinite(settings.delivery.rate) && settings.delivery.rate >= 0.0);
  }
  demand(rtm::texts_of(properties).size() <= properties.length());
}

/// The port takes part or refuses; afterwards it has no connector.
void ask(RTC::PortService_ptr port, RTC::ConnectorProfile profile) {
  profile.ports.length(1);
  profile.ports[0] = RTC::PortService::_duplicate(port);
  rtm::set_text(profile.properties, "dataport.dataflow_type", "push");
  rtm::set_text(profile.properties, "dataport.inport.dataflow_type", "push");
  const RTC::ReturnCode_t code = port->notify_connect(profile);
  const RTC::ConnectorProfileList_var made = port->get_connector_profiles();
  demand(made->length() == (code == RTC::RTC_OK ? 1U : 0U));
  if (code == RTC::RTC_OK) demand(port->disconnect(profile.connector_id.in()) == RTC::RTC_OK);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  static auto& asked = *new AskedPorts;
  if (size == 0) return 0;
  // Messages begin at a multiple of eight.
  std::vector<std::uint64_t> body((size - 1 + 7) / 8);
  if (size > 1) std::memcpy(body.data(), octets + 1, size - 1);
  cdrMemoryStream stream(body.data(), size - 1);
  stream.setByteSwapFlag(octets[0] & 1U);
  RTC::ConnectorProfile profile;
  try {
    profile <<= stream;
  } catch (const CORBA::SystemException&) {
    return 0;  // the answer to a message that ends early or has unsupported types
  }
  (void)rtm::check_profile(profile);
  check_settings(profile.properties);
  for (CORBA::ULong i = 0; i != asked.list->length(); ++i) ask(asked.list[i], profile);
  return 0;
}
