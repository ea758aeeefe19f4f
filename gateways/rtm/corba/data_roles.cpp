// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/data_roles.h"

#include <fmt/format.h>
#include <DataPort_OpenRTM.hh>

#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/cdr_peers.h"
#include "gateways/rtm/corba/cdr_servants.h"
#include "gateways/rtm/corba/connector_settings.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/references.h"

namespace rtm {
namespace {

/// The names of the two properties in which an object is published.
struct ReferenceNames {
  const char* text;
  const char* object;
  const char* interface;
};
constexpr ReferenceNames kInReference{"dataport.corba_cdr.inport_ior", "dataport.corba_cdr.inport_ref",
                                      "IDL:OpenRTM/InPortCdr:1.0"};
constexpr ReferenceNames kOutReference{"dataport.corba_cdr.outport_ior", "dataport.corba_cdr.outport_ref",
                                       "IDL:OpenRTM/OutPortCdr:1.0"};

void publish_reference(SDOPackage::NVList& properties, const ReferenceNames& names, CORBA::Object_ptr object,
                       Orb& orb) {
  set_text(properties, names.text, reference_text(orb, object));
  set_object(properties, names.object, object, names.interface);
}

/// The published object: that of the text, otherwise that of the reference; nil if there is neither.
CORBA::Object_ptr published_reference(const SDOPackage::NVList& properties, const ReferenceNames& names, Orb& orb) {
  const auto text = find_text(properties, names.text);
  CORBA::Object_var object = text ? reference_of_text(orb, *text) : CORBA::Object::_nil();
  if (CORBA::is_nil(object.in())) object = find_object(properties, names.object);
  return object._retn();
}

/// The common context of both directions.
struct DataPortContext {
  std::weak_ptr<Component> component;
  std::string key;
  std::shared_ptr<ServantContext> context;

  std::string next_key() const { return fmt::format("{}/connector/{}", key, context->next_number()); }
  Orb& orb() const { return context->orb(); }
};

void describe_data_port(RTC::PortProfile& profile, const char* port_type, ValueType type, const char* flows,
                        const char* subscriptions) {
  const std::vector<std::pair<std::string, std::string>> properties{
      {"port.port_type", port_type},
      {"dataport.data_type", std::string(repository_id(type))},
      {"dataport.interface_type", "corba_cdr"},
      {"dataport.dataflow_type", flows},
      {"dataport.subscription_type", subscriptions},
      {"dataport.marshaling_types", "cdr"},
  };
  for (const auto& [name, text] : properties) set_text(profile.properties, name, text);
}

/// Reads the settings, and writes notes about them to the log.
ConnectorRefusal settings_of(const FormingConnector& connector, DataSide side, ValueType type, const std::string& name,
                             ServantContext& context, DataConnector& into) {
  std::vector<std::string> notes;
  auto refusal = read_data_connector(connector.properties, side, type, into, notes);
  for (const std::string& note : notes) context.log().complain(name, "a connection: {}", note);
  return refusal;
}

/// An InPort that is pushed to.
class PushedInPart final : public ConnectorPart {
 public:
  PushedInPart(DataPortContext context, std::shared_ptr<InPort> port, std::shared_ptr<Inlet> inlet)
      : context_(std::move(context)), port_(std::move(port)), inlet_(std::move(inlet)), key_(context_.next_key()) {}
  ~PushedInPart() override {
    context_.orb().access().remove(key_);
    if (const auto component = context_.component.lock()) port_->remove_inlet(*inlet_);
  }
  PushedInPart(const PushedInPart&) = delete;
  PushedInPart& operator=(const PushedInPart&) = delete;

  void publish(SDOPackage::NVList& properties, std::endian order) {
    const PortableServer::ServantBase_var servant =
        new InPortCdrServant(context_.component, port_, inlet_, order, context_.context);
    const CORBA::Object_var object = context_.orb().access().add(servant.in(), key_);
    publish_reference(properties, kInReference, object.in(), context_.orb());
    text_ = find_text(properties, kInReference.text).value_or("");
  }
  ConnectorRefusal subscribe(const SDOPackage::NVList& properties) override {
    // The OutPorts of a connector push into the first InPort that they find, so a connector can have only one InPort.
    if (find_text(properties, kInReference.text) == text_) return {};
    return {RTC::RTC_ERROR, "another InPort has published itself in its place"};
  }
  bool calls_others() const override { return false; }

