// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/scene_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "spark/core/core.h"
#include "spark/core/method_call.h"
#include "spark/core/number_text.h"
#include "spark/core/source_place.h"
#include "spark/core/transform.h"
#include "spark/scene/scene.h"
#include "spark/scene/scene_arguments.h"
#include "spark/scene/scene_file.h"
#include "spark/script/object_reference.h"
#include "spark/sexp/reader.h"

namespace spark {
namespace {

const ClassInfo* find_class(const ClassRegistry& classes, const std::string& name) {
  for (const char* prefix : {"", "oxygen/", "kerosin/"})
    if (const ClassInfo* info = classes.find(prefix + name)) return info;
  return nullptr;
}

/// One import of one scene file: header, then one body that builds nodes below the target, or, in a delta scene,
/// changes the existing ones (behaviour 10).
///
/// Calls of immediate methods run in place, all others in file order after the whole body has been read, so that a
/// joint may name a body further down. They also run when reading has failed, unless the file is broken.
///
/// An `(eval …)` or an immediate method may delete any node, so nodes are remembered as references.
class SceneImport {
 public:
  /// Everything is borrowed and must outlive this.
  SceneImport(BaseNode& target, const SceneSource& source);

  /// `unlink`: a full scene replaces everything below the target.
  ImportOutcome run(bool unlink);

 private:
  using Expression = sexp::Expression;
  using Reference = ObjectReference;

  /// A file imported by this one is invalid; its error line has already been written.
  struct ImportFailed {
    ImportOutcome outcome = ImportOutcome::failed;
  };

  struct Call {
    Reference object;
    const MethodInfo* method;
    Values arguments;
    Expression where;
  };

  void read_file();
  void check_header(const Expression& header);
  void unlink_all();
  void read_existing_node(const Expression& list, const Reference& at);
  void read_list(const Expression& list, const Reference& at);
  void read_items(const Expression& list, std::size_t first, const Reference& at);
  void read_node(const Expression& list, const Reference& at);
  void read_select(const Expression& list, const Reference& at);
  void read_import(const Expression& list, const Reference& at);
  void read_call(const Expression& list, const Reference& at);
  bool run_call(const Call& call);

  Node& node(const Reference& reference, const Expression& where);
  /// "file:line", for messages. Walks through the text to find the line.
  std::string place_of(const Expression& where) const;
  /// Makes that line the place of all reports as long as the result exists.
  SourcePlace at_line(const Expression& where) const;
  [[noreturn]] void fail(const Expression& where, const std::string& what) const;

