// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sig_monitor.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>
#include <utility>

#include "spark/core/core.h"

namespace sigverse {
namespace {

/// The maximum number of bytes of an object's or part's item without its name: brackets, and seven numbers such as
/// -1.23456789e-123.
constexpr std::size_t kItem = 8 + 7 * 17;

void append_number(std::string& out, double value) {
  fmt::format_to(std::back_inserter(out), " {:.9g}", value);
}

void append_pose(std::string& out, const SigVector& place, const SigQuaternion& turn) {
  for (const double number : place) append_number(out, number);
  for (const double number : turn) append_number(out, number);
}

}  // namespace

void SigMonitor::prepare() {
  BodyMonitor::prepare();
  auto* world = core().find_first<SimWorld>();
  if (!world) throw std::runtime_error("the script created no SimWorld, which SigMonitor shows");
  world_ = *world;
}

/// Objects are all created at once and never removed.
void SigMonitor::name_objects() {
  const std::vector<SimObj*>& objects = world_->objects();
  std::size_t size = 0;
  for (const SimObj* object : objects) {
    Shown shown{as_atom(object->object_name()), {}};
    size += shown.name.size() + kItem;
    for (std::size_t part = 0; part < object->part_count(); ++part) {
      if (object->is_fixed_part(part)) continue;
      shown.parts.emplace_back(part, as_atom(std::string(object->part(part).name)));
      size += shown.parts.back().second.size() + kItem;
    }
    if (shown_.size() >= kMaxShown || size > kMaxItem) break;
    shown_.push_back(std::move(shown));
  }
  if (shown_.size() < objects.size())
    core().log.warning("monitors are shown the first {} of {} objects only", shown_.size(), objects.size());
}

void SigMonitor::append_more(std::string& out) {
  if (!world_) return;
  const std::vector<SimObj*>& objects = world_->objects();
  if (!is_named_ && !objects.empty()) {
    is_named_ = true;
    name_objects();
  }
  out += "(sig (time";
  append_number(out, world_->time());
  out += ')';
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    out += "(obj ";
    out += shown_[i].name;
    append_pose(out, objects[i]->position(), objects[i]->rotation());
    for (const auto& [number, name] : shown_[i].parts) {
      const PartView part = objects[i]->part(number);
      out += "(part ";
      out += name;
      append_pose(out, part.place, part.turn);
      out += ')';
    }
    out += ')';
  }
  out += ')';
}

void SigMonitor::register_class(spark::ClassRegistry& classes) {
  classes.add<SigMonitor>("SigMonitor", "BodyMonitor", "Shows bodies, and the objects of a SIGVerse world in cm.");
}

}  // namespace sigverse
