// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/publisher.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/category_servant.h"
#include "gateways/rtm/corba/monitor_servant.h"
#include "gateways/rtm/corba/motor_category.h"
#include "gateways/rtm/corba/name_keeper.h"
#include "gateways/rtm/corba/naming_format.h"
#include "gateways/rtm/corba/omg_component.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

/// A component without operations of its own, on the network.
class ComponentServant final : public POA_RtComponent {
 public:
  explicit ComponentServant(std::shared_ptr<ComponentFace> face) : face_(std::move(face)) {}
  void on() override { face_->on(); }
  void off() override { face_->off(); }
  ::InPortList* in_ports() override { return face_->in_ports(); }
  ::OutPortList* out_ports() override { return face_->out_ports(); }

 private:
  std::shared_ptr<ComponentFace> face_;
};

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

}  // namespace

struct CorbaPublisher::Hidden {
  /// The state of a component on the network.
  struct Published {
    std::shared_ptr<Component> component;
    std::shared_ptr<ComponentFace> face;
    std::shared_ptr<OmgComponent> omg;
    std::vector<std::string> keys;   ///< of the first two objects
    std::vector<std::string> paths;  ///< under which it is bound
  };

  Hidden(Orb& an_orb, const NamingSettings& settings, spark::RealClock& clock)
      : orb(an_orb),
        context(std::make_shared<ServantContext>(orb, clock)),
        format(settings.format),
        names(rtm::names(orb, settings, clock)),
        kept_names(*names, clock, orb.log(), settings.check_interval) {}

  Orb& orb;
  std::shared_ptr<ServantContext> context;
  const NamingFormat format;
  std::unique_ptr<Names> names;
  NameKeeper kept_names;
  mutable std::mutex mutex;
  std::map<std::string, std::string> bound_keys;  ///< of objects, by the names that they are bound under
  std::map<std::string, std::shared_ptr<Category>> categories{{"Motor", motor_category()}};
  std::map<const Component*, Published> published;
  Counts of_the_gone;

