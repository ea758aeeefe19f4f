// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sig_monitor.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>
#include <utility>

#include "spark/core/core.h"

namespace sigverse {
namespace {

/// Bytes of an object's item without its name, at most: brackets, and seven numbers such as -1.23456789e-123.
constexpr std::size_t kItem = 8 + 7 * 17;

void append_number(std::string& out, double value) {
  fmt::format_to(std::back_inserter(out), " {:.9g}", value);
}

}  // namespace

void SigMonitor::prepare() {
  BodyMonitor::prepare();
  auto* world = core().find_first<SimWorld>();
  if (!world) throw std::runtime_error("the script created no SimWorld, which SigMonitor shows");
  world_ = *world;
}

void SigMonitor::append_more(std::string& out) {
  if (!world_) return;
  const std::vector<SimObj*>& objects = world_->objects();
  // None comes or goes once there are some.
  if (!is_named_ && !objects.empty()) {
    is_named_ = true;
    std::size_t size = 0;
    for (const SimObj* object : objects) {
      std::string name = as_atom(object->object_name());
      size += name.size() + kItem;
      if (names_.size() >= kMaxShown || size > kMaxItem) break;
      names_.push_back(std::move(name));
    }
    if (names_.size() < objects.size())
      core().log.warning("monitors are shown the first {} of {} objects only", names_.size(), objects.size());
  }
  out += "(sig (time";
  append_number(out, world_->time());
  out += ')';
  for (std::size_t i = 0; i < names_.size(); ++i) {
    out += "(obj ";
    out += names_[i];
    for (const double number : objects[i]->position()) append_number(out, number);
    for (const double number : objects[i]->rotation()) append_number(out, number);
    out += ')';
  }
  out += ')';
}

void SigMonitor::register_class(spark::ClassRegistry& classes) {
  classes.add<SigMonitor>("SigMonitor", "BodyMonitor", "Shows bodies, and the objects of a SIGVerse world in cm.");
}

}  // namespace sigverse
