// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/component/value_kinds.h"
#include "gateways/rtm/device/percept_paths.h"
#include "spark/agent/sexp_percept_writer.h"

namespace rtm {
namespace {

using Item = spark::PerceptArray::Item;

template <typename... Args>
[[noreturn]] void fail_to_bind(const BridgeFile::Port& plan, fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format("{}: {}-port {}: {}", plan.place, plan.is_out ? "out" : "in", plan.name,
                                       fmt::format(format, std::forward<Args>(args)...)));
}

std::string known_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMaxNames = 100;
  const std::size_t count = std::min(names.size(), kMaxNames);
  if (count == 0) return "none";
  return fmt::format("{}{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "),
                     names.size() > count ? fmt::format(" and {} more", names.size() - count) : "");
}

template <typename List>
std::vector<std::string> names_in(const List& list) {
  std::vector<std::string> names;
  for (const auto& one : list) names.push_back(one.name);
  return names;
}

/// The names of all parts of a kind that a robot has, in the order of its map.
std::vector<std::string> owner_names(const BridgedRobot& robot, OwnerKind kind) {
  switch (kind) {
    case OwnerKind::joint:
      return names_in(robot.map.joints);
    case OwnerKind::link:
      return names_in(robot.map.links);
    case OwnerKind::force_sensor:
      return names_in(robot.map.force_sensors);
    case OwnerKind::gyro:
      return names_in(robot.map.gyros);
    case OwnerKind::accelerometer:
      return names_in(robot.map.accelerometers);
    case OwnerKind::range_finder:
      return names_in(robot.map.range_finders);
    case OwnerKind::camera:
      return robot.map.cameras;
    case OwnerKind::percept:
      return robot.map.percepts;
    case OwnerKind::effector:
      break;
  }
  std::vector<std::string> names;
  for (const EffectorForm& form : robot.effectors) names.push_back(form.predicate);
  return names;
}

/// Whether such owners also have numbers, from 0, by which files can name them: sensors and cameras.
bool has_numbers(OwnerKind kind) {
  return kind != OwnerKind::joint && kind != OwnerKind::link && kind != OwnerKind::percept &&
         kind != OwnerKind::effector;
}

std::size_t owner_of(const BridgeFile::Port& plan, const BridgedRobot& robot, const std::vector<std::string>& names,
                     const std::string& owner) {
  const OwnerKind kind = traits(plan.property).owners;
  if (const auto found = std::ranges::find(names, owner); found != names.end())
    return static_cast<std::size_t>(found - names.begin());
  std::size_t number = 0;
  const char* const last = owner.data() + owner.size();
  const auto [end, error] = std::from_chars(owner.data(), last, number);
  if (has_numbers(kind) && error == std::errc() && end == last && number < names.size()) return number;
  fail_to_bind(plan, "robot {} has no {} '{}' (known: {})", robot.name, to_string(kind), owner, known_names(names));
}

/// The owners that the file names, otherwise all.
std::vector<std::size_t> owners_of(const BridgeFile::Port& plan, const BridgedRobot& robot) {
  const PropertyTraits& property = traits(plan.property);
  const std::vector<std::string> names = owner_names(robot, property.owners);
  std::vector<std::size_t> owners;
  for (const std::string& owner : plan.owners) owners.push_back(owner_of(plan, robot, names, owner));
  if (!plan.owners.empty()) return owners;
  if (names.empty()) fail_to_bind(plan, "robot {} has no {}", robot.name, to_string(property.owners));
  if (property.is_single && names.size() > 1)
    fail_to_bind(plan, "{} needs an owner (known: {})", property.word, known_names(names));
  for (std::size_t i = 0; i < names.size(); ++i) owners.push_back(i);
  return owners;
}

/// Assigns numbers of a sensation to a value of the port's type.
void assign_numbers(std::span<const double> numbers, Value& value) {
  std::visit(
      [&](auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, Value::Doubles>)
          content.assign(numbers.begin(), numbers.end());
        else if constexpr (is_vector3d<Content>)
          std::ranges::copy(numbers.first(content.size()), content.begin());
      },
      value.content());
}

