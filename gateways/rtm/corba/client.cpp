// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/client.h"

#include <atomic>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "gateways/rtm/corba/look.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/port_finder.h"
#include "gateways/rtm/corba/watching.h"

namespace rtm {
namespace {

/// Components are looked at side by side, so that those that hang cost one time-out in all, not one each.
constexpr std::size_t kMostThreads = 32;

/// Runs what makes calls; `what` is what they are about, for people.
template <typename Calls>
auto calling(const std::string& what, Calls calls) {
  try {
    return calls();
  } catch (const CORBA::SystemException& exception) {
    throw std::runtime_error(fmt::format("{}: {}", what, describe(exception)));
  } catch (const CORBA::Exception& exception) {
    throw std::runtime_error(fmt::format("{}: CORBA::{}", what, exception._name()));
  }
}

/// What the view says of an InPort's last value; nothing where it is only the beginning of it.
std::optional<Value> from_view(ValueType type, const std::string& text) {
  if (text.ends_with(" ...")) return std::nullopt;
  return from_text(type, {&text, 1});
}

}  // namespace

struct Client::Hidden {
  Orb& orb;
  spark::RealClock& clock;
  std::unique_ptr<Names> names;
  std::mutex mutex;
  /// Connections made here, by names. Foreign components cannot be asked for theirs.
  std::set<std::tuple<std::string, std::string, Request>> made;

