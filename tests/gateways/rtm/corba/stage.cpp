// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/rtm/corba/stage.h"

#include <algorithm>

#include "tests/support/files.h"

Stage::Stage(rtm::NamingSettings naming, std::chrono::milliseconds call_timeout) {
  log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::string(to_string(level)) + ": " + std::string(line));
  });
  if (naming.reference_folder.empty()) naming.reference_folder = folder / "ior";
  orb = std::make_unique<rtm::Orb>(rtm::OrbSettings{.call_timeout = call_timeout}, log);
  spark::RealClock& clock = spark::RealClock::system();
  publisher = std::make_unique<rtm::CorbaPublisher>(*orb, naming, clock);
  const auto start = clock.now();
  rtm::Environment environment{.log = log,
                               .real_clock = clock,
                               .time = [&clock, start] { return clock.now() - start; },
                               .driven = false,
                               .call_timeout = call_timeout,
                               .patience = call_timeout};
  manager =
      std::make_unique<rtm::Manager>(std::move(environment), std::vector<std::filesystem::path>{}, publisher.get());
}

Stage::~Stage() {
  manager.reset();
  publisher.reset();
  orb.reset();
}

std::string Stage::reference(const std::string& name, const std::string& kind) const {
  std::string text = content(folder / "ior" / (name + "." + kind));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

CORBA::Object_var Stage::object(const std::string& name, const std::string& kind) {
  return orb->access().orb->string_to_object(reference(name, kind).c_str());
}

RtComponent_var Stage::component(const std::string& name) {
  return RtComponent::_narrow(object(name).in());
}

std::vector<std::string> Stage::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

bool Stage::said(const std::string& text) const {
  return std::ranges::any_of(lines(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

InPort_var in_port(RtComponent_ptr component, const std::string& name) {
  InPortList_var ports = component->in_ports();
  for (CORBA::ULong i = 0; i != ports->length(); ++i) {
    const CORBA::String_var its = ports[i]->name();
    if (name == its.in()) return InPort::_duplicate(ports[i]);
  }
  return InPort::_nil();
}

OutPort_var out_port(RtComponent_ptr component, const std::string& name) {
  OutPortList_var ports = component->out_ports();
  for (CORBA::ULong i = 0; i != ports->length(); ++i) {
    const CORBA::String_var its = ports[i]->name();
    if (name == its.in()) return OutPort::_duplicate(ports[i]);
  }
  return OutPort::_nil();
}