/// Each number is a colour as ARGB.
void assign_colors(const CameraPicture& picture, Value::Longs& pixels) {
  pixels.resize(picture.rgb.size() / 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint8_t* const rgb = &picture.rgb[3 * i];
    const std::uint32_t argb = 0xFF000000U | std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2];
    pixels[i] = static_cast<std::int32_t>(argb);
  }
}

/// The luma of a pixel, 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), rounded.
void assign_grays(const CameraPicture& picture, Value::Octets& pixels) {
  pixels.resize(picture.rgb.size() / 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint8_t* const rgb = &picture.rgb[3 * i];
    pixels[i] = static_cast<std::uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
  }
}

}  // namespace

BridgeOut::BridgeOut(OutPort& port, const BridgeFile::Port& plan, double interval)
    : port_(port), plan_(plan), interval_(interval), value_(port.type()) {}

void BridgeOut::bind(const BridgedRobot& robot) {
  if (plan_.property != Property::percept) {
    owners_ = owners_of(plan_, robot);
    const bool is_contact = plan_.property == Property::constraint_force;
    if (is_contact && !robot.map.links[owners_.front()].contacts)
      fail_to_bind(plan_, "link {} has no Contacts", robot.map.links[owners_.front()].name);
    return;
  }
  if (port_.type() == ValueType::string) {
    owners_of(plan_, robot);  // throws if there is no percept with that name
    percept_.predicate = plan_.owners.front();
    return;
  }
  PerceptPaths paths;
  paths.learn(robot.percepts);
  const std::string& path = plan_.owners.front();
  const PerceptPaths::Place place = paths.find(path);
  if (place.count == 0)
    fail_to_bind(plan_, "robot {} has no percept '{}' (known: {})", robot.name, path, known_names(paths.paths()));
  const auto values = robot.percepts.items().subspan(place.first, place.count);
  if (std::ranges::find(values, Item::Kind::text, &Item::kind) != values.end())
    fail_to_bind(plan_, "the percept '{}' is a text; its predicate, '{}', gives the whole percept as one", path,
                 path.substr(0, path.find('/')));
  PerceptIndex index;
  index.look_at(robot.percepts);
  percept_ = index.sought_at(place.first);
  const auto begin = static_cast<std::size_t>(index.find(percept_).data() - robot.percepts.items().data());
  first_ = place.first - begin;
  count_ = place.count;
}

bool BridgeOut::read_links(LinkReader& links) {
  numbers_.clear();
  for (const std::size_t owner : owners_)
    if (!links.read(plan_.property, owner, numbers_)) return false;
  assign_numbers(numbers_, value_);
  return true;
}

/// Reads the numbers of an item, or all percepts of a predicate as text.
bool BridgeOut::read_percept(const PerceptIndex& index) {
  if (auto* const text = std::get_if<std::string>(&value_.content())) {
    const spark::PerceptArray& percepts = index.percepts();
    text->clear();
    spark::SexpPerceptWriter writer(*text);
    const std::size_t end = percepts.items().size();
    for (std::size_t at = percepts.find(percept_.predicate); at < end; at = percepts.find(percept_.predicate, at))
      at = percepts.write_to(writer, at);
    return !text->empty();
  }
  const auto percept = index.find(percept_);
  if (percept.size() < first_ + count_) return false;
  const auto values = percept.subspan(first_, count_);
  auto& numbers = std::get<Value::Doubles>(value_.content());
  numbers.clear();
  for (const Item& value : values)
    if (value.kind == Item::Kind::real || value.kind == Item::Kind::integer) numbers.push_back(value.number);
  return numbers.size() == count_;
}

bool BridgeOut::read_picture(PictureSource& pictures, spark::Step step) {
  const bool with_depth = plan_.property == Property::depth_image;
  const auto picture = pictures.picture(owners_.front(), step, with_depth);
  if (!picture) return false;
  if (with_depth)
    std::get<Value::Floats>(value_.content()) = picture->depth;
  else if (plan_.property == Property::color_image)
    assign_colors(*picture, std::get<Value::Longs>(value_.content()));
  else
    assign_grays(*picture, std::get<Value::Octets>(value_.content()));
  return true;
}

