// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/source_place.h"
#include "spark/core/transform.h"
#include "spark/scene/scene_importer.h"
#include "spark/script/object_reference.h"
#include "spark/sexp/reader.h"

namespace spark {

struct Core;

/// Whether this is the name of a parameter: `$length`.
bool is_scene_parameter(const sexp::Expression& e);

/// One import of one scene file: header, then one body that builds nodes below the target, or, in a delta scene,
/// changes those that are there (behaviour 10).
///
/// Calls of immediate methods run in place, all others in file order after the whole body has been read, so that a
/// joint may name a body further down. They also run when reading has failed, unless the file is broken.
///
/// An `(eval …)` or an immediate method may delete any node, so nodes are kept as references.
class SceneImport {
 public:
  /// Everything is borrowed and must outlive this.
  SceneImport(BaseNode& target, const SceneSource& source);

  /// `unlink`: a full scene takes the place of everything below the target.
  ImportOutcome run(bool unlink);

 private:
  using Expression = sexp::Expression;
  using Reference = ObjectReference;

  /// An error in that line: the import fails.
  struct Error : std::runtime_error {
    Error(std::size_t at, const std::string& what, ImportOutcome leads_to = ImportOutcome::failed)
        : std::runtime_error(what), line(at), outcome(leads_to) {}
    std::size_t line;
    ImportOutcome outcome;
  };
  /// A file imported by this one is wrong; its error line has been written already.
  struct ImportFailed {
    ImportOutcome outcome = ImportOutcome::failed;
  };

  /// What stands behind a name with `$`.
  struct Parameter {
    std::optional<Value> value;  ///< none if the import gives no argument for a template's name
    bool is_foreign = false;     ///< SceneSource::foreign
  };

  struct Call {
    Reference object;
    const MethodInfo* method;
    Values arguments;
    Expression where;
  };

  void read_file();
  void check_header(const Expression& header);
  void check_arguments();
  void unlink_all();
  void read_existing_node(const Expression& list, const Reference& at);
  void read_list(const Expression& list, const Reference& at);
  void read_items(const Expression& list, std::size_t first, const Reference& at);
  void read_node(const Expression& list, const Reference& at);
  void read_select(const Expression& list, const Reference& at);
  void read_template(const Expression& list);
  void read_define(const Expression& list);
  void read_import(const Expression& list, const Reference& at);
  void read_call(const Expression& list, const Reference& at);
  bool run_call(const Call& call);

  // Arguments (scene_arguments.cpp).
  Value value_of(const Expression& argument);
  Values values_of(const Expression& list, std::size_t first);
  std::string text_of(const Expression& argument);
  Value evaluate(const Expression& list);
  const Value& parameter(const Expression& atom);
  /// Whether it is a name with `$` for a text that comes from outside.
  bool is_foreign_text(const Expression& argument) const;
  /// Which of the values of `values_of` come from outside.
  std::vector<bool> foreign_of(const Expression& list, std::size_t first) const;

  Node& node(const Reference& reference, const Expression& where);
  /// "file:line", for messages: finding the line takes a walk through the text.
  std::string place_of(const Expression& where) const;
  /// That line, as long as it is being carried out.
  SourcePlace at_line(const Expression& where) const;
  [[noreturn]] void fail(const Expression& where, const std::string& what) const;

  Core& core_;
  Reference target_;
  std::string_view text_;
  const std::string& place_;
  const Values& arguments_;
  const std::vector<bool>& foreign_;
  const bool is_exact_;
  sexp::Reader reader_;
  bool is_delta_ = false;
  bool unlink_ = false;
  std::map<std::string, Parameter, std::less<>> parameters_;  ///< by name with the `$`
  std::size_t arguments_bound_ = 0;
  /// Of a delta scene: how many children of a node have had their turn, by the node's serial number.
  std::map<std::uint64_t, std::size_t> visited_;
  std::vector<Call> queue_;
};

}  // namespace spark
