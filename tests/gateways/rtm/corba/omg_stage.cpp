// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/rtm/corba/omg_stage.h"

#include <algorithm>
#include <stdexcept>

#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/nv_list.h"
#include "tests/support/waiting.h"

OmgStage::OmgStage(std::chrono::milliseconds call_timeout, spark::RealClock* clock) {
  log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::string(to_string(level)) + ": " + std::string(line));
  });
  orb = std::make_unique<rtm::Orb>(rtm::OrbSettings{.call_timeout = call_timeout}, log);
  context = std::make_shared<rtm::ServantContext>(*orb, clock ? *clock : spark::RealClock::system());
}

OmgStage::~OmgStage() {
  while (!served_.empty()) remove(served_.begin()->first);
  context->watch().end();
  orb->shut_down();
}

std::shared_ptr<Ported> OmgStage::add(const std::string& name, const std::function<void(Ported&)>& declare) {
  auto component = std::make_shared<Ported>(name);
  declare(*component);
  spark::RealClock& clock = spark::RealClock::system();
  component->enter(name, rtm::Environment{.log = log, .real_clock = clock, .time = [&clock] {
                                            return clock.now().time_since_epoch();
                                          }});
  auto ports = std::make_unique<rtm::OmgPorts>(component, context, [] { return RTC::RTObject::_nil(); });
  served_[name] = {component, std::move(ports)};
  return component;
}

void OmgStage::remove(const std::string& name) {
  Served gone = std::move(served_.at(name));
  served_.erase(name);
  gone.ports->withdraw();
  gone.component->leave(std::chrono::seconds(2));
}

RTC::PortService_var OmgStage::port(const std::string& full_name) {
  RTC::PortProfileList_var profiles = ports(full_name.substr(0, full_name.find('.'))).profiles();
  for (CORBA::ULong i = 0; i != profiles->length(); ++i)
    if (full_name == profiles[i].name.in()) return RTC::PortService::_duplicate(profiles[i].port_ref.in());
  throw std::runtime_error("there is no port " + full_name);
}

RTC::PortService_var OmgStage::reference(const std::string& text) {
  const CORBA::Object_var object = orb->access().orb->string_to_object(text.c_str());
  return RTC::PortService::_unchecked_narrow(object.in());
}

std::string OmgStage::text(RTC::PortService_ptr port) {
  const CORBA::String_var text = orb->access().orb->object_to_string(port);
  return text.in();
}

std::vector<std::string> OmgStage::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

int OmgStage::lines_with(const std::string& text) const {
  const auto all = lines();
  return static_cast<int>(
      std::ranges::count_if(all, [&](const std::string& line) { return line.find(text) != std::string::npos; }));
}

RTC::ConnectorProfile profile_of(const std::vector<RTC::PortService_var>& ports, const Properties& properties,
                                 const std::string& id) {
  RTC::ConnectorProfile profile;
  profile.name = "wire";
  profile.connector_id = id.c_str();
  profile.ports.length(static_cast<CORBA::ULong>(ports.size()));
  for (CORBA::ULong i = 0; i != profile.ports.length(); ++i)
    profile.ports[i] = RTC::PortService::_duplicate(ports[i].in());
  profile.properties = rtm::nv_list(properties);
  return profile;
}

Properties pushed() {
  return {{"dataport.interface_type", "corba_cdr"},
          {"dataport.dataflow_type", "push"},
          {"dataport.subscription_type", "flush"}};
}

Properties pulled() {
  return {{"dataport.interface_type", "corba_cdr"}, {"dataport.dataflow_type", "pull"}};
}

Properties with(Properties properties, const Properties& more) {
  for (const auto& [name, text] : more) {
    std::erase_if(properties, [&name = name](const auto& one) { return one.first == name; });
    properties.emplace_back(name, text);
  }
  return properties;
}

std::vector<std::string> connectors(RTC::PortService_ptr port) {
  RTC::ConnectorProfileList_var profiles = port->get_connector_profiles();
  std::vector<std::string> ids;
  for (CORBA::ULong i = 0; i != profiles->length(); ++i) ids.emplace_back(profiles[i].connector_id.in());
  return ids;
}

RTC::PortProfile* ForeignPort::get_port_profile() {
  return new RTC::PortProfile;
}

