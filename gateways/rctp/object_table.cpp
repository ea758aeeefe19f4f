// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/object_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>

#include "gateways/rctp/port/page_files.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/perceptor.h"

namespace rctp {
namespace {

constexpr const char* kWorld = "world";
constexpr double kPicturesPerSecond = 30.0;  ///< the rate for viewers that do not request another one
constexpr double kWorldRate = 100.0 / 3.0;   ///< every third step of 0.01 s

bool are_called(const std::vector<Object::Parameter>& parameters, std::initializer_list<std::string_view> names) {
  return std::ranges::equal(parameters, names, {}, &Object::Parameter::name);
}

/// The standard form whose names match those of the object's numbers; empty if there is none.
std::string standard_of(const Object& object) {
  const auto& parameters = object.parameters;
  if (are_called(parameters, {"x", "y", "z"}) && parameters[0].unit == parameters[1].unit &&
      parameters[1].unit == parameters[2].unit)
    return parameters[0].unit == "m" ? "place" : "vector";
  // The angles are to be held; a trigger would turn by angles instead.
  if (are_called(parameters, {"pan", "tilt", "zoom"}) && !object.trigger && parameters[0].unit == "degrees" &&
      parameters[1].unit == "degrees")
    return "pan-tilt-zoom";
  return {};
}

/// The page's device translators for objects of that standard form.
std::vector<std::string> usual_translators(std::string_view standard) {
  std::vector<std::string_view> names{"stick.js", "keys.js"};
  if (standard == "forward-turn" || standard == "vector") names.emplace_back("go-there.js");
  if (standard == "place") names.emplace_back("measuring-arm.js");
  std::vector<std::string> addresses;
  for (const std::string_view name : names) {
    std::string address = std::string(OfferedModule::kTranslators).append(name);
    if (pages::find_file(page_files(), address.substr(1))) addresses.push_back(std::move(address));
  }
  return addresses;
}

/// Returns nothing if operators cannot use an effector of that form.
std::optional<Object> object_of(const spark::Effector& effector) {
  auto parameters = effector.parameters();
  // Optional arguments are omitted.
  if (!parameters.empty() && parameters.back().kind == spark::Parameter::Kind::any)
    parameters = parameters.first(parameters.size() - 1);
  Object object;
  object.name = effector.predicate();
  object.trigger = effector.is_trigger();
  if (parameters.empty()) {
    object.kind = Object::Kind::binary_output;
    object.trigger = true;
    return object;
  }
  if (std::ranges::any_of(parameters, &spark::Parameter::named)) return std::nullopt;
  if (parameters.size() == 1 && parameters[0].kind == spark::Parameter::Kind::text) {
    object.kind = Object::Kind::text_output;
    object.trigger = true;
    object.max_length = std::min(object.max_length, effector.longest_text(0));
    return object;
  }
  if (parameters.size() > Object::kMaxOutputs) return std::nullopt;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].kind == spark::Parameter::Kind::text) return std::nullopt;
    const spark::Range range = effector.range(i);
    object.parameters.push_back({.name = std::string(parameters[i].name),
                                 .unit = std::string(parameters[i].unit),
                                 .min = range.min,
                                 .max = range.max,
                                 .neutral = range.neutral});
  }
  object.kind = Object::Kind::control_output;
  object.standard = standard_of(object);
  return object;
}

Object object_of(const spark::Perceptor& perceptor) {
  const auto fields = perceptor.fields();
  Object object;
  object.name = perceptor.predicate();
  object.kind = Object::Kind::text_input;
  if (fields.empty() || fields.size() > Object::kMaxInputs) return object;
  const auto is_truth = [](const spark::PerceptField& field) { return field.kind == spark::PerceptField::Kind::truth; };
  if (std::ranges::all_of(fields, is_truth)) {
    object.kind = Object::Kind::binary_input;
    object.bits = fields.size();
    return object;
  }
  object.kind = Object::Kind::control_input;
  for (const spark::PerceptField& field : fields)
    object.parameters.push_back({.name = std::string(field.name), .unit = std::string(to_string(field.unit))});
  return object;
}

}  // namespace

