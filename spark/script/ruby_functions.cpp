// SPDX-License-Identifier: Apache-2.0
#include "spark/script/ruby_functions.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/script/ruby_call.h"
#include "spark/script/ruby_value.h"
#include "spark/script/ruby_vm.h"
#include "spark/script/script_engine.h"

namespace spark {
namespace {

Core& core() {
  return ScriptEngine::current().core();
}

/// A value fit for a script variable: the program reads them as numbers that reach the physics.
Value variable_value(VALUE value, const std::string& name) {
  if (NIL_P(value) || !is_plain(value))
    throw std::runtime_error(fmt::format("{} must be a number, a truth value or a string", name));
  Value plain = from_ruby(value);
  if (const auto* real = std::get_if<double>(&plain); real && !std::isfinite(*real))
    throw std::runtime_error(fmt::format("{} must be a finite number", name));
  return plain;
}

VALUE create_variable(VALUE, VALUE name, VALUE value) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(name, "the name of a variable");
    return to_ruby(core().variables.create(text, variable_value(value, text)));
  }));
}

VALUE set_variable(VALUE, VALUE name, VALUE value) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(name, "the name of a variable");
    core().variables.set(text, variable_value(value, text));
    return value;
  }));
}

VALUE variable(VALUE, VALUE name) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(name, "the name of a variable");
    const Value* value = core().variables.find(text);
    // The VM outlives engines, so the accessor may be older than this engine.
    if (!value) throw NoSuchMethod(fmt::format("there is no variable {}", printable(text)));
    return to_ruby(*value);
  }));
}

VALUE chosen_profile(VALUE) {
  return finish(guarded([&] { return to_ruby(Value(core().variables.profile())); }));
}

VALUE has_variable(VALUE, VALUE name) {
  return finish(
      guarded([&] { return core().variables.find(text_from_ruby(name, "the name of a variable")) ? Qtrue : Qfalse; }));
}

VALUE import_bundle(VALUE, VALUE name) {
  return finish(guarded([&] {
    ScriptEngine::current().bundles().import(core(), text_from_ruby(name, "the name of a module"));
    return Qtrue;
  }));
}

VALUE script_file(VALUE, VALUE name) {
  return finish(guarded([&] {
    return to_ruby(ScriptEngine::current().find_script(text_from_ruby(name, "the name of a script")).string());
  }));
}

VALUE log_error(VALUE, VALUE text) {
  return finish(guarded([&] {
    core().log.error("{}", text_from_ruby(text, "the text"));
    return Qnil;
  }));
}

}  // namespace

void define_server_functions(VALUE module) {
  protect([&] {
    rb_define_singleton_method(module, "create_variable", create_variable, 2);
    rb_define_singleton_method(module, "set_variable", set_variable, 2);
    rb_define_singleton_method(module, "variable", variable, 1);
    rb_define_singleton_method(module, "variable?", has_variable, 1);
    rb_define_singleton_method(module, "chosen_profile", chosen_profile, 0);
    rb_define_singleton_method(module, "import_bundle", import_bundle, 1);
    rb_define_singleton_method(module, "script_file", script_file, 1);
    rb_define_singleton_method(module, "log_error", log_error, 1);
    return Qnil;
  });
}

}  // namespace spark
