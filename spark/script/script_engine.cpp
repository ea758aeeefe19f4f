// SPDX-License-Identifier: Apache-2.0
#include "spark/script/script_engine.h"

#include <fmt/format.h>

#include "spark/script/prelude.h"
#include "spark/script/ruby_value.h"
#include "spark/script/ruby_vm.h"
#include "spark/script/script_server.h"

namespace spark {
namespace {

namespace fs = std::filesystem;

/// Part of the VM, like everything a script defines: what Ruby calls finds its engine here.
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

void load_file(const fs::path& file) {
  const VALUE path = to_ruby(fs::absolute(file).string());
  protect([&] {
    rb_load(path, 0);
    return Qnil;
  });
}

}  // namespace

ScriptEngine::ScriptEngine(Core& core) : core_(core) {
  start_ruby();  // first: what follows belongs to that thread
  if (current_engine) throw ScriptError("there is a script engine already");
  number_ = ++engines_made;
  if (!core.classes.find("zeitgeist/ScriptServer"))
    core.classes.add<ScriptServer>("zeitgeist/ScriptServer", "zeitgeist/Leaf", "The script engine.");
  for (const auto& [path, class_name] :
       {std::pair("/sys/server/log", "zeitgeist/LogServer"), std::pair("/sys/server/file", "zeitgeist/FileServer"),
        std::pair(kScriptServerPath, "zeitgeist/ScriptServer"),
        std::pair("/sys/server/random", "zeitgeist/RandomServer")})
    if (!core.root().find(path)) core.create(class_name, path);
  protect([] { return rb_funcall(interface_module(), rb_intern("reset"), 0); });
  script_server(core)->engine = this;
  current_engine = this;
}

ScriptEngine::~ScriptEngine() {
  // A script may have deleted it.
  if (auto* server = script_server(core_)) {
    server->engine = nullptr;
    server->released = true;
  }
  current_engine = nullptr;
}

void ScriptEngine::run_file(const fs::path& file) {
  load_file(is_file(file) ? file : find_script(file));
}

fs::path ScriptEngine::find_script(const fs::path& name) const {
  const fs::path found = find_file(core_.script_path, name);
  if (found.empty()) throw ScriptError(fmt::format("there is no script '{}'", name.string()));
  return fs::absolute(found);
}

Value ScriptEngine::evaluate(const std::string& expression) {
  VALUE result = evaluate_ruby(expression, kExpressionName);
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
  VALUE result = protect([&] { return rb_apply(main_object(), rb_intern(function.c_str()), array); });
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
  if (server && server->released) throw std::runtime_error("this world has left its scripts");
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