  Core& core_;
  Reference target_;
  std::string_view text_;
  const std::string& place_;
  const bool is_exact_;
  sexp::Reader reader_;
  SceneArguments arguments_;
  bool is_delta_ = false;
  bool unlink_ = false;
  /// For delta scenes: how many children of a node have been visited, by the node's serial number.
  std::map<std::uint64_t, std::size_t> visited_;
  std::vector<Call> queue_;
};

SceneImport::SceneImport(BaseNode& target, const SceneSource& source)
    : core_(target.core()),
      target_(target),
      text_(source.text),
      place_(source.place),
      is_exact_(source.is_exact),
      reader_(kSceneFileLimits),
      arguments_(core_, source, reader_) {}

ImportOutcome SceneImport::run(bool unlink) {
  unlink_ = unlink;
  ImportOutcome outcome = ImportOutcome::done;
  try {
    read_file();
  } catch (const SceneError& error) {
    core_.log.mistake(LogLevel::error, fmt::format("{}:{}", place_, error.line), error.what(), error.what());
    outcome = error.outcome;
  } catch (const ImportFailed& failed) {
    outcome = failed.outcome;
  }
  if (outcome == ImportOutcome::broken) return outcome;
  for (const Call& call : queue_)
    if (!run_call(call)) outcome = ImportOutcome::failed;
  return outcome;
}

void SceneImport::read_file() {
  if (!reader_.read(text_)) throw SceneError(1, reader_.error(), ImportOutcome::broken);
  const std::size_t last_line = 1 + static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
  if (reader_.size() < 1)
    throw SceneError(reader_.is_cut() ? last_line : 1, "no header (RubySceneGraph 0 1)", ImportOutcome::broken);
  check_header(reader_[0]);
  if (reader_.size() < 2 && reader_.is_cut())
    throw SceneError(last_line, "brackets do not match: the scene does not end", ImportOutcome::broken);
  if (is_exact_) arguments_.check_count();
  if (unlink_ && !is_delta_) unlink_all();
  if (reader_.size() > 1) read_list(reader_[1], target_);
}

void SceneImport::check_header(const Expression& header) {
  is_delta_ = header.name() == "RubyDeltaScene";
  const auto number = [&](std::size_t i) {
    return header.size() > i && header[i].is_atom() ? std::trunc(leading_number(header[i].text())) : -1.0;
  };
  if ((header.name() != "RubySceneGraph" && !is_delta_) || number(1) != 0.0 || number(2) != 1.0)
    throw SceneError(reader_.line_of(header), "this is not a scene: it must begin with (RubySceneGraph 0 1)",
                     ImportOutcome::broken);
}

void SceneImport::unlink_all() {
  Leaf* leaf = target_.resolve(core_);
  Node* target = leaf ? leaf->as_node() : nullptr;
  if (!target) return;
  for (std::size_t i = target->children().size(); i-- > 0;) try {
      target->destroy(*target->children()[i]);
    } catch (const std::exception& error) {
      // A node that another object needs is kept.
      report(core_, LogLevel::warning, "unlink", error.what());
    }
}

void SceneImport::read_items(const Expression& list, std::size_t first, const Reference& at) {
  for (std::size_t i = first; i < list.size(); ++i) {
    if (list[i].is_list())
      read_list(list[i], at);
    else if (list[i].text() == "pwd")
      core_.log.debug("{}: {}", place_of(list[i]), node(at, list[i]).full_path());
    else
      fail(list[i], fmt::format("expected a node or a method call, not '{}'", printable(list[i].text())));
  }
}

void SceneImport::read_list(const Expression& list, const Reference& at) {
  if (list.size() == 0) return;
  if (list[0].is_list()) return read_items(list, 0, at);
  const std::string_view keyword = list.name();
  // Exceptions from collaborators or methods get the place where they occurred.
  try {
    if (keyword == "node") return read_node(list, at);
    if (keyword == "select") return read_select(list, at);
    if (keyword == "template") return arguments_.read_template(list);
    if (keyword == "define") return arguments_.read_define(list);
    if (keyword == "importScene") return read_import(list, at);
    if (keyword == "pwd") return read_items(list, 0, at);
    read_call(list, at);
  } catch (const SceneError&) {
    throw;
  } catch (const WrongSetting&) {
    throw;
  } catch (const std::exception& error) {
    fail(list, error.what());
  }
}

void SceneImport::read_node(const Expression& list, const Reference& at) {
  if (list.size() < 2) fail(list, "(node Class ...) needs a class");
  if (is_delta_) return read_existing_node(list, at);
  const std::string class_name = arguments_.text_of(list[1]);
  const ClassInfo* info = find_class(core_.classes, class_name);
  if (!info) fail(list, fmt::format("there is no class '{}'", printable(class_name)));
  auto made = core_.classes.create(info->name());
  if (!dynamic_cast<BaseNode*>(made.get())) fail(list, fmt::format("{} is not a scene node", info->name()));
  const SourcePlace here = at_line(list);
  const Leaf& added = node(at, list).append(std::move(made));
  read_items(list, 2, Reference(added));
}

/// In a delta scene `(node …)` is the next existing child; its class has no meaning.
void SceneImport::read_existing_node(const Expression& list, const Reference& at) {
  const Node& here = node(at, list);
  const std::size_t turn = visited_[here.serial()]++;
  if (turn >= here.children().size())
    fail(list, fmt::format("{} has only {} children to change", here.full_path(), here.children().size()));
  read_items(list, 2, Reference(*here.children()[turn]));
}

void SceneImport::read_select(const Expression& list, const Reference& at) {
  if (list.size() < 2) fail(list, "(select name ...) needs a name");
  const std::string name = arguments_.text_of(list[1]);
  const Node& here = node(at, list);
  const Leaf* child = here.child(name);
  if (!child) fail(list, fmt::format("{} has no child '{}'", here.full_path(), printable(name)));
  read_items(list, 2, Reference(*child));
}

void SceneImport::read_import(const Expression& list, const Reference& at) {
  if (list.size() < 2) fail(list, "(importScene file ...) needs a file");
  if (arguments_.is_foreign_text(list[1])) fail(list[1], "a text from outside the server cannot name a file");
  const std::string file = arguments_.text_of(list[1]);
  const Values arguments = arguments_.values_of(list, 2);
  auto* target = dynamic_cast<BaseNode*>(&node(at, list));
  if (!target) fail(list, fmt::format("{} is not a scene node", node(at, list).full_path()));
  const SourcePlace here = at_line(list);
  const ImportOutcome outcome = import_scene_file(*target, file, arguments, arguments_.foreign_of(list, 2));
  if (outcome != ImportOutcome::done) throw ImportFailed{outcome};
}

void SceneImport::read_call(const Expression& list, const Reference& at) {
  const Values arguments = arguments_.values_of(list, 1);
  const Leaf& object = node(at, list);
  const MethodInfo* method = find_method(object, list.name());
  if (!method) {
    const SourcePlace here = at_line(list);
    report(core_, LogLevel::error, list.name(), no_such_method(object, list.name()));
    return;
  }
  const Call call{at, method, arguments, list};
  if (!method->immediate)
    queue_.push_back(call);
  else if (!run_call(call))
    throw ImportFailed();
}

bool SceneImport::run_call(const Call& call) {
  const SourcePlace here = at_line(call.where);
  const std::string& name = call.method->name;
  Leaf* object = call.object.resolve(core_);
  if (!object) {
    report(core_, LogLevel::error, name, fmt::format("{}: the node has been deleted", name));
    return true;
  }
  try {
    const MethodCall called = try_method(*object, *call.method, call.arguments);
    if (!called.problem.empty()) report(core_, LogLevel::warning, name, called.problem);
    return true;
  } catch (const WrongSetting&) {
    throw;
  } catch (const std::exception& error) {
    report(core_, LogLevel::error, name, error.what());
    return false;
  }
}

Node& SceneImport::node(const Reference& reference, const Expression& where) {
  Leaf* leaf = reference.resolve(core_);
  if (!leaf) fail(where, "the node this belongs to has been deleted");
  if (!leaf->as_node()) fail(where, fmt::format("{} has no children", leaf->full_path()));
  return *leaf->as_node();
}

std::string SceneImport::place_of(const Expression& where) const {
  return fmt::format("{}:{}", place_, reader_.line_of(where));
}

SourcePlace SceneImport::at_line(const Expression& where) const {
  return {core_, [this, where] { return place_of(where); }};
}

void SceneImport::fail(const Expression& where, const std::string& what) const {
  throw SceneError(reader_.line_of(where), what);
}

}  // namespace

std::span<const std::string_view> RubySceneImporter::extensions() const {
  static constexpr std::string_view kExtensions[] = {".rsg"};
  return kExtensions;
}

ImportOutcome RubySceneImporter::import(BaseNode& target, const SceneSource& source) {
  return SceneImport(target, source).run(unlink_);
}

}  // namespace spark
