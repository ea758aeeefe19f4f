// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/ports.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/component/in_port.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

class LocalSubscriber final : public Subscriber {
 public:
  explicit LocalSubscriber(const std::shared_ptr<InPort>& port)
      : name_(port->full_name()), port_(port), owner_(port->owner()), is_owned_(!owner_.expired()) {}

  Push push(const Value& value) override {
    const auto owner = owner_.lock();
    const auto port = port_.lock();
    if (!port || (is_owned_ && (!owner || owner->has_left()))) return Push::gone;
    return port->put(value) == Refusal::none ? Push::taken : Push::refused;
  }

  bool is(const Subscriber& other) const override {
    const auto* const local = dynamic_cast<const LocalSubscriber*>(&other);
    // Comparing control blocks also recognises a port that has been destroyed.
    return local && !port_.owner_before(local->port_) && !local->port_.owner_before(port_);
  }

  std::string name() const override { return name_; }

 private:
  const std::string name_;
  const std::weak_ptr<InPort> port_;
  const std::weak_ptr<Component> owner_;
  const bool is_owned_;
};

}  // namespace

bool is_name(std::string_view name) {
  const auto is_fit = [](char c) { return c > ' ' && c <= '~' && c != '/' && c != '.' && c != '\\'; };
  return !name.empty() && name.size() <= kMaxNameBytes && std::all_of(name.begin(), name.end(), is_fit);
}

std::string not_a_name(std::string_view text, std::string_view of_what) {
  return fmt::format(
      "'{}' is not a name for {}: expected 1 to {} printable characters, none of them a blank, '/', '.' or '\\'",
      spark::printable(text), of_what, kMaxNameBytes);
}

std::string not_a_port(std::string_view text) {
  return fmt::format("port '{}': expected COMPONENT.PORT, as in Motor0.position", spark::printable(text));
}

std::shared_ptr<Subscriber> local_subscriber(const std::shared_ptr<InPort>& port) {
  return std::make_shared<LocalSubscriber>(port);
}

bool is_local(const Subscriber& subscriber) {
  return dynamic_cast<const LocalSubscriber*>(&subscriber) != nullptr;
}

}  // namespace rtm
