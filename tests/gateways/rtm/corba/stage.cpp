// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/rtm/corba/stage.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string_view>

#include "tests/support/files.h"

/// These are not std::exceptions: without this Catch2 could not describe one that ends a test.
CATCH_TRANSLATE_EXCEPTION(const CORBA::Exception& exception) {
  const auto* const system = CORBA::SystemException::_downcast(&exception);
  return std::string(exception._rep_id()) + (system ? ", " + rtm::describe(*system) : "");
}

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
                               .switch_on_timeout = call_timeout};
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

CORBA::Object_ptr Stage::outside(CORBA::Object_ptr object) {
  // "127.0.0.1" and "localhost" as a reference has them. Both have nine letters, so all lengths in it stay right.
  static constexpr std::string_view kNear = "3132372e302e302e31", kFar = "6c6f63616c686f7374";
  CORBA::ORB_ptr broker = orb->access().orb.in();
  std::string reference = CORBA::String_var(broker->object_to_string(object)).in();
  const auto at = reference.find(kNear);
  if (at == reference.npos) throw std::logic_error("the object is not served at 127.0.0.1");
  return broker->string_to_object(reference.replace(at, kNear.size(), kFar).c_str());
}

std::vector<std::string> Stage::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

bool Stage::said(const std::string& text) const {
  return std::ranges::any_of(lines(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

SilentPeer::SilentPeer() : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listening_, generic, size) != 0 || ::listen(listening_, 64) != 0 ||
      ::getsockname(listening_, generic, &size) != 0)
    throw std::runtime_error("no port to listen on");
  port_ = ntohs(address.sin_port);
}

SilentPeer::~SilentPeer() {
  ::close(listening_);
}

std::string SilentPeer::reference(const std::string& key) const {
  return "corbaloc::127.0.0.1:" + std::to_string(port_) + "/" + key;
}

CORBA::Object_ptr SilentPeer::object(Stage& stage, const std::string& key) const {
  return stage.orb->access().orb->string_to_object(reference(key).c_str());
}

int SilentPeer::requests() const {
  static constexpr std::string_view kMagic = "GIOP";
  int count = 0;
  for (int fd = ::accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK); fd >= 0;
       fd = ::accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK)) {
    std::string octets(65536, '\0');
    octets.resize(static_cast<std::size_t>(std::max<ssize_t>(::recv(fd, octets.data(), octets.size(), 0), 0)));
    ::close(fd);
    for (auto at = octets.find(kMagic); at != octets.npos; at = octets.find(kMagic, at + 1)) ++count;
  }
  return count;
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
