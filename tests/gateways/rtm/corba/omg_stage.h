// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <DataPort_OpenRTM.hh>
#include <RTC.hh>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/omg_ports.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/servant_context.h"
#include "spark/core/real_clock.h"
#include "tests/support/waiting.h"

using Properties = std::vector<std::pair<std::string, std::string>>;

/// A component with the ports that a test gives it.
class Ported final : public rtm::Component {
 public:
  explicit Ported(const std::string& type) : Component(type, rtm::Pattern::passive) {}
  using Component::add_in_port;
  using Component::add_out_port;
  using Component::add_service_port;
  bool may_wait_for_peers() const override { return waits_for_peers; }
  bool waits_for_peers = true;
};

/// A process with components of which only the ports are served, in the OMG's form.
class OmgStage {
 public:
  /// `call_timeout`: short only where a test waits until a call times out. `clock`: for the watch over connectors; it
  /// outlives the stage.
  explicit OmgStage(std::chrono::milliseconds call_timeout = kTimeout, spark::RealClock* clock = nullptr);
  ~OmgStage();

  /// A component NAME with ports that `declare` makes.
  std::shared_ptr<Ported> add(const std::string& name, const std::function<void(Ported&)>& declare);
  /// Withdraws a component from the network and ends it.
  void remove(const std::string& name);
  std::shared_ptr<Ported> component(const std::string& name) { return served_.at(name).component; }
  rtm::OmgPorts& ports(const std::string& name) { return *served_.at(name).ports; }
  /// The reference of "To0.in".
  RTC::PortService_var port(const std::string& full_name);
  RTC::PortService_var reference(const std::string& text);  ///< of a text "IOR:…"
  std::string text(RTC::PortService_ptr port);

  std::vector<std::string> lines() const;
  int lines_with(const std::string& text) const;

  spark::Log log;
  std::unique_ptr<rtm::Orb> orb;
  std::shared_ptr<rtm::ServantContext> context;

 private:
  struct Served {
    std::shared_ptr<Ported> component;
    std::unique_ptr<rtm::OmgPorts> ports;
  };
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
  std::map<std::string, Served> served_;
};

/// A profile of these ports, in this order. Without an id the port that is called makes one.
RTC::ConnectorProfile profile_of(const std::vector<RTC::PortService_var>& ports, const Properties& properties,
                                 const std::string& id = {});
/// The properties that tools write for a connection that pushes at once.
Properties pushed();
Properties pulled();
/// `more` set over `properties`.
Properties with(Properties properties, const Properties& more);

/// The ids of the connectors that a port shows.
std::vector<std::string> connectors(RTC::PortService_ptr port);

/// A port of another system, written from the IDL alone. Like published programs it holds a mutex during the whole of
/// notify_connect and notify_disconnect, and stores a connector even if the chain has failed.
class ForeignPort : public POA_RTC::PortService {
 public:
  RTC::PortProfile* get_port_profile() override;
  RTC::ConnectorProfileList* get_connector_profiles() override;
  RTC::ConnectorProfile* get_connector_profile(const char* id) override;
  RTC::ReturnCode_t connect(RTC::ConnectorProfile& profile) override;
  RTC::ReturnCode_t disconnect(const char* id) override;
  RTC::ReturnCode_t disconnect_all() override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t notify_connect(RTC::ConnectorProfile& profile) override;
  RTC::ReturnCode_t notify_disconnect(const char* id) override;

  RTC::PortService_var self;
  /// Called between publishing and the next port; what it returns is the answer unless it is RTC_OK.
  std::function<RTC::ReturnCode_t(RTC::ConnectorProfile&)> publishes;
  std::function<RTC::ReturnCode_t(const RTC::ConnectorProfile&)> subscribes;
  std::atomic<int> calls{0};  ///< of notify_connect

 private:
  std::timed_mutex chain_;  ///< not recursive
  mutable std::mutex profiles_mutex_;
  std::map<std::string, RTC::ConnectorProfile> profiles_;
};

/// Such a port on the network of a stage.
struct ForeignServed {
  ForeignServed(OmgStage& stage, const std::string& key);
  ~ForeignServed();
  ForeignPort* operator->() const { return port; }
  OmgStage& stage;
  const std::string key;
  ForeignPort* port;
};

/// The object of another system's InPort into which values are put.
class ForeignInPortCdr final : public POA_OpenRTM::InPortCdr {
 public:
  OpenRTM::PortStatus put(const OpenRTM::CdrData& data) override;
  std::vector<std::vector<std::uint8_t>> octets() const;
  std::function<OpenRTM::PortStatus()> answers;  ///< PORT_OK if empty

 private:
  mutable std::mutex mutex_;
  std::vector<std::vector<std::uint8_t>> octets_;
};

/// The object of another system's OutPort from which values are pulled.
class ForeignOutPortCdr final : public POA_OpenRTM::OutPortCdr {
 public:
  OpenRTM::PortStatus get(OpenRTM::CdrData_out data) override;
  std::function<std::pair<OpenRTM::PortStatus, std::vector<std::uint8_t>>()> answers;
};
