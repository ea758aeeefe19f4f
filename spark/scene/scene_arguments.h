// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/scene/scene_importer.h"
#include "spark/sexp/reader.h"

namespace spark {

struct Core;

/// An error in a line of a scene file: its import ends with `outcome`.
struct SceneError : std::runtime_error {
  SceneError(std::size_t at, const std::string& what, ImportOutcome leads_to = ImportOutcome::failed)
      : std::runtime_error(what), line(at), outcome(leads_to) {}
  std::size_t line;
  ImportOutcome outcome;
};

/// The values in one scene file: atoms, names with `$` that are defined by `(template …)` and `(define …)`, and Ruby
/// expressions, `(eval …)`. Everything is borrowed and must outlive this. Errors in the file are thrown as
/// `SceneError`.
class SceneArguments {
 public:
  using Expression = sexp::Expression;

  SceneArguments(Core& core, const SceneSource& source, const sexp::Reader& reader)
      : core_(core), reader_(reader), arguments_(source.arguments), foreign_(source.foreign) {}

  /// Throws, with the outcome `broken`, if the number of arguments differs from that of the file's templates.
  void check_count() const;
  /// `(template $name …)`: gives these names to the next arguments of the import.
  void read_template(const Expression& list);
  /// `(define $name value)`.
  void read_define(const Expression& list);

  Value value_of(const Expression& argument) const;
  /// The values from the list's item `first` on.
  Values values_of(const Expression& list, std::size_t first) const;
  std::string text_of(const Expression& argument) const;
  /// Whether it is a name with `$` for a text that comes from outside (`SceneSource::foreign`).
  bool is_foreign_text(const Expression& argument) const;
  /// Which of the values of `values_of` come from outside.
  std::vector<bool> foreign_of(const Expression& list, std::size_t first) const;

 private:
  /// The value of a name with `$`.
  struct Parameter {
    std::optional<Value> value;  ///< empty if the import has no argument for a template's name
    bool is_foreign = false;
  };
  const Value& parameter(const Expression& atom) const;
  Value evaluate(const Expression& list) const;
  [[noreturn]] void fail(const Expression& where, const std::string& what) const;

  Core& core_;
  const sexp::Reader& reader_;
  const Values& arguments_;
  const std::vector<bool>& foreign_;
  std::size_t arguments_bound_ = 0;
  std::map<std::string, Parameter, std::less<>> parameters_;  ///< by name with the `$`
};

}  // namespace spark
