// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"
#include "spark/script/object_reference.h"
#include "spark/sexp/reader.h"

namespace spark {

struct Core;

/// Whether this is the name of a parameter: `$length`.
bool is_scene_parameter(const sexp::Expression& e);

/// One import of one scene file: header, then one body that builds nodes below the target (behaviour 10).
///
/// Calls of immediate methods run in place, all others in file order after the whole body has been read, so that a
/// joint may name a body further down. They also run when reading has failed.
///
/// An `(eval …)` or an immediate method may delete any node, so nodes are kept as references.
class SceneImport {
 public:
  /// `place` is the file's name in messages. Everything is borrowed and must outlive this.
  SceneImport(BaseNode& target, const std::string& place, const Values& arguments);

  /// False after an error line in the log.
  bool run(std::string_view text);

 private:
  using Expression = sexp::Expression;
  using Reference = ObjectReference;

  /// An error in that line: the import fails.
  struct Error : std::runtime_error {
    Error(std::size_t at, const std::string& what) : std::runtime_error(what), line(at) {}
    std::size_t line;
  };
  /// A file imported by this one is wrong; its error line has been written already.
  struct ImportFailed {};

  struct Call {
    Reference object;
    const MethodInfo* method;
    Values arguments;
    Expression where;
  };

  void check_header(const Expression& header);
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

  Node& node(const Reference& reference, const Expression& where);
  /// "file:line", for messages: finding the line takes a walk through the text.
  std::string place_of(const Expression& where) const;
  [[noreturn]] void fail(const Expression& where, const std::string& what) const;

  Core& core_;
  Reference target_;
  const std::string& place_;
  const Values& arguments_;
  sexp::Reader reader_;
  /// By name with the `$`. Empty for a template's name that got no argument.
  std::map<std::string, std::optional<Value>, std::less<>> parameters_;
  std::size_t arguments_bound_ = 0;
  std::vector<Call> queue_;
};

}  // namespace spark
