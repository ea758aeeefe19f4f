// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/core/class_registry.h"

namespace spark {
class AgentAspect;
}  // namespace spark

namespace server {

/// What scripts, scene files and agents may use, as plain data: the source of `--describe` and of
/// docs/write/reference.md. It is collected from the class registry and from the descriptions of effectors and
/// perceptors.
struct Reference {
  /// One argument of a method.
  struct Argument {
    std::string name;
    std::string unit;  ///< "m/s²"; empty if it has none
    std::string note;  ///< "1 to 64", or other text after the name
    spark::ValueKind kind = spark::ValueKind::any;
  };
  struct Method {
    std::string name;
    std::string signature;  ///< "mass (kg), radius (m)": the arguments for people
    std::vector<Argument> arguments;
    bool takes_rest = false;  ///< any number of arguments may follow in place of the last
    spark::ValueKind gives = spark::ValueKind::nothing;
    std::string help;
    bool immediate = false;  ///< scene files call it where it is written, not after the whole file
  };
  struct Class {
    std::string name;
    std::string base;    ///< empty: none
    std::string module;  ///< for `importBundle`; empty: every server has the class
    std::string help;
    bool can_be_created = false;
    std::vector<Method> methods;  ///< its own, without those of the base
  };
  struct Parameter {
    std::string name;
    spark::ValueKind kind = spark::ValueKind::real;
    bool named = false;  ///< optional, as `(name value)`; else required, by its place
    std::string unit;
    std::string help;
    spark::Range range;
  };
  struct Effector {
    std::string class_name;
    std::string predicate;
    std::string help;
    bool is_trigger = true;
    bool is_configured = false;  ///< ranges are those of an agent of the set-up script, not of a class
    std::vector<Parameter> parameters;
  };
  struct Field {
    std::string name;
    std::string unit;
    spark::ValueKind kind = spark::ValueKind::real;
  };
  struct Perceptor {
    std::string class_name;
    std::string predicate;
    std::string form;  ///< of the percept
    std::vector<Field>
        fields;  ///< its numbers, in order, if they are always the same and the script's agents have the percept
  };

  std::vector<Class> classes;  ///< in the order of registration: bases first
  std::vector<Effector> effectors;
  std::vector<Perceptor> perceptors;

  const Class* find(std::string_view name) const;
};

/// Collects everything in that registry. `sample` is an agent made by the set-up script: its effectors and perceptors
/// are listed one by one, with ranges and fields as configured. If it is null, those of the classes are listed.
Reference collect_reference(const spark::ClassRegistry& classes, const spark::AgentAspect* sample);

/// The part that `name` selects: a class ("oxygen/Body" or "Body") followed by its bases, or the predicate of an
/// effector or perceptor with its class. Case is ignored unless that makes the name ambiguous. Throws `WrongUsage`,
/// which suggests similar names, if nothing has that name.
Reference select_reference(const Reference& all, const std::string& name);

/// Names and units of a method's arguments, parsed from their description for people (`MethodInfo::parameters`). A unit
/// is in brackets and also applies to one-letter names before it: "x, y, z (m)". Names are empty if the description is
/// not a list of as many names as there are arguments.
std::vector<Reference::Argument> arguments_of(const spark::MethodInfo& method);

/// "real", "integer", "truth value", "text", "any", "nothing".
std::string_view to_string(spark::ValueKind kind);

/// The reference as text on a terminal, as a page of documentation (docs/write/reference.md), and as JSON for programs
/// (the arrays `classes`, `effectors`, `perceptors`; an absent bound is null).
std::string as_text(const Reference& reference);
std::string as_markdown(const Reference& reference);
std::string as_json(const Reference& reference);

}  // namespace server
