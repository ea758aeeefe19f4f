// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/service_role.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/connector_settings.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/references.h"

namespace rtm {
namespace {

using ServiceInterface = ServicePort::Interface;

/// A component's function that throws counts as not accepting the reference.
bool hand_over(const ServiceInterface& interface, const std::string& reference) {
  try {
    return interface.require(reference);
  } catch (...) {
    return false;
  }
}

/// The providers that the connectors of a port offer for its required interfaces. The port's functions are called with
/// the lock held, so that the last call sets the present provider, and only as long as the component lives.
class Bindings {
 public:
  Bindings(std::weak_ptr<Component> component, std::shared_ptr<ServicePort> port)
      : component_(std::move(component)), port_(std::move(port)) {}

  /// Returns false if the port does not accept the reference.
  bool add(const std::string& connector, std::size_t interface, const std::string& reference) {
    const auto component = component_.lock();
    if (!component) return false;
    const std::lock_guard lock(mutex_);
    if (!hand_over(port_->interfaces()[interface], reference)) return false;
    bound_[interface].push_back({connector, reference});
    return true;
  }

  /// Removes the providers of that connector.
  void remove(const std::string& connector) {
    const auto component = component_.lock();
    if (!component) return;
    const std::lock_guard lock(mutex_);
    for (auto& [interface, providers] : bound_) {
      const bool was_last = !providers.empty() && providers.back().connector == connector;
      std::erase_if(providers, [&connector](const Provider& one) { return one.connector == connector; });
      if (was_last)
        hand_over(port_->interfaces()[interface], providers.empty() ? std::string() : providers.back().reference);
    }
  }

 private:
  struct Provider {
    std::string connector, reference;
  };
  const std::weak_ptr<Component> component_;
  const std::shared_ptr<ServicePort> port_;
  std::mutex mutex_;
  std::map<std::size_t, std::vector<Provider>> bound_;
};

class ServicePart final : public ConnectorPart {
 public:
  ServicePart(std::string id, std::string prefix, std::shared_ptr<ServicePort> port, std::shared_ptr<Bindings> bindings,
              std::shared_ptr<ServantContext> context)
      : id_(std::move(id)),
        prefix_(std::move(prefix)),
        port_(std::move(port)),
        bindings_(std::move(bindings)),
        context_(std::move(context)) {}
  ~ServicePart() override { bindings_->remove(id_); }
  ServicePart(const ServicePart&) = delete;
  ServicePart& operator=(const ServicePart&) = delete;

  void publish(SDOPackage::NVList& properties) const {
    for (const ServiceInterface& interface : port_->interfaces()) {
      if (!interface.is_provided()) continue;
      const std::string reference = interface.provide();
      if (is_no_reference(reference)) continue;
      set_text(properties, fmt::format("{}.provided.{}.{}", prefix_, interface.type, interface.instance), reference);
      // Two providers may have this name; the first is used, as in OpenRTM-aist.
      const std::string older = fmt::format("port.{}.{}", interface.type, interface.instance);
      if (!has_property(properties, older)) set_text(properties, older, reference);
    }
  }

  ConnectorRefusal subscribe(const SDOPackage::NVList& properties) override {
    const bool is_strict = is_word(find_text(properties, "port.connection.strictness").value_or(""), "strict");
    const auto& interfaces = port_->interfaces();
    for (std::size_t i = 0; i != interfaces.size(); ++i) {
      if (interfaces[i].is_provided()) continue;
      const std::string problem = bind(properties, i);
      if (problem.empty()) continue;
      if (is_strict) return {RTC::RTC_ERROR, problem};
    }
    return {};
  }

  bool calls_others() const override {
    return std::ranges::any_of(port_->interfaces(), [](const ServiceInterface& one) { return !one.is_provided(); });
  }

 private:
  /// Returns empty, or the reason why there is no provider.
  std::string bind(const SDOPackage::NVList& properties, std::size_t index) {
    const ServiceInterface& interface = port_->interfaces()[index];
    const auto reference = provider_of(properties, interface);
    if (!reference) return fmt::format("there is no provider of {} {}", interface.type, interface.instance);
    if (is_no_reference(*reference)) return {};
    // Checked first, so that the component gets only valid references.
    const CORBA::Object_var object = reference_of_text(context_->orb(), *reference);
    if (!CORBA::is_nil(object.in()) && bindings_->add(id_, index, *reference)) return {};
    return fmt::format("the provider of {} {} has published no usable reference", interface.type, interface.instance);
  }

  std::optional<std::string> provider_of(const SDOPackage::NVList& properties,
                                         const ServiceInterface& interface) const {
    const auto named =
        find_text(properties, fmt::format("{}.required.{}.{}", prefix_, interface.type, interface.instance));
    if (!named) return find_text(properties, fmt::format("port.{}.{}", interface.type, interface.instance));
    return is_no_reference(*named) ? named : find_text(properties, *named);
  }

  const std::string id_;
  const std::string prefix_;  ///< "World0.port.world"
  const std::shared_ptr<ServicePort> port_;
  const std::shared_ptr<Bindings> bindings_;
  const std::shared_ptr<ServantContext> context_;
};

class ServiceRole final : public PortRole {
 public:
  ServiceRole(const std::shared_ptr<Component>& component, std::shared_ptr<ServicePort> port,
              std::shared_ptr<ServantContext> context)
      : prefix_(fmt::format("{}.port.{}", component->name(), port->name())),
        port_(std::move(port)),
        bindings_(std::make_shared<Bindings>(component, port_)),
        context_(std::move(context)) {}

  const std::string& name() const override { return port_->name(); }

  void describe(RTC::PortProfile& profile) const override {
    set_text(profile.properties, "port.port_type", "CorbaPort");
    const auto& interfaces = port_->interfaces();
    profile.interfaces.length(static_cast<CORBA::ULong>(interfaces.size()));
    for (CORBA::ULong i = 0; i != profile.interfaces.length(); ++i) {
      profile.interfaces[i].instance_name = interfaces[i].instance.c_str();
      profile.interfaces[i].type_name = interfaces[i].type.c_str();
      profile.interfaces[i].polarity = interfaces[i].is_provided() ? RTC::PROVIDED : RTC::REQUIRED;
    }
  }

  void add_presets(SDOPackage::NVList&) const override {}

  ConnectorRefusal publish(FormingConnector& connector, std::unique_ptr<ConnectorPart>& part) override {
    auto service = std::make_unique<ServicePart>(connector.id, prefix_, port_, bindings_, context_);
    service->publish(connector.properties);
    part = std::move(service);
    return {};
  }

 private:
  const std::string prefix_;
  const std::shared_ptr<ServicePort> port_;
  const std::shared_ptr<Bindings> bindings_;
  const std::shared_ptr<ServantContext> context_;
};

}  // namespace

std::unique_ptr<PortRole> service_role(const std::shared_ptr<Component>& component, std::shared_ptr<ServicePort> port,
                                       std::shared_ptr<ServantContext> context) {
  return std::make_unique<ServiceRole>(component, std::move(port), std::move(context));
}

}  // namespace rtm