 private:
  const DataPortContext context_;
  const std::shared_ptr<InPort> port_;
  const std::shared_ptr<Inlet> inlet_;
  const std::string key_;
  std::string text_;
};

/// An InPort that pulls.
class AskingInPart final : public ConnectorPart {
 public:
  AskingInPart(DataPortContext context, std::shared_ptr<InPort> port, CdrPeer peer)
      : context_(std::move(context)), port_(std::move(port)), peer_(std::move(peer)) {}
  ~AskingInPart() override {
    const auto component = context_.component.lock();
    if (component && source_) port_->remove_source(*source_);
  }
  AskingInPart(const AskingInPart&) = delete;
  AskingInPart& operator=(const AskingInPart&) = delete;

  ConnectorRefusal subscribe(const SDOPackage::NVList& properties) override {
    const CORBA::Object_var object = published_reference(properties, kOutReference, context_.orb());
    if (CORBA::is_nil(object.in())) return {RTC::RTC_ERROR, "no OutPort has published itself"};
    std::shared_ptr<ValueSource> source;
    if (auto refusal = cdr_source(object.in(), peer_, context_.context, source); refusal.is_refused()) return refusal;
    if (!port_->add_source(source)) return {RTC::OUT_OF_RESOURCES, "too many connections lead into this port"};
    source_ = std::move(source);
    return {};
  }
  bool calls_others() const override { return true; }

 private:
  const DataPortContext context_;
  const std::shared_ptr<InPort> port_;
  const CdrPeer peer_;
  std::shared_ptr<ValueSource> source_;
};

/// An OutPort that pushes.
class PushingOutPart final : public ConnectorPart {
 public:
  PushingOutPart(DataPortContext context, std::shared_ptr<OutPort> port, Delivery delivery, CdrPeer peer)
      : context_(std::move(context)), port_(std::move(port)), delivery_(delivery), peer_(std::move(peer)) {}
  ~PushingOutPart() override {
    if (subscriber_) port_->unsubscribe(*subscriber_);
  }
  PushingOutPart(const PushingOutPart&) = delete;
  PushingOutPart& operator=(const PushingOutPart&) = delete;

  ConnectorRefusal subscribe(const SDOPackage::NVList& properties) override {
    const CORBA::Object_var object = published_reference(properties, kInReference, context_.orb());
    if (CORBA::is_nil(object.in())) return {RTC::RTC_ERROR, "no InPort has published itself"};
    std::shared_ptr<Subscriber> subscriber;
    if (auto refusal = cdr_subscriber(object.in(), peer_, context_.context, subscriber); refusal.is_refused())
      return refusal;
    if (!port_->subscribe(delivery_, subscriber))
      return {RTC::OUT_OF_RESOURCES, "this port accepts no more subscribers"};
    subscriber_ = std::move(subscriber);
    return {};
  }
  bool calls_others() const override { return true; }

 private:
  const DataPortContext context_;
  const std::shared_ptr<OutPort> port_;
  const Delivery delivery_;
  const CdrPeer peer_;
  std::shared_ptr<Subscriber> subscriber_;
};

/// An OutPort that is pulled.
class AskedOutPart final : public ConnectorPart {
 public:
  AskedOutPart(DataPortContext context, std::shared_ptr<OutPort> port, std::shared_ptr<Outlet> outlet)
      : context_(std::move(context)), port_(std::move(port)), outlet_(std::move(outlet)), key_(context_.next_key()) {}
  ~AskedOutPart() override {
    context_.orb().access().remove(key_);
    port_->remove_outlet(*outlet_);
  }
  AskedOutPart(const AskedOutPart&) = delete;
  AskedOutPart& operator=(const AskedOutPart&) = delete;

  void publish(SDOPackage::NVList& properties, std::endian order) {
    const PortableServer::ServantBase_var servant =
        new OutPortCdrServant(context_.component, port_->type(), outlet_, order);
    const CORBA::Object_var object = context_.orb().access().add(servant.in(), key_);
    publish_reference(properties, kOutReference, object.in(), context_.orb());
  }
  ConnectorRefusal subscribe(const SDOPackage::NVList&) override { return {}; }
  bool calls_others() const override { return false; }