void BridgeOut::read(std::int64_t period, spark::Step step, LinkReader& links, PictureSource* pictures) {
  is_new_ = false;
  if (!interval_.is_due(period)) return;
  if (traits(plan_.property).owners == OwnerKind::camera)
    is_new_ = pictures && read_picture(*pictures, step);
  else if (plan_.property == Property::percept)
    is_new_ = read_percept(links.index());
  else
    is_new_ = read_links(links);
}

void BridgeOut::push(Value::Time time) {
  if (!std::exchange(is_new_, false)) return;
  value_.set_time(time);
  port_.put(value_);
}

BridgeIn::BridgeIn(InPort& port, const BridgeFile::Port& plan) : port_(port), plan_(plan), value_(port.type()) {}

void BridgeIn::bind(const BridgedRobot& robot, const LinkWriter& links) {
  owners_ = owners_of(plan_, robot);
  const PropertyTraits& property = traits(plan_.property);
  if (property.owners == OwnerKind::effector) {
    const EffectorForm& form = robot.effectors[owners_.front()];
    parameters_ = form.parameters.size();
    if (plan_.property == Property::effector && std::ranges::any_of(form.parameters, &EffectorForm::Parameter::is_text))
      fail_to_bind(plan_, "effector {} takes a text, which EFFECTOR_TEXT gives it", form.predicate);
    return;
  }
  const auto can_set = [&](std::size_t owner) { return links.can_set(plan_.property, owner); };
  const auto bad = std::ranges::find_if_not(owners_, can_set);
  if (bad == owners_.end()) return;
  const auto names = owner_names(robot, property.owners);
  if (!plan_.owners.empty())
    fail_to_bind(plan_, "{} {} has no {}", to_string(property.owners), names[*bad], effector_class(plan_.property));
  if (std::ranges::none_of(owners_, can_set))
    fail_to_bind(plan_, "no {} of robot {} has a {}", to_string(property.owners), robot.name,
                 effector_class(plan_.property));
}

void BridgeIn::refuse(std::size_t wanted) {
  too_short_.fetch_add(1, std::memory_order_relaxed);
  const auto owner = port_.owner();
  if (spark::Log* const log = owner ? owner->log() : nullptr)
    log->complain(port_.full_name(), "{} numbers, where {} takes {}; nothing changes", value_.size(),
                  traits(plan_.property).word, wanted);
}

void BridgeIn::set_links(LinkWriter& links) {
  numbers_.clear();
  for (std::size_t i = 0; i < value_.size(); ++i) numbers_.push_back(value_.number(i));
  const std::size_t each = traits(plan_.property).numbers;
  if (numbers_.size() < each) return refuse(each);
  const std::size_t count = std::min(owners_.size(), numbers_.size() / each);
  for (std::size_t i = 0; i < count; ++i)
    links.set(plan_.property, owners_[i], std::span(numbers_).subspan(i * each, each));
}

void BridgeIn::order_effector(Answer& answer) {
  if (const auto* const text = std::get_if<std::string>(&value_.content())) {
    answer.add(Order::Kind::words, owners_.front()).text = *text;
    return;
  }
  if (value_.size() != parameters_) return refuse(parameters_);
  Order& order = answer.add(Order::Kind::set, owners_.front());
  for (std::size_t i = 0; i < parameters_; ++i) order.numbers[i] = value_.number(i);
}

void BridgeIn::take(LinkWriter& links, Answer& answer, PortLog* log, spark::Step step) {
  if (has_stopped_.exchange(false)) stop(links, answer);
  if (!port_.take(value_)) return;
  const std::uint64_t clamped_before = links.clamped();
  if (traits(plan_.property).owners == OwnerKind::effector)
    order_effector(answer);
  else
    set_links(links);
  clamped_.fetch_add(links.clamped() - clamped_before, std::memory_order_relaxed);
  const auto owner = port_.owner();
  if (log && owner) log->write(step, owner->name(), port_.name(), value_);
}

void BridgeIn::stop(LinkWriter& links, Answer& answer) {
  for (const std::size_t owner : owners_)
    if (traits(plan_.property).owners == OwnerKind::effector)
      answer.add(Order::Kind::rest, owner);
    else
      links.stop(plan_.property, owner);
}

}  // namespace rtm
