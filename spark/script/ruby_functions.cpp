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

/// A value for a script variable: finite numbers only, because they reach the physics.
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
    return to_ruby(current_core().variables.create(text, variable_value(value, text)));
  }));
}

VALUE set_variable(VALUE, VALUE name, VALUE value) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(name, "the name of a variable");
    current_core().variables.set(text, variable_value(value, text));
    return value;
  }));
}

VALUE variable(VALUE, VALUE name) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(name, "the name of a variable");
    const Value* value = current_core().variables.find(text);
    // The VM outlives engines, so the accessor may be older than this engine.
    if (!value) throw NoSuchMethod(fmt::format("there is no variable {}", printable(text)));
    return to_ruby(*value);
  }));
}

VALUE chosen_profile(VALUE) {
  return finish(guarded([&] { return to_ruby(Value(current_core().variables.profile())); }));
}

VALUE refuse_setting(VALUE, VALUE why) {
  return finish(guarded([&]() -> VALUE { current_core().variables.refuse_override(text_from_ruby(why, "a reason")); }));
}

VALUE has_variable(VALUE, VALUE name) {
  return finish(guarded(
      [&] { return current_core().variables.find(text_from_ruby(name, "the name of a variable")) ? Qtrue : Qfalse; }));
}

VALUE import_bundle(VALUE, VALUE name) {
  return finish(guarded([&] {
    const std::string lacking =
        ScriptEngine::current().bundles().import(current_core(), text_from_ruby(name, "the name of a module"));
    show_classes(current_core());
    return lacking.empty() ? Qnil : to_ruby(lacking);
  }));
}

/// `running` are the files that are being executed.
VALUE script_file(VALUE, VALUE name, VALUE running) {
  return finish(guarded([&] {
    std::vector<std::filesystem::path> others;
    for (const Value& file : values_from_ruby(running)) others.emplace_back(as_text(file).value_or(""));
    const auto found = ScriptEngine::current().find_script(text_from_ruby(name, "the name of a script"), others);
    current_core().files.note("script", found);
    return to_ruby(found.string());
  }));
}

VALUE report_failure(VALUE, VALUE place, VALUE text) {
  return finish(guarded([&] {
    ScriptEngine::current().report_failure(text_from_ruby(place, "the place"), text_from_ruby(text, "the text"));
    return Qnil;
  }));
}

VALUE is_strict(VALUE) {
  return finish(guarded([] { return ScriptEngine::current().is_strict() ? Qtrue : Qfalse; }));
}

VALUE limit(VALUE) {
  return finish(guarded([] { return to_ruby(ScriptEngine::current().limit_s()); }));
}

VALUE limit_message(VALUE) {
  return finish(guarded([] { return to_ruby(ScriptEngine::current().limit_message()); }));
}

VALUE log_warning(VALUE, VALUE text) {
  return finish(guarded([&] {
    current_core().log.warning("{}", text_from_ruby(text, "the text"));
    return Qnil;
  }));
}

VALUE log_error(VALUE, VALUE text) {
  return finish(guarded([&] {
    current_core().log.error("{}", text_from_ruby(text, "the text"));
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
    rb_define_singleton_method(module, "refuse_setting", refuse_setting, 1);
    rb_define_singleton_method(module, "import_bundle", import_bundle, 1);
    rb_define_singleton_method(module, "script_file", script_file, 2);
    rb_define_singleton_method(module, "report_failure", report_failure, 2);
    rb_define_singleton_method(module, "strict?", is_strict, 0);
    rb_define_singleton_method(module, "limit", limit, 0);
    rb_define_singleton_method(module, "limit_message", limit_message, 0);
    rb_define_singleton_method(module, "log_warning", log_warning, 1);
    rb_define_singleton_method(module, "log_error", log_error, 1);
    return Qnil;
  });
}

}  // namespace spark
