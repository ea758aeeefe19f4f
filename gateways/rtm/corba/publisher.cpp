// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/publisher.h"

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/category_servant.h"
#include "gateways/rtm/corba/component_servant.h"
#include "gateways/rtm/corba/monitor_servant.h"
#include "gateways/rtm/corba/motor_category.h"
#include "gateways/rtm/corba/name_keeper.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

CorbaPublisher::Counts count(const Component& component) {
  CorbaPublisher::Counts counts;
  for (const auto& port : component.in_ports()) {
    counts.values_in += port->puts();
    counts.refused += port->refused();
    counts.watchdogs += port->watchdog().times();
  }
  for (const auto& port : component.out_ports())
    for (const OutPort::Link& link : port->links()) {
      counts.values_out += link.pushed;
      counts.overwritten += link.overwritten;
    }
  return counts;
}

void add(CorbaPublisher::Counts& sum, const CorbaPublisher::Counts& more) {
  sum.values_in += more.values_in;
  sum.values_out += more.values_out;
  sum.refused += more.refused;
  sum.overwritten += more.overwritten;
  sum.watchdogs += more.watchdogs;
}

std::string port_of(const std::string& address) {
  return address.substr(address.rfind(':') + 1);
}

/// Of a component on the network.
struct Published {
  std::shared_ptr<Component> component;
  std::shared_ptr<ComponentFace> face;
};

}  // namespace

struct CorbaPublisher::Hidden {
  Hidden(Orb& an_orb, const NamingSettings& settings, spark::RealClock& clock)
      : orb(an_orb),
        surroundings(std::make_shared<Surroundings>(orb)),
        names(rtm::names(orb, settings, clock)),
        kept_names(*names, clock, orb.log()) {}

  Orb& orb;
  std::shared_ptr<Surroundings> surroundings;
  std::unique_ptr<Names> names;
  NameKeeper kept_names;
  mutable std::mutex mutex;
  std::map<std::string, std::shared_ptr<Category>> categories{{"Motor", motor_category()}};
  std::map<const Component*, Published> published;
  Counts of_the_gone;

  PortableServer::ServantBase* servant(const std::shared_ptr<Component>& component,
                                       const std::shared_ptr<ComponentFace>& face);
  void serve(const std::string& key, const char* kind, const std::string& name, PortableServer::ServantBase* servant);
  void take_out(const std::string& name, ComponentFace& face);
};

PortableServer::ServantBase* CorbaPublisher::Hidden::servant(const std::shared_ptr<Component>& component,
                                                             const std::shared_ptr<ComponentFace>& face) {
  std::shared_ptr<Category> category;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = categories.find(component->type()); found != categories.end()) category = found->second;
  }
  PortableServer::ServantBase* const special = category ? category->make_servant(component, face) : nullptr;
  return special ? special : new ComponentServant(face);
}

void CorbaPublisher::Hidden::serve(const std::string& key, const char* kind, const std::string& name,
                                   PortableServer::ServantBase* servant) {
  const CORBA::Object_var object = orb.access().add(servant, key);
  kept_names.add(name, kind, object.in());
}

void CorbaPublisher::Hidden::take_out(const std::string& name, ComponentFace& face) {
  kept_names.remove(name, kComponentKind);
  kept_names.remove(name, kViewKind);
  orb.access().remove(name + "/component");
  orb.access().remove(name + "/view");
  face.withdraw();
}

CorbaPublisher::CorbaPublisher(Orb& orb, const NamingSettings& settings, spark::RealClock& clock) {
  if (settings.name_server == "none" && settings.reference_folder.empty())
    throw std::runtime_error("without a name server there has to be a folder for references");
  hidden_ = std::make_unique<Hidden>(orb, settings, clock);
  try {
    const CORBA::Object_var anybody = hidden_->names->resolve("nobody", kComponentKind);
  } catch (const NamesUnavailable& problem) {
    throw std::runtime_error(
        fmt::format("{}; start one with: rtm names --port {}", problem.what(), port_of(settings.name_server)));
  }
}

CorbaPublisher::~CorbaPublisher() {
  std::map<const Component*, Published> left;
  {
    const std::lock_guard lock(hidden_->mutex);
    left.swap(hidden_->published);
  }
  for (const auto& [ignored, one] : left) hidden_->take_out(one.component->name(), *one.face);
}

std::string CorbaPublisher::choose_name(const std::string& type,
                                        const std::function<bool(const std::string&)>& is_free) {
  for (std::size_t number = 0; number != kMostNames; ++number) {
    std::string name = type + std::to_string(number);
    if (!is_free(name)) continue;
    const CORBA::Object_var bound = hidden_->names->resolve(name, kComponentKind);
    if (!is_alive(bound.in())) return name;
    hidden_->orb.log().normal("the name {} belongs to a component at {}; the next number is tried", name,
                              address_of(bound.in()));
  }
  throw std::runtime_error(fmt::format("there is no free name for a {}", type));
}

void CorbaPublisher::publish(const std::shared_ptr<Component>& component) {
  const std::string& name = component->name();
  if (!is_name(name))
    throw std::runtime_error(fmt::format("\"{}\" is no name for a component", spark::printable(name)));
  {
    const std::lock_guard lock(hidden_->mutex);
    for (const auto& [ignored, other] : hidden_->published)
      if (other.component->name() == name) throw std::runtime_error(fmt::format("there is a {} already", name));
  }
  std::shared_ptr<ComponentFace> face;
  try {
    face = std::make_shared<ComponentFace>(component, hidden_->surroundings);
    const PortableServer::ServantBase_var servant = hidden_->servant(component, face);
    const PortableServer::ServantBase_var view = new MonitorServant(face);
    hidden_->serve(name + "/component", kComponentKind, name, servant.in());
    hidden_->serve(name + "/view", kViewKind, name, view.in());
  } catch (const CORBA::Exception& exception) {
    if (face) hidden_->take_out(name, *face);
    throw std::runtime_error(fmt::format("{} cannot be served: CORBA::{}", name, exception._name()));
  } catch (...) {
    if (face) hidden_->take_out(name, *face);
    throw;
  }
  {
    const std::lock_guard lock(hidden_->mutex);
    hidden_->published[component.get()] = {component, face};
  }
  hidden_->orb.log().normal("rtm name {}", name);
}

void CorbaPublisher::withdraw(const Component& component) {
  Published gone;
  {
    const std::lock_guard lock(hidden_->mutex);
    const auto found = hidden_->published.find(&component);
    if (found == hidden_->published.end()) return;
    gone = std::move(found->second);
    hidden_->published.erase(found);
  }
  hidden_->take_out(component.name(), *gone.face);
  const Counts counts = count(component);
  const std::lock_guard lock(hidden_->mutex);
  add(hidden_->of_the_gone, counts);
}

void CorbaPublisher::add_category(const std::string& type, std::shared_ptr<Category> category) {
  const std::lock_guard lock(hidden_->mutex);
  hidden_->categories[type] = std::move(category);
}

CorbaPublisher::Counts CorbaPublisher::counts() const {
  std::vector<std::shared_ptr<Component>> all;
  Counts sum;
  {
    const std::lock_guard lock(hidden_->mutex);
    for (const auto& [ignored, one] : hidden_->published) all.push_back(one.component);
    sum = hidden_->of_the_gone;
  }
  sum.refused += hidden_->surroundings->refused.load();
  for (const auto& component : all) add(sum, count(*component));
  return sum;
}

}  // namespace rtm
