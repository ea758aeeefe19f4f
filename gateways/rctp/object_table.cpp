// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/object_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/perceptor.h"

namespace rctp {

using namespace spark;
namespace {

constexpr const char* kWorld = "world";
constexpr double kWorldRate = 100.0 / 3.0;  ///< every third step of 0.01 s

/// Three numbers called x, y and z have a standard form.
std::string standard_of(const std::vector<Object::Parameter>& parameters) {
  const bool is_vector = parameters.size() == 3 && parameters[0].name == "x" && parameters[1].name == "y" &&
                         parameters[2].name == "z" && parameters[0].unit == parameters[1].unit &&
                         parameters[1].unit == parameters[2].unit;
  if (!is_vector) return {};
  return parameters[0].unit == "m" ? "place" : "vector";
}

/// Nothing if it has no form that an operator could use.
std::optional<Object> object_of(const Effector& effector) {
  auto parameters = effector.parameters();
  // What may follow or not is left out.
  if (!parameters.empty() && parameters.back().kind == Parameter::Kind::any)
    parameters = parameters.first(parameters.size() - 1);
  Object object;
  object.name = effector.predicate();
  object.trigger = effector.is_trigger();
  if (parameters.empty()) {
    object.kind = Object::Kind::binary_output;
    object.trigger = true;
    return object;
  }
  if (std::ranges::any_of(parameters, &Parameter::named)) return std::nullopt;
  if (parameters.size() == 1 && parameters[0].kind == Parameter::Kind::text) {
    object.kind = Object::Kind::text_output;
    object.trigger = true;
    object.max_length = std::min(object.max_length, effector.longest_text(0));
    return object;
  }
  if (parameters.size() > Object::kMaxOutputs) return std::nullopt;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].kind == Parameter::Kind::text) return std::nullopt;
    const Range range = effector.range(i);
    object.parameters.push_back({.name = std::string(parameters[i].name),
                                 .unit = std::string(parameters[i].unit),
                                 .least = range.least,
                                 .most = range.most,
                                 .neutral = range.neutral});
  }
  object.kind = Object::Kind::control_output;
  object.standard = standard_of(object.parameters);
  return object;
}

Object object_of(const Perceptor& perceptor) {
  const auto fields = perceptor.fields();
  Object object;
  object.name = perceptor.predicate();
  object.kind = Object::Kind::text_input;
  if (fields.empty() || fields.size() > Object::kMaxInputs) return object;
  const auto is_truth = [](const PerceptField& field) { return field.kind == PerceptField::Kind::truth; };
  if (std::ranges::all_of(fields, is_truth)) {
    object.kind = Object::Kind::binary_input;
    object.bits = fields.size();
    return object;
  }
  object.kind = Object::Kind::control_input;
  for (const PerceptField& field : fields)
    object.parameters.push_back({.name = std::string(field.name), .unit = std::string(to_string(field.unit))});
  return object;
}

}  // namespace

void ObjectTable::note_birth(const AgentAspect& body) {
  for (const Effector* effector : body.effectors()) born_with_.emplace(effector->predicate());
}

void ObjectTable::add_outputs(const AgentAspect& body, std::vector<Offer>& all) const {
  std::set<std::string, std::less<>> seen(born_with_);
  std::set<const Translator*> offered;
  for (const Effector* effector : body.effectors()) {
    if (!seen.emplace(effector->predicate()).second) continue;
    Translator* user = nullptr;
    for (Translator* translator : translators_)
      if (std::ranges::find(translator->effectors(), effector->predicate()) != translator->effectors().end())
        user = translator;
    if (user && offered.insert(user).second) {
      if (auto object = user->object(body))
        all.push_back({std::move(*object), {Source::Kind::translator, {}, 0, user}});
    } else if (!user) {
      if (auto object = object_of(*effector))
        all.push_back({std::move(*object), {Source::Kind::effector, std::string(effector->predicate()), 0, nullptr}});
    }
  }
  for (Offer& offer : all) offer.object.rate = rates_.steps;
}

/// Of several perceptors of one name each has its own object if all have fixed layouts: their percepts come in the
/// order of their creation. Texts of one name are one object.
void ObjectTable::add_inputs(const AgentAspect& body, std::vector<Offer>& all) const {
  std::map<std::string_view, bool> as_text;
  for (const Perceptor* perceptor : body.perceptors())
    as_text[perceptor->predicate()] |= object_of(*perceptor).kind == Object::Kind::text_input;
  std::map<std::string_view, std::size_t> occurrences;
  for (const Perceptor* perceptor : body.perceptors()) {
    const std::size_t occurrence = occurrences[perceptor->predicate()]++;
    const bool is_text = as_text[perceptor->predicate()];
    if (is_text && occurrence > 0) continue;
    Object object = object_of(*perceptor);
    if (is_text) object = Object{.name = object.name, .kind = Object::Kind::text_input};
    if (occurrence > 0) object.name += '_' + std::to_string(occurrence + 1);
    object.rate = rates_.sensations;
    all.push_back({std::move(object), {Source::Kind::perceptor, perceptor->predicate(), occurrence, nullptr}});
  }
}

std::vector<ObjectTable::Offer> ObjectTable::offers(const AgentAspect& body) const {
  std::vector<Offer> all;
  add_outputs(body, all);
  add_inputs(body, all);
  if (has_world_) {
    Object world{.name = kWorld, .kind = Object::Kind::binary_input};
    world.bits = 0;
    world.rate = std::min(kWorldRate, rates_.steps / 3.0);
    all.push_back({std::move(world), {Source::Kind::world, {}, 0, nullptr}});
  }
  // An effector and a perceptor may have one name; an operator needs two.
  std::set<std::string> names;
  for (Offer& offer : all)
    if (!names.insert(offer.object.name).second) names.insert(offer.object.name += "_input");
  return all;
}

std::vector<std::pair<std::size_t, std::string>> ObjectTable::idle_translators(const AgentAspect& body) const {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (std::size_t i = 0; i < translators_.size(); ++i)
    if (!translators_[i]->effectors().empty() && !translators_[i]->object(body))
      all.emplace_back(i, fmt::format("{}", fmt::join(translators_[i]->effectors(), ", ")));
  return all;
}

bool ObjectTable::refresh(const AgentAspect& body) {
  std::vector<Offer> all = offers(body);
  Objects objects(*objects_);
  std::vector<Source> sources(sources_);
  std::vector<bool> kept(objects.size());
  left_out_ = 0;
  for (Offer& offer : all) {
    const auto known = std::ranges::find(objects, offer.object);
    if (known != objects.end() && !kept[static_cast<std::size_t>(known - objects.begin())]) {
      const auto place = static_cast<std::size_t>(known - objects.begin());
      kept[place] = true;
      sources[place] = std::move(offer.source);
    } else if (objects.size() < kMaxObjects) {
      objects.push_back(std::move(offer.object));
      sources.push_back(std::move(offer.source));
      kept.push_back(true);
    } else {
      ++left_out_;
    }
  }
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!kept[i]) objects[i].name.clear();
  sources_ = std::move(sources);
  if (objects == *objects_) return false;
  objects_ = std::make_shared<Objects>(std::move(objects));
  return true;
}

}  // namespace rctp