RTC::ConnectorProfileList* ForeignPort::get_connector_profiles() {
  const std::lock_guard lock(profiles_mutex_);
  RTC::ConnectorProfileList_var list = new RTC::ConnectorProfileList;
  for (const auto& [id, profile] : profiles_) {
    list->length(list->length() + 1);
    list[list->length() - 1] = profile;
  }
  return list._retn();
}

RTC::ConnectorProfile* ForeignPort::get_connector_profile(const char* id) {
  const std::lock_guard lock(profiles_mutex_);
  const auto found = profiles_.find(id);
  return new RTC::ConnectorProfile(found == profiles_.end() ? RTC::ConnectorProfile() : found->second);
}

RTC::ReturnCode_t ForeignPort::connect(RTC::ConnectorProfile& profile) {
  if (*profile.connector_id.in() == '\0') profile.connector_id = rtm::new_connector_id().c_str();
  RTC::ReturnCode_t code = RTC::BAD_PARAMETER;
  try {
    code = profile.ports[0]->notify_connect(profile);
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): that is the answer
  }
  if (code != RTC::RTC_OK) disconnect(profile.connector_id.in());
  return code;
}

RTC::ReturnCode_t ForeignPort::disconnect(const char* id) {
  const RTC::ConnectorProfile_var profile = get_connector_profile(id);
  for (CORBA::ULong i = 0; i != profile->ports.length(); ++i) try {
      return profile->ports[i]->notify_disconnect(id);
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the next one
    }
  return RTC::BAD_PARAMETER;
}

RTC::ReturnCode_t ForeignPort::notify_connect(RTC::ConnectorProfile& profile) {
  ++calls;
  const std::unique_lock lock(chain_, kTimeout);
  if (!lock.owns_lock()) throw CORBA::TIMEOUT(0, CORBA::COMPLETED_NO);
  RTC::ReturnCode_t code = publishes ? publishes(profile) : RTC::RTC_OK;
  const auto place = rtm::place_of(self.in(), profile.ports);
  if (place && *place + 1 < profile.ports.length()) {
    const RTC::ReturnCode_t next = profile.ports[*place + 1]->notify_connect(profile);
    if (code == RTC::RTC_OK) code = next;
  }
  if (subscribes) {
    const RTC::ReturnCode_t subscribed = subscribes(profile);
    if (code == RTC::RTC_OK) code = subscribed;
  }
  const std::lock_guard profiles(profiles_mutex_);
  profiles_[profile.connector_id.in()] = profile;
  return code;
}

RTC::ReturnCode_t ForeignPort::notify_disconnect(const char* id) {
  const std::unique_lock lock(chain_, kTimeout);
  if (!lock.owns_lock()) throw CORBA::TIMEOUT(0, CORBA::COMPLETED_NO);
  RTC::ConnectorProfile profile;
  {
    const std::lock_guard profiles(profiles_mutex_);
    const auto found = profiles_.find(id);
    if (found == profiles_.end()) return RTC::BAD_PARAMETER;
    profile = found->second;
    profiles_.erase(found);
  }
  const auto place = rtm::place_of(self.in(), profile.ports);
  for (CORBA::ULong i = place ? *place + 1 : 0; i < profile.ports.length(); ++i) try {
      return profile.ports[i]->notify_disconnect(id);
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the next one
    }
  return RTC::RTC_OK;
}

ForeignServed::ForeignServed(OmgStage& a_stage, const std::string& a_key)
    : stage(a_stage), key(a_key), port(new ForeignPort) {
  const CORBA::Object_var object = stage.orb->access().add(port, key);
  port->self = RTC::PortService::_narrow(object.in());
}

ForeignServed::~ForeignServed() {
  stage.orb->access().remove(key);
  port->_remove_ref();
}

OpenRTM::PortStatus ForeignInPortCdr::put(const OpenRTM::CdrData& data) {
  const OpenRTM::PortStatus status = answers ? answers() : OpenRTM::PORT_OK;
  const std::lock_guard lock(mutex_);
  octets_.emplace_back(data.get_buffer(), data.get_buffer() + data.length());
  return status;
}

std::vector<std::vector<std::uint8_t>> ForeignInPortCdr::octets() const {
  const std::lock_guard lock(mutex_);
  return octets_;
}

OpenRTM::PortStatus ForeignOutPortCdr::get(OpenRTM::CdrData_out data) {
  const auto [status, octets] = answers();
  data = new OpenRTM::CdrData;
  data->length(static_cast<CORBA::ULong>(octets.size()));
  std::copy(octets.begin(), octets.end(), data->get_buffer());
  return status;
}
