// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/client.h"

#include <atomic>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "gateways/rtm/corba/calling.h"
#include "gateways/rtm/corba/directory.h"
#include "gateways/rtm/corba/inspection.h"
#include "gateways/rtm/corba/omg_connection.h"
#include "gateways/rtm/corba/omg_exchange.h"
#include "gateways/rtm/corba/omg_profile.h"
#include "gateways/rtm/corba/omg_switch.h"
#include "gateways/rtm/corba/omg_ticker.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_book.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/port_finder.h"
#include "gateways/rtm/corba/watching.h"

namespace rtm {
namespace {

/// The maximum number of components that are inspected in parallel, so that those that hang cost one timeout in all,
/// not one each.
constexpr std::size_t kMaxThreads = 32;

/// The limit for deactivation: a pass of a slow component, and the end of its callback.
constexpr std::chrono::milliseconds kOffTimeout{5'000};
/// How long the connection over which a value was put is kept: `kPasses` passes of the component, but within these
/// limits.
constexpr std::chrono::milliseconds kMinPasses{100}, kMaxPasses{2'000};
constexpr double kPasses = 3;

/// An InPort's last value as the view shows it; nothing if the view shows only its beginning.
std::optional<Value> from_view(ValueType type, const std::string& text) {
  if (text.ends_with(" ...")) return std::nullopt;
  return from_text(type, {&text, 1});
}

/// The time that a component may take to read the value; 0 if it does not read.
std::chrono::nanoseconds passes_of(RTC::RTObject_ptr component) {
  if (state_text(component) != "on") return std::chrono::nanoseconds(0);
  std::chrono::nanoseconds longest = kMinPasses;
  for (const RTC::ExecutionContext_var& context : contexts_of(component)) {
    const double rate = context->get_kind() == RTC::PERIODIC ? context->get_rate() : 0;
    if (!(rate > 0)) return kMaxPasses;
    const std::chrono::duration<double> passes(std::min(kPasses / rate, 1e3));
    longest = std::max(longest, std::chrono::duration_cast<std::chrono::nanoseconds>(passes));
  }
  return std::min<std::chrono::nanoseconds>(longest, kMaxPasses);
}

NamedPort omg_port(const PortOwner& owner, OmgPort::Kind kind) {
  std::vector<std::string> others;
  if (auto port = find_omg_port(owner, kind, others)) return *std::move(port);
  no_such_port(kind == OmgPort::Kind::in ? "InPort" : "OutPort", owner, others);
}

/// If the interface of 2003 has neither of the two ports, both may be service ports, which only the OMG interface has.
void check_may_be_services(const PortOwner& from, ::OutPort_ptr out, const std::vector<std::string>& outs,
                           const PortOwner& to, ::InPort_ptr in, const std::vector<std::string>& ins) {
  const bool may_be = CORBA::is_nil(out) && CORBA::is_nil(in) && from.objects.is_omg() && to.objects.is_omg();
  if (CORBA::is_nil(out) && !may_be) no_such_port("OutPort", from, outs);
  if (CORBA::is_nil(in) && !may_be) no_such_port("InPort", to, ins);
}

void check_both_are_omg(const PortOwner& from, const PortOwner& to) {
  if (from.objects.is_omg() && to.objects.is_omg()) return;
  const PortOwner& old = from.objects.is_omg() ? to : from;
  const PortOwner& other = from.objects.is_omg() ? from : to;
  if (other.objects.is_classic())
    throw std::runtime_error(fmt::format("{} has only the interface of 2003: it takes no such options", old.component));
  throw std::runtime_error(
      fmt::format("{} has only the interface of 2003 and {} only that of the OMG; wire both to a component that has "
                  "both, such as Logic (rtm run logic.py)",
                  old.component, other.component));
}

/// The InPort of a component of 2003.
::InPort_var classic_in_port(const PortOwner& owner) {
  std::vector<std::string> others;
  ::InPort_var port = find_in_port(owner, others);
  if (CORBA::is_nil(port.in())) no_such_port("InPort", owner, others);
  return port;
}

Value value_of(ValueType type, const std::string& port, const std::vector<std::string>& words) {
  if (auto value = from_text(type, words)) return *std::move(value);
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  throw std::runtime_error(fmt::format("{} takes {}; \"{}\" is none", port, to_string(type), spark::printable(all)));
}

}  // namespace

struct Client::Hidden {
  Hidden(Orb& an_orb, const NamingSettings& naming, spark::RealClock& a_clock)
      : orb(an_orb), clock(a_clock), names(rtm::names(orb, naming, clock)), directory(*names), book(clock) {}

  Orb& orb;
  spark::RealClock& clock;
  std::unique_ptr<Names> names;
  Directory directory;
  PortBook book;
  std::mutex mutex;
  /// Connections made here, by names. Foreign components with only the interface of 2003 cannot list theirs.
  std::set<std::tuple<std::string, std::string, Request>> made;

  ComponentObjects find(const std::string& component) {
    return calling(component, [&] { return directory.find(component); });
  }
  PortOwner owner(const std::string& port) {
    return calling(port, [&] { return PortOwner(directory, port); });
  }
  Inspection inspect(const ComponentObjects& objects) { return inspect_component(objects, book, orb, clock); }
  /// Adds what a component's own answers do not contain, such as the names of connected ports.
  void complete(Inspection& inspection);

  void connect_classic(const PortOwner& out, ::OutPort_ptr from, const PortOwner& in, ::InPort_ptr to, Request request);
  bool disconnect_classic(const PortOwner& out, const PortOwner& in);
  std::optional<Value> shown_value(const PortOwner& owner);
  void put_omg(const PortOwner& owner, const std::function<Value(ValueType)>& value);
};

void Client::Hidden::complete(Inspection& inspection) {
  add_connections(inspection, book, orb, clock);
  ComponentView& view = inspection.view;
  if (view.state != "unknown") return;
  const std::lock_guard lock(mutex);
  for (const auto& [from, to, request] : made)
    if (split_port(from).first == view.name) view.links.push_back({from, to, request, false, {}});
}

Client::Client(Orb& orb, const NamingSettings& naming, spark::RealClock& clock)
    : hidden_(std::make_unique<Hidden>(orb, naming, clock)) {}

Client::~Client() = default;

std::vector<std::string> Client::names() {
  return hidden_->directory.list();
}

std::vector<ComponentView> Client::list() {
  const std::vector<std::string> all = names();
  std::vector<Inspection> inspections(all.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_cut{false};
  const auto in_parallel = [&](const std::function<void(std::size_t)>& work) {
    next = 0;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i != std::min(all.size(), kMaxThreads); ++i)
      threads.emplace_back([&] {
        for (std::size_t one = next++; one < all.size(); one = next++) work(one);
      });
    for (std::thread& thread : threads) thread.join();
  };
  in_parallel([&](std::size_t i) {
    inspections[i].view.name = all[i];
    inspections[i].view.state = "gone";
    try {
      inspections[i] = hidden_->inspect(hidden_->directory.find(all[i]));
    } catch (const NoSuchComponent&) {  // NOLINT(bugprone-empty-catch): it has vanished meanwhile
    } catch (const NamesUnavailable&) {
      is_cut = true;
    }
  });
  if (is_cut) throw NamesUnavailable(hidden_->names->what() + " went away");
  // All ports are now known by name, except those of components that are not listed.
  in_parallel([&](std::size_t i) { hidden_->complete(inspections[i]); });
  std::vector<ComponentView> views;
  for (Inspection& one : inspections) {
    for (const auto& [place, target] : one.targets)
      for (const Inspection& other : inspections)
        for (const auto& [name, port] : other.in_ports)
          if (!CORBA::is_nil(target.in()) && target->_is_equivalent(port.in())) one.view.links[place].to = name;
    views.push_back(std::move(one.view));
  }
  return views;
}

ComponentView Client::inspect(const std::string& component) {
  Inspection inspection = hidden_->inspect(hidden_->find(component));
  hidden_->complete(inspection);
  return std::move(inspection.view);
}

void Client::switch_on(const std::string& component, std::chrono::milliseconds timeout) {
  const ComponentObjects found = hidden_->find(component);
  if (!found.is_classic()) {
    calling(component, [&] { switch_component(found.omg.in(), component, true, timeout, hidden_->clock); });
    return;
  }
  // A little longer than the component itself waits, so that the component reports the failure.
  const std::chrono::milliseconds longest = timeout + hidden_->orb.call_timeout();
  calling(component, [&] {
    omniORB::setClientCallTimeout(found.classic.in(), static_cast<CORBA::ULong>(longest.count()));
    try {
      found.classic->on();
    } catch (const CORBA::TIMEOUT& expired) {
      // The component did not report this: our call timed out, and the component continues.
      if (expired.minor() != 0)
        throw NotYet(fmt::format("{} is not on after {:g} s; it may still switch on", component,
                                 std::chrono::duration<double>(longest).count()));
      const ComponentView view = hidden_->inspect(found).view;
      if (view.fault.empty()) throw;
      throw std::runtime_error(fmt::format("{}: {}", component, view.fault));
    }
  });
  // A component whose context is ticked answers at once, and changes later.
  if (found.is_omg())
    calling(component, [&] { switch_component(found.omg.in(), component, true, timeout, hidden_->clock); });
}

void Client::switch_off(const std::string& component) {
  const ComponentObjects found = hidden_->find(component);
  calling(component, [&] {
    if (found.is_classic()) found.classic->off();
    if (found.is_omg()) switch_component(found.omg.in(), component, false, kOffTimeout, hidden_->clock);
  });
}

/// The last value of an InPort in the component's view; nothing if there is no view, or no such port.
std::optional<Value> Client::Hidden::shown_value(const PortOwner& owner) {
  const ComponentView view = inspect(owner.objects).view;
  for (const ComponentView::Port& one : view.in) {
    const auto type = value_type(one.type);
    if (one.name != owner.port || !type || view.state == "unknown") continue;
    if (auto read = from_view(*type, one.value)) return read;
    throw std::runtime_error(fmt::format("the value of {} is too long to be shown", owner.full_name));
  }
  return std::nullopt;
}

Value Client::get(const std::string& port, std::chrono::milliseconds timeout) {
  const PortOwner owner = hidden_->owner(port);
  std::vector<std::string> others;
  if (!owner.objects.is_classic()) {
    return calling(port, [&] {
      if (const auto out = find_omg_port(owner, OmgPort::Kind::out, others);
          out && out->port.kind == OmgPort::Kind::out)
        return next_value(hidden_->orb, *out, timeout, hidden_->clock);
      if (!find_omg_port(owner, OmgPort::Kind::in, others)) no_such_port("port", owner, others);
      throw std::runtime_error(fmt::format("{} does not show what was put there", port));
    });
  }
  const ::OutPort_var out = calling(port, [&] { return find_out_port(owner, others); });
  if (CORBA::is_nil(out.in())) {
    const ::InPort_var in = calling(port, [&] { return find_in_port(owner, others); });
    if (CORBA::is_nil(in.in())) no_such_port("port", owner, others);
    if (auto value = hidden_->shown_value(owner)) return *std::move(value);
    throw std::runtime_error(fmt::format("{} does not show what was put there", port));
  }
  Value value;
  const Refusal refusal = calling(port, [&] { return get_from(out.in(), value); });
  if (refusal != Refusal::none)
    throw std::runtime_error(fmt::format("the value of {} cannot be shown: {}", port, to_string(refusal)));
  return value;
}

void Client::Hidden::put_omg(const PortOwner& owner, const std::function<Value(ValueType)>& value) {
  const NamedPort in = omg_port(owner, OmgPort::Kind::in);
  const auto type = in.port.value_type();
  if (in.port.kind != OmgPort::Kind::in || !type)
    throw std::runtime_error(
        fmt::format("{} takes {}, which cannot be put from here", owner.full_name,
                    in.port.kind == OmgPort::Kind::in ? in.port.type_text() : "no values but calls"));
  put_value(orb, in, value(*type), passes_of(owner.objects.omg.in()), clock);
}

void Client::put(const std::string& port, const std::vector<std::string>& words) {
  const PortOwner owner = hidden_->owner(port);
  calling(port, [&] {
    if (!owner.objects.is_classic()) {
      hidden_->put_omg(owner, [&](ValueType type) { return value_of(type, port, words); });
      return;
    }
    const ::InPort_var in = classic_in_port(owner);
    const WireType takes = type_of(in.in());
    const auto type = takes.value_type();
    if (!type)
      throw std::runtime_error(fmt::format("{} takes {}, which cannot be put from here", port, to_string(takes)));
    put_into(in.in(), value_of(*type, port, words));
  });
}

void Client::put(const std::string& port, const Value& value) {
  const PortOwner owner = hidden_->owner(port);
  calling(port, [&] {
    if (owner.objects.is_classic()) {
      put_into(classic_in_port(owner).in(), value);
      return;
    }
    hidden_->put_omg(owner, [&](ValueType type) {
      Value converted(type);
      if (const Refusal refusal = assign(value, converted); refusal != Refusal::none)
        throw std::runtime_error(fmt::format("{} takes {}: {} was refused: {}", port, to_string(type),
                                             to_string(value.type()), to_string(refusal)));
      return converted;
    });
  });
}

void Client::Hidden::connect_classic(const PortOwner& out, ::OutPort_ptr from, const PortOwner& in, ::InPort_ptr to,
                                     Request request) {
  const ReqType type = request == Request::once ? once : repeated;
  if (!calling(out.full_name, [&] { return from->subscribe(type, to); })) {
    const WireType gives = calling(out.full_name, [&] { return type_of(from); }),
                   takes = calling(in.full_name, [&] { return type_of(to); });
    const auto one = gives.value_type(), other = takes.value_type();
    if (one && other && !fits(*one, *other))
      throw std::runtime_error(
          fmt::format("{} gives {}, {} takes {}", out.full_name, to_string(gives), in.full_name, to_string(takes)));
    throw std::runtime_error(fmt::format("{} refuses {}: they are connected already, or it has all it can serve",
                                         out.full_name, in.full_name));
  }
  if (request == Request::once) return;
  const std::lock_guard lock(mutex);
  made.insert({out.full_name, in.full_name, request});
}

void Client::connect(const std::string& out, const std::string& in, Request request, const ConnectOptions& options) {
  const PortOwner from = hidden_->owner(out), to = hidden_->owner(in);
  if (from.objects.is_classic() && to.objects.is_classic() && options == ConnectOptions{}) {
    std::vector<std::string> outs, ins;
    const ::OutPort_var source = calling(out, [&] { return find_out_port(from, outs); });
    const ::InPort_var target = calling(in, [&] { return find_in_port(to, ins); });
    if (!CORBA::is_nil(source.in()) && !CORBA::is_nil(target.in())) {
      hidden_->connect_classic(from, source.in(), to, target.in(), request);
      return;
    }
    check_may_be_services(from, source.in(), outs, to, target.in(), ins);
  }
  if (request == Request::once) {
    put(in, get(out));
    return;
  }
  check_both_are_omg(from, to);
  const NamedPort source = calling(out, [&] { return omg_port(from, OmgPort::Kind::out); });
  const NamedPort target = calling(in, [&] { return omg_port(to, OmgPort::Kind::in); });
  calling(out, [&] { wire_ports(hidden_->orb, source, target, options); });
}

/// Returns false if they are not connected, or cannot be connected in this form.
bool Client::Hidden::disconnect_classic(const PortOwner& out, const PortOwner& in) {
  if (!out.objects.is_classic() || !in.objects.is_classic()) return false;
  std::vector<std::string> outs, ins;
  const ::OutPort_var from = calling(out.full_name, [&] { return find_out_port(out, outs); });
  const ::InPort_var to = calling(in.full_name, [&] { return find_in_port(in, ins); });
  check_may_be_services(out, from.in(), outs, in, to.in(), ins);
  if (CORBA::is_nil(from.in()) || CORBA::is_nil(to.in())) return false;
  const bool was_repeated = calling(out.full_name, [&] { return from->unsubscribe(repeated, to.in()); });
  const bool was_once = calling(out.full_name, [&] { return from->unsubscribe(once, to.in()); });
  const std::lock_guard lock(mutex);
  made.erase({out.full_name, in.full_name, Request::repeated});
  return was_repeated || was_once;
}

void Client::disconnect(const std::string& out, const std::string& in) {
  const PortOwner from = hidden_->owner(out), to = hidden_->owner(in);
  bool is_ended = hidden_->disconnect_classic(from, to);
  // There may also be a connection of the other form, made by others.
  if (from.objects.is_omg() && to.objects.is_omg()) {
    const NamedPort source = calling(out, [&] { return omg_port(from, OmgPort::Kind::out); });
    const NamedPort target = calling(in, [&] { return omg_port(to, OmgPort::Kind::in); });
    is_ended |= calling(out, [&] { return unwire_ports(source, target); });
  }
  if (!is_ended) throw std::runtime_error(fmt::format("{} and {} are not connected", out, in));
}

std::unique_ptr<TickedComponent> Client::ticked(const std::string& component) {
  const ComponentObjects found = hidden_->find(component);
  if (!found.is_omg())
    throw std::runtime_error(
        fmt::format("{} has only the interface of 2003: it has no execution context to be ticked", component));
  return make_ticker(found.omg.in(), component, hidden_->orb.call_timeout());
}

std::unique_ptr<Client::Watch> Client::watch(const std::string& out, std::function<void(const Value&)> came) {
  const PortOwner owner = hidden_->owner(out);
  return calling(out, [&]() -> std::unique_ptr<Watch> {
    std::vector<std::string> others;
    if (!owner.objects.is_classic())
      return watch_omg_port(hidden_->orb, omg_port(owner, OmgPort::Kind::out), std::move(came), hidden_->clock);
    const ::OutPort_var port = find_out_port(owner, others);
    if (CORBA::is_nil(port.in())) no_such_port("OutPort", owner, others);
    return watch_port(hidden_->orb, port.in(), out, std::move(came));
  });
}

}  // namespace rtm