 private:
  const DataPortContext context_;
  const std::shared_ptr<OutPort> port_;
  const std::shared_ptr<Outlet> outlet_;
  const std::string key_;
};

class InPortRole final : public PortRole {
 public:
  InPortRole(DataPortContext context, std::shared_ptr<InPort> port)
      : context_(std::move(context)), port_(std::move(port)) {}

  const std::string& name() const override { return port_->name(); }
  void describe(RTC::PortProfile& profile) const override {
    describe_data_port(profile, "DataInPort", port_->type(), may_ask() ? "push,pull" : "push", "Any");
  }
  void add_presets(SDOPackage::NVList& properties) const override { add_data_presets(properties, port_->type()); }

  ConnectorRefusal publish(FormingConnector& connector, std::unique_ptr<ConnectorPart>& part) override {
    DataConnector settings;
    if (auto refusal =
            settings_of(connector, DataSide::in, port_->type(), port_->full_name(), *context_.context, settings);
        refusal.is_refused())
      return refusal;
    if (settings.flow == DataConnector::Flow::pull) {
      if (!may_ask()) return {RTC::UNSUPPORTED, "this port does not ask for values (pull): they have to be pushed"};
      part = std::make_unique<AskingInPart>(context_, port_,
                                            CdrPeer{port_->type(), settings.order, port_->full_name(), connector.lost});
      return {};
    }
    auto inlet = port_->add_inlet(settings.buffer);
    if (!inlet) return {RTC::OUT_OF_RESOURCES, "too many connections lead into this port"};
    auto pushed = std::make_unique<PushedInPart>(context_, port_, std::move(inlet));
    pushed->publish(connector.properties, settings.order);
    part = std::move(pushed);
    return {};
  }

 private:
  /// A port pulls on the thread on which its component reads, and the thread of all devices must not wait for peers.
  bool may_ask() const {
    const auto component = context_.component.lock();
    return component && component->may_wait_for_peers();
  }

  const DataPortContext context_;
  const std::shared_ptr<InPort> port_;
};

class OutPortRole final : public PortRole {
 public:
  OutPortRole(DataPortContext context, std::shared_ptr<OutPort> port, std::string name)
      : context_(std::move(context)), port_(std::move(port)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  void describe(RTC::PortProfile& profile) const override {
    describe_data_port(profile, "DataOutPort", port_->type(), "push,pull", "flush,new,periodic");
  }
  void add_presets(SDOPackage::NVList& properties) const override { add_data_presets(properties, port_->type()); }

  ConnectorRefusal publish(FormingConnector& connector, std::unique_ptr<ConnectorPart>& part) override {
    DataConnector settings;
    if (auto refusal =
            settings_of(connector, DataSide::out, port_->type(), port_->full_name(), *context_.context, settings);
        refusal.is_refused())
      return refusal;
    if (settings.flow == DataConnector::Flow::push) {
      part =
          std::make_unique<PushingOutPart>(context_, port_, settings.delivery,
                                           CdrPeer{port_->type(), settings.order, port_->full_name(), connector.lost});
      return {};
    }
    auto outlet = port_->add_outlet(settings.buffer);
    if (!outlet) return {RTC::OUT_OF_RESOURCES, "this port accepts no more subscribers"};
    auto asked = std::make_unique<AskedOutPart>(context_, port_, std::move(outlet));
    asked->publish(connector.properties, settings.order);
    part = std::move(asked);
    return {};
  }

 private:
  const DataPortContext context_;
  const std::shared_ptr<OutPort> port_;
  const std::string name_;
};

}  // namespace

std::unique_ptr<PortRole> in_port_role(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                                       std::string key, std::shared_ptr<ServantContext> context) {
  return std::make_unique<InPortRole>(DataPortContext{std::move(component), std::move(key), std::move(context)},
                                      std::move(port));
}

std::unique_ptr<PortRole> out_port_role(std::weak_ptr<Component> component, std::shared_ptr<OutPort> port,
                                        std::string name, std::string key, std::shared_ptr<ServantContext> context) {
  return std::make_unique<OutPortRole>(DataPortContext{std::move(component), std::move(key), std::move(context)},
                                       std::move(port), std::move(name));
}

}  // namespace rtm
