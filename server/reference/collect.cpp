// SPDX-License-Identifier: Apache-2.0
#include "server/reference/reference.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"

namespace server {

using namespace spark;
namespace {

ValueKind kind_of(Parameter::Kind kind) {
  switch (kind) {
    case Parameter::Kind::real:
      return ValueKind::real;
    case Parameter::Kind::integer:
      return ValueKind::integer;
    case Parameter::Kind::text:
      return ValueKind::text;
    case Parameter::Kind::any:
      break;
  }
  return ValueKind::any;
}

ValueKind kind_of(PerceptField::Kind kind) {
  return kind == PerceptField::Kind::real      ? ValueKind::real
         : kind == PerceptField::Kind::integer ? ValueKind::integer
                                               : ValueKind::truth;
}

Reference::Method describe(const MethodInfo& method) {
  Reference::Method result{.name = method.name,
                           .signature = method.parameters,
                           .arguments = arguments_of(method),
                           .takes_rest = !method.takes.empty() && method.takes.back() == ValueKind::any,
                           .gives = method.gives,
                           .help = method.help,
                           .immediate = method.immediate};
  return result;
}

Reference::Class describe(const ClassInfo& info) {
  Reference::Class result{.name = info.name(),
                          .base = info.base() ? info.base()->name() : "",
                          .module = info.module(),
                          .help = info.help(),
                          .can_be_created = !info.is_abstract(),
                          .methods = {}};
  for (const MethodInfo& method : info.methods()) result.methods.push_back(describe(method));
  return result;
}

/// `configured`: the effector belongs to an agent, so it has the script's settings.
Reference::Effector describe(const ClassInfo& info, const Effector& effector, bool configured) {
  Reference::Effector result{.class_name = info.name(),
                             .predicate = std::string(effector.predicate()),
                             .help = std::string(effector.help()),
                             .is_trigger = effector.is_trigger(),
                             .is_configured = configured,
                             .parameters = {}};
  const auto parameters = effector.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    result.parameters.push_back({.name = std::string(parameters[i].name),
                                 .kind = kind_of(parameters[i].kind),
                                 .named = parameters[i].named,
                                 .unit = std::string(parameters[i].unit),
                                 .help = std::string(parameters[i].help),
                                 .range = configured ? effector.range(i) : parameters[i].range});
  return result;
}

Reference::Perceptor describe(const ClassInfo& info, const Perceptor& perceptor, bool configured) {
  Reference::Perceptor result{.class_name = info.name(),
                              .predicate = perceptor.predicate(),
                              .form = std::string(perceptor.help()),
                              .fields = {}};
  if (configured)
    for (const PerceptField& field : perceptor.fields())
      result.fields.push_back({std::string(field.name), std::string(to_string(field.unit)), kind_of(field.kind)});
  return result;
}

/// Adds the agent's parts of that class or, if it has none, the description of the class.
template <typename Part, typename Described>
void add_parts(std::vector<Described>& all, const ClassRegistry& classes, const ClassInfo& info,
               std::span<const Part* const> of_agent) {
  const std::size_t before = all.size();
  for (const Part* part : of_agent)
    if (part->class_info() == &info) all.push_back(describe(info, *part, true));
  if (all.size() > before) return;
  const auto made = info.is_abstract() ? nullptr : classes.create(info.name());
  if (const auto* part = dynamic_cast<const Part*>(made.get())) all.push_back(describe(info, *part, false));
}

}  // namespace

Reference collect_reference(const ClassRegistry& classes, const AgentAspect* sample) {
  Reference reference;
  for (const auto& info : classes.all()) {
    reference.classes.push_back(describe(*info));
    add_parts(reference.effectors, classes, *info, sample ? sample->effectors() : std::span<const Effector* const>());
    add_parts(reference.perceptors, classes, *info,
              sample ? sample->perceptors() : std::span<const Perceptor* const>());
  }
  return reference;
}

}  // namespace server