void ObjectTable::note_birth(const spark::AgentAspect& body) {
  for (const spark::Effector* effector : body.effectors()) born_with_.emplace(effector->predicate());
}

void ObjectTable::add_outputs(const spark::AgentAspect& body, std::vector<Offer>& all) const {
  std::set<std::string, std::less<>> seen(born_with_);
  std::set<const Translator*> offered;
  for (const spark::Effector* effector : body.effectors()) {
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

/// Several perceptors with one name are separate objects if all have fixed layouts, because their percepts come in the
/// order of their creation. Texts with one name are one object.
void ObjectTable::add_inputs(const spark::AgentAspect& body, std::vector<Offer>& all) const {
  std::map<std::string_view, bool> as_text;
  for (const spark::Perceptor* perceptor : body.perceptors())
    as_text[perceptor->predicate()] |= object_of(*perceptor).kind == Object::Kind::text_input;
  std::map<std::string_view, std::size_t> occurrences;
  for (const spark::Perceptor* perceptor : body.perceptors()) {
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

std::vector<ObjectTable::Offer> ObjectTable::offers(const spark::AgentAspect& body) const {
  std::vector<Offer> all;
  add_outputs(body, all);
  add_inputs(body, all);
  if (has_world_) {
    Object world{.name = kWorld, .kind = Object::Kind::binary_input};
    world.bits = 0;
    world.rate = std::min(kWorldRate, rates_.steps / 3.0);
    all.push_back({std::move(world), {Source::Kind::world, {}, 0, nullptr}});
  }
  for (Offer& offer : all) {
    if (offer.object.kind != Object::Kind::control_output) continue;
    offer.object.translators = usual_translators(offer.object.standard);
    for (const auto& [object, address] : modules_)
      if (object == offer.object.name) offer.object.translators.push_back(address);
  }
  if (has_microphone_) {
    Object microphone{.name = "microphone", .kind = Object::Kind::audio_input};
    microphone.address = "microphone.wav";
    microphone.encoding = "audio/wav";
    all.push_back({std::move(microphone), {Source::Kind::microphone, {}, 0, nullptr}});
  }
  if (camera_) {
    Object camera{.name = "camera", .kind = Object::Kind::video_input};
    camera.address = "camera.mjpg";
    camera.encoding = "image/jpeg";
    camera.frame_rate = kPicturesPerSecond;
    camera.field_of_view = *camera_;
    all.push_back({std::move(camera), {Source::Kind::camera, {}, 0, nullptr}});
  }
  // An effector and a perceptor may have the same name, but two objects may not.
  std::set<std::string> names;
  for (Offer& offer : all)
    if (!names.insert(offer.object.name).second) names.insert(offer.object.name += "_input");
  return all;
}

std::vector<std::pair<std::size_t, std::string>> ObjectTable::idle_translators(const spark::AgentAspect& body) const {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (std::size_t i = 0; i < translators_.size(); ++i)
    if (!translators_[i]->effectors().empty() && !translators_[i]->object(body))
      all.emplace_back(i, fmt::format("{}", fmt::join(translators_[i]->effectors(), ", ")));
  return all;
}

bool ObjectTable::refresh(const spark::AgentAspect& body) {
  std::vector<Offer> all = offers(body);
  Objects objects(*objects_);
  std::vector<Source> sources(sources_);
  std::vector<bool> kept(objects.size());
  left_out_ = 0;
  for (Offer& offer : all) {
    const bool is_camera = offer.source.kind == Source::Kind::camera;
    const auto known = is_camera && camera_place_ ? objects.begin() + static_cast<std::ptrdiff_t>(*camera_place_)
                                                  : std::ranges::find(objects, offer.object);
    const auto place = static_cast<std::size_t>(known - objects.begin());
    if (known != objects.end() && !kept[place]) {
      kept[place] = true;
      objects[place] = std::move(offer.object);
      sources[place] = std::move(offer.source);
    } else if (objects.size() < kMaxObjects) {
      if (is_camera) camera_place_ = objects.size();
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