  void add_made_links(ComponentView& view) {
    const std::lock_guard lock(mutex);
    for (const auto& [from, to, request] : made)
      if (split_port(from).first == view.name) view.links.push_back({from, to, request, 0, 0, 0});
  }
};

Client::Client(Orb& orb, const NamingSettings& naming, spark::RealClock& clock)
    : hidden_(new Hidden{orb, clock, rtm::names(orb, naming, clock), {}, {}}) {}

Client::~Client() = default;

std::vector<std::string> Client::names() {
  return hidden_->names->list(kComponentKind);
}

std::vector<ComponentView> Client::list() {
  const std::vector<std::string> all = names();
  std::vector<Look> looks(all.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_cut{false};
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      try {
        looks[i] = look(*hidden_->names, all[i], hidden_->orb, hidden_->clock);
      } catch (const NamesUnavailable&) {
        is_cut = true;
        return;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i != std::min(all.size(), kMostThreads); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (is_cut) throw NamesUnavailable(hidden_->names->what() + " went away");
  std::vector<ComponentView> views;
  for (Look& one : looks) {
    for (const auto& [place, target] : one.targets)
      for (const Look& other : looks)
        for (const auto& [name, port] : other.in_ports)
          if (!CORBA::is_nil(target.in()) && target->_is_equivalent(port.in())) one.view.links[place].to = name;
    if (one.view.state == "unknown") hidden_->add_made_links(one.view);
    views.push_back(std::move(one.view));
  }
  return views;
}

ComponentView Client::look_at(const std::string& component) {
  calling(component, [&] { return find_component(*hidden_->names, component); });
  ComponentView view = look(*hidden_->names, component, hidden_->orb, hidden_->clock).view;
  if (view.state == "unknown") hidden_->add_made_links(view);
  return view;
}

void Client::switch_on(const std::string& component, std::chrono::milliseconds patience) {
  // A moment more than it waits itself, so that it is the one to say so.
  const std::chrono::milliseconds longest = patience + hidden_->orb.call_timeout();
  calling(component, [&] {
    const ::RtComponent_var found = find_component(*hidden_->names, component);
    omniORB::setClientCallTimeout(found.in(), static_cast<CORBA::ULong>(longest.count()));
    try {
      found->on();
    } catch (const CORBA::TIMEOUT& timeout) {
      if (timeout.minor() != 0)  // none of its own: this end has given up, and it goes on
        throw std::runtime_error(fmt::format("{} is not on after {:g} s; it may still switch on", component,
                                             std::chrono::duration<double>(longest).count()));
      const ComponentView view = look(*hidden_->names, component, hidden_->orb, hidden_->clock).view;
      if (view.fault.empty()) throw;
      throw std::runtime_error(fmt::format("{}: {}", component, view.fault));
    }
  });
}

void Client::switch_off(const std::string& component) {
  calling(component, [&] { find_component(*hidden_->names, component)->off(); });
}

Value Client::get(const std::string& port) {
  const AnyPort found = calling(port, [&] { return find_port(*hidden_->names, port); });
  Value value;
  if (!CORBA::is_nil(found.out.in())) {
    const Refusal refusal = calling(port, [&] { return get_from(found.out.in(), value); });
    if (refusal != Refusal::none)
      throw std::runtime_error(fmt::format("the value of {} cannot be shown: {}", port, to_string(refusal)));
    return value;
  }
  const auto [component, name] = split_port(port);
  const ComponentView view = look_at(component);
  for (const ComponentView::Port& one : view.in) {
    const auto type = value_type(one.type);
    if (one.name != name || !type || view.state == "unknown") continue;
    if (auto read = from_view(*type, one.value)) return *std::move(read);
    throw std::runtime_error(fmt::format("the value of {} is too long to be told", port));
  }
  throw std::runtime_error(fmt::format("{} does not tell what was put there", port));
}

void Client::put(const std::string& port, const std::vector<std::string>& words) {
  calling(port, [&] {
    const ::InPort_var in = find_in_port(*hidden_->names, port);
    const WireType takes = type_of(in.in());
    const auto type = takes.value_type();
    if (!type)
      throw std::runtime_error(fmt::format("{} takes {}, which cannot be put from here", port, to_string(takes)));
    const auto value = from_text(*type, words);
    if (!value) {
      std::string all;
      for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
      throw std::runtime_error(
          fmt::format("{} takes {}; \"{}\" is none", port, to_string(*type), spark::printable(all)));
    }
    put_into(in.in(), *value);
  });
}

void Client::put(const std::string& port, const Value& value) {
  calling(port, [&] { put_into(find_in_port(*hidden_->names, port).in(), value); });
}

void Client::connect(const std::string& out, const std::string& in, Request request) {
  const ::OutPort_var from = calling(out, [&] { return find_out_port(*hidden_->names, out); });
  const ::InPort_var to = calling(in, [&] { return find_in_port(*hidden_->names, in); });
  const ReqType type = request == Request::once ? once : repeated;
  if (!calling(out, [&] { return from->subscribe(type, to.in()); })) {
    const WireType gives = calling(out, [&] { return type_of(from.in()); }),
                   takes = calling(in, [&] { return type_of(to.in()); });
    const auto one = gives.value_type(), other = takes.value_type();
    if (one && other && !fits(*one, *other))
      throw std::runtime_error(fmt::format("{} gives {}, {} takes {}", out, to_string(gives), in, to_string(takes)));
    throw std::runtime_error(
        fmt::format("{} refuses {}: they are connected already, or it has all it can serve", out, in));
  }
  if (request == Request::once) return;
  const std::lock_guard lock(hidden_->mutex);
  hidden_->made.insert({out, in, request});
}

void Client::disconnect(const std::string& out, const std::string& in) {
  const ::OutPort_var from = calling(out, [&] { return find_out_port(*hidden_->names, out); });
  const ::InPort_var to = calling(in, [&] { return find_in_port(*hidden_->names, in); });
  const bool was_repeated = calling(out, [&] { return from->unsubscribe(repeated, to.in()); });
  const bool was_once = calling(out, [&] { return from->unsubscribe(once, to.in()); });
  {
    const std::lock_guard lock(hidden_->mutex);
    hidden_->made.erase({out, in, Request::repeated});
  }
  if (!was_repeated && !was_once) throw std::runtime_error(fmt::format("{} and {} are not connected", out, in));
}

std::unique_ptr<Client::Watch> Client::watch(const std::string& out, std::function<void(const Value&)> came) {
  return calling(out, [&] {
    const ::OutPort_var port = find_out_port(*hidden_->names, out);
    return watch_port(hidden_->orb, port.in(), out, std::move(came));
  });
}

}  // namespace rtm
