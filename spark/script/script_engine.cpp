// SPDX-License-Identifier: Apache-2.0
#include "spark/script/script_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/node.h"
#include "spark/script/prelude.h"
#include "spark/script/ruby_value.h"
#include "spark/script/ruby_vm.h"

namespace spark {

/// /sys/server/script: the script engine for the rest of the server. The engine registers and removes itself.
class ScriptServer : public Leaf {
 public:
  ScriptEngine* engine = nullptr;
  bool released = false;  ///< an engine existed and was destroyed
};

namespace {

namespace fs = std::filesystem;

/// Part of the VM, like everything that a script defines: functions called by Ruby find their engine here.
ScriptEngine* current_engine = nullptr;
std::uint64_t engines_made = 0;

constexpr const char* kScriptServerPath = "/sys/server/script";

ScriptServer* script_server(Core& core) {
  return dynamic_cast<ScriptServer*>(core.root().find(kScriptServerPath));
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Calls `ScriptEngine.name(argument)` of the prelude.
VALUE call_prelude(const char* name, VALUE argument) {
  return protect([&] { return rb_funcall(interface_module(), rb_intern(name), 1, argument); });
}

}  // namespace

ScriptEngine::ScriptEngine(Core& core) : core_(core) {
  start_ruby();  // first, because the rest belongs to that thread
  if (current_engine) throw ScriptError("a script engine already exists");
  number_ = ++engines_made;
  if (!core.classes.find("zeitgeist/ScriptServer"))
    core.classes.add<ScriptServer>("zeitgeist/ScriptServer", "zeitgeist/Leaf", "The script engine.");
  for (const auto& [path, class_name] :
       {std::pair("/sys/server/log", "zeitgeist/LogServer"), std::pair("/sys/server/file", "zeitgeist/FileServer"),
        std::pair(kScriptServerPath, "zeitgeist/ScriptServer"),
        std::pair("/sys/server/random", "zeitgeist/RandomServer")})
    if (!core.root().find(path)) core.create(class_name, path);
  show_classes(core);
  protect([] { return rb_funcall(interface_module(), rb_intern("reset"), 0); });
  const auto define = [](const std::string& name) { call_prelude("define_variable", to_ruby(Value(name))); };
  for (const auto& [name, value] : core.variables.all()) define(name);
  core.variables.on_declared(define);
  script_server(core)->engine = this;
  current_engine = this;
}

ScriptEngine::~ScriptEngine() {
  // A script may have deleted it.
  if (auto* server = script_server(core_)) {
    server->engine = nullptr;
    server->released = true;
  }
  core_.variables.on_declared({});
  current_engine = nullptr;
}

void ScriptEngine::run_file(const fs::path& file) {
  const fs::path found = fs::absolute(is_file(file) ? file : find_script(file));
  core_.files.note("script", found);
  call_prelude("run_file", to_ruby(found.string()));
}

fs::path ScriptEngine::find_script(const fs::path& name, const std::vector<fs::path>& running) const {
  std::vector<fs::path> files = files_named(core_, core_.script_path, name);
  const bool runs_already = std::erase_if(files, [&](const fs::path& file) {
                              std::error_code ignored;
                              return std::ranges::any_of(
                                  running, [&](const fs::path& other) { return fs::equivalent(file, other, ignored); });
                            }) > 0;
  if (!files.empty()) return fs::absolute(first_readable(files));
  throw ScriptError(fmt::format("there is no {}script '{}'{}", runs_already ? "other " : "", name.string(),
                                runs_already ? ", and this one is running" : ""));
}

void ScriptEngine::limit_time(double seconds, std::string changed_by) {
  limit_s_ = seconds;
  limit_changed_by_ = std::move(changed_by);
}

std::string ScriptEngine::limit_message() const {
  return fmt::format("the script did not end within {:g} s{}", limit_s_,
                     limit_changed_by_.empty() ? "" : fmt::format(" ({})", limit_changed_by_));
}

void ScriptEngine::report_failure(const std::string& place, const std::string& text) {
  ++failures_;
  core_.log.complain(place, "{}", text);
}

Value ScriptEngine::evaluate(const std::string& expression) {
  VALUE text = to_ruby(Value(expression));
  VALUE result = call_prelude("evaluate", text);
  RB_GC_GUARD(text);
  if (!is_plain(result))
    throw ScriptError(fmt::format("'{}' gives neither number, string, truth value nor nil", printable(expression)));
  try {
    Value value = from_ruby(result);
    RB_GC_GUARD(result);
    return value;
  } catch (const std::runtime_error& error) {
    throw ScriptError(fmt::format("'{}' gives {}", printable(expression), error.what()));
  }
}

Value ScriptEngine::call(const std::string& function, const Values& arguments) {
  if (!is_defined(function)) throw ScriptError(fmt::format("no script defines the function '{}'", printable(function)));
  VALUE array = to_ruby_array(arguments);
  VALUE name = to_ruby(Value(function));
  VALUE result = protect([&] { return rb_funcall(interface_module(), rb_intern("apply"), 2, name, array); });
  RB_GC_GUARD(name);
  RB_GC_GUARD(array);
  try {
    Value value = from_ruby(result);
    RB_GC_GUARD(result);
    return value;
  } catch (const std::runtime_error& error) {
    throw ScriptError(fmt::format("'{}' returns {}", printable(function), error.what()));
  }
}

bool ScriptEngine::is_defined(const std::string& function) {
  return RTEST(
      protect([&] { return rb_obj_respond_to(main_object(), rb_intern(function.c_str()), 1) ? Qtrue : Qfalse; }));
}

ScriptEngine& ScriptEngine::of(const Core& core) {
  // Only looks; `Core` has no const way to its root.
  const ScriptServer* server = script_server(const_cast<Core&>(core));
  if (server && server->released) throw std::runtime_error("this world no longer runs scripts");
  if (!server || !server->engine) throw std::runtime_error("this server has no script engine");
  return *server->engine;
}

ScriptEngine& ScriptEngine::current() {
  if (!current_engine) throw ScriptError("there is no script engine");
  return *current_engine;
}

bool ScriptEngine::exists() {
  return current_engine != nullptr;
}

}  // namespace spark