  PortableServer::ServantBase* servant(const std::shared_ptr<Component>& component,
                                       const std::shared_ptr<ComponentFace>& face);
  void serve(const std::string& key, const char* kind, PortableServer::ServantBase* servant, Published& one);
  void bind(Published& one, const std::string& path);
  void publish(Published& one);
  /// Withdraws what has been published so far.
  void take_out(Published& one);
  /// Whether a living component already has the name; its place is then written to `where`.
  bool is_taken(const std::string& path, std::string& where) const;
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

void CorbaPublisher::Hidden::serve(const std::string& key, const char* kind, PortableServer::ServantBase* servant,
                                   Published& one) {
  const std::string& name = one.component->name();
  const CORBA::Object_var object = orb.access().add(servant, name + key);
  one.keys.push_back(name + key);
  kept_names.add(one.paths.emplace_back(root_path(name, kind)), object.in());
}

bool CorbaPublisher::Hidden::is_taken(const std::string& path, std::string& where) const {
  const CORBA::Object_var bound = names->resolve(path);
  if (!is_alive(bound.in())) return false;
  where = address_of(bound.in());
  return true;
}

void CorbaPublisher::Hidden::bind(Published& one, const std::string& path) {
  std::string where = orb.endpoint();
  // Two components can only have the same name if the format lacks %n.
  if (kept_names.has(path) || (!format.is_distinct() && is_taken(path, where))) {
    orb.log().warning("{} is not bound as {}, which belongs to a component at {}", one.component->name(), path, where);
    return;
  }
  const RTC::RTObject_var object = one.omg->reference();
  kept_names.add(path, object.in());
  one.paths.push_back(path);
}

void CorbaPublisher::Hidden::publish(Published& one) {
  one.face = std::make_shared<ComponentFace>(one.component, context);
  const PortableServer::ServantBase_var plain = servant(one.component, one.face);
  const PortableServer::ServantBase_var view = new MonitorServant(one.face);
  // Clients take a component whose name of the 2003 interface is bound as complete, so the other names are bound before
  // that name and unbound after it.
  one.omg = std::make_shared<OmgComponent>(one.component, context);
  for (const std::string& path : format.paths(one.component->name(), one.component->type())) bind(one, path);
  serve("/view", kViewKind, view.in(), one);
  serve("/component", kComponentKind, plain.in(), one);
}

void CorbaPublisher::Hidden::take_out(Published& one) {
  std::for_each(one.paths.rbegin(), one.paths.rend(), [this](const std::string& path) { kept_names.remove(path); });
  for (const std::string& key : one.keys) orb.access().remove(key);
  if (one.omg) one.omg->withdraw();
  if (one.face) one.face->withdraw();
}

CorbaPublisher::CorbaPublisher(Orb& orb, const NamingSettings& settings, spark::RealClock& clock) {
  if (settings.name_server == "none" && settings.reference_folder.empty())
    throw std::runtime_error("without a name server there has to be a folder for references");
  hidden_ = std::make_unique<Hidden>(orb, settings, clock);
  try {
    const CORBA::Object_var none = hidden_->names->resolve(root_path("none", kComponentKind));
  } catch (const NamesUnavailable& problem) {
    throw std::runtime_error(
        fmt::format("{}; start one with: rtm names --port {}", problem.what(), port_of(settings.name_server)));
  }
}

CorbaPublisher::~CorbaPublisher() {
  std::map<const Component*, Hidden::Published> left;
  {
    const std::lock_guard lock(hidden_->mutex);
    left.swap(hidden_->published);
  }
  for (auto& [ignored, one] : left) hidden_->take_out(one);
  hidden_->context->watch().end();
}

std::string CorbaPublisher::choose_name(const std::string& type,
                                        const std::function<bool(const std::string&)>& is_free) {
  for (std::size_t number = 0; number != kMaxNames; ++number) {
    std::string name = type + std::to_string(number);
    if (!is_free(name)) continue;
    std::string where;
    bool is_taken = hidden_->is_taken(root_path(name, kComponentKind), where);
    if (hidden_->format.is_distinct())
      for (const std::string& path : hidden_->format.paths(name, type))
        is_taken = is_taken || hidden_->is_taken(path, where);
    if (!is_taken) return name;
    hidden_->orb.log().normal("the name {} belongs to a component at {}; the next number is tried", name, where);
  }
  throw std::runtime_error(fmt::format("there is no free name for a {}", type));
}

void CorbaPublisher::publish(const std::shared_ptr<Component>& component) {
  const std::string& name = component->name();
  if (!is_name(name)) throw std::runtime_error(not_a_name(name, "a component"));
  {
    const std::lock_guard lock(hidden_->mutex);
    for (const auto& [ignored, other] : hidden_->published)
      if (other.component->name() == name) throw std::runtime_error(fmt::format("there already is a {}", name));
  }
  Hidden::Published one{.component = component, .face = {}, .omg = {}, .keys = {}, .paths = {}};
  try {
    hidden_->publish(one);
  } catch (const CORBA::Exception& exception) {
    hidden_->take_out(one);
    throw std::runtime_error(fmt::format("{} cannot be served: CORBA::{}", name, exception._name()));
  } catch (...) {
    hidden_->take_out(one);
    throw;
  }
  {
    const std::lock_guard lock(hidden_->mutex);
    hidden_->published[component.get()] = std::move(one);
  }
  hidden_->orb.log().normal("rtm name {}", name);
}

void CorbaPublisher::withdraw(const Component& component) {
  Hidden::Published gone;
  {
    const std::lock_guard lock(hidden_->mutex);
    const auto found = hidden_->published.find(&component);
    if (found == hidden_->published.end()) return;
    gone = std::move(found->second);
    hidden_->published.erase(found);
  }
  hidden_->take_out(gone);
  const Counts counts = count(component);
  const std::lock_guard lock(hidden_->mutex);
  add(hidden_->of_the_gone, counts);
}

bool CorbaPublisher::bind(const std::string& name, const std::string& key) {
  const std::string path = root_path(name, "");
  std::string where = hidden_->orb.endpoint();
  if (hidden_->kept_names.has(path) || hidden_->is_taken(path, where)) {
    hidden_->orb.log().warning("the name {} belongs to an object at {}, and is not taken over", name, where);
    return false;
  }
  const CORBA::Object_var object = hidden_->orb.access().reference(key);
  hidden_->kept_names.add(path, object.in());
  const std::lock_guard lock(hidden_->mutex);
  hidden_->bound_keys[name] = key;
  return true;
}

std::string CorbaPublisher::holder(const std::string& name) const {
  {
    const std::lock_guard lock(hidden_->mutex);
    if (const auto found = hidden_->bound_keys.find(name); found != hidden_->bound_keys.end()) return found->second;
  }
  std::string where;
  return hidden_->is_taken(root_path(name, ""), where) ? where : std::string();
}

void CorbaPublisher::unbind(const std::string& name) {
  {
    const std::lock_guard lock(hidden_->mutex);
    hidden_->bound_keys.erase(name);
  }
  hidden_->kept_names.remove(root_path(name, ""));
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
  sum.refused += hidden_->context->refused.load();
  for (const auto& component : all) add(sum, count(*component));
  return sum;
}

}  // namespace rtm
