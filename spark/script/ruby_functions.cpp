// SPDX-License-Identifier: Apache-2.0
#include "spark/script/ruby_functions.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/script/method_call.h"
#include "spark/script/object_reference.h"
#include "spark/script/ruby_value.h"
#include "spark/script/ruby_vm.h"
#include "spark/script/script_engine.h"

// Ruby leaves functions by longjmp, which skips destructors. So each function here that Ruby calls is a plain frame: it
// lets `guarded` do the work, in which every C++ object lives and dies, and then returns or raises.

namespace spark {
namespace {

struct NoSuchMethod : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Outcome {
  VALUE result;
  VALUE error;  ///< an exception to raise, or nil
};

VALUE make_error(VALUE error_class, const char* text) {
  int state = 0;
  struct Parts {
    VALUE error_class;
    const char* text;
  } parts{error_class, text};
  const VALUE error = rb_protect(
      [](VALUE data) -> VALUE {
        const auto* p = reinterpret_cast<const Parts*>(data);
        return rb_exc_new_str(p->error_class, rb_utf8_str_new_cstr(p->text));
      },
      reinterpret_cast<VALUE>(&parts), &state);
  if (state == 0) return error;
  const VALUE out_of_memory = rb_errinfo();
  rb_set_errinfo(Qnil);
  return out_of_memory;
}

template <typename Work>
Outcome guarded(const Work& work) {
  try {
    return {work(), Qnil};
  } catch (const NoSuchMethod& error) {
    return {Qnil, make_error(rb_eNoMethodError, error.what())};
  } catch (const std::exception& error) {
    return {Qnil, make_error(rb_eRuntimeError, error.what())};
  } catch (...) {
    return {Qnil, make_error(rb_eRuntimeError, "an error of unknown kind")};
  }
}

VALUE finish(Outcome outcome) {
  if (!NIL_P(outcome.error)) rb_exc_raise(outcome.error);
  return outcome.result;
}

Core& core() {
  return ScriptEngine::current().core();
}

/// What a Ruby Pointer holds. The VM, and so a script's globals, outlive engines.
struct Held {
  std::uint64_t engine;
  ObjectReference reference;
};

void free_held(void* data) {
  delete static_cast<Held*>(data);
}

const rb_data_type_t kPointerType = {"ScriptEngine::Pointer",
                                     {nullptr, free_held, nullptr, nullptr, {nullptr}},
                                     nullptr,
                                     nullptr,
                                     RUBY_TYPED_FREE_IMMEDIATELY};
VALUE pointer_class = Qnil;

VALUE make_pointer(const Leaf& object) {
  // Wrapped empty first: if Ruby has no memory left, nothing is lost.
  const VALUE pointer = protect([] { return rb_data_typed_object_wrap(pointer_class, nullptr, &kPointerType); });
  RTYPEDDATA_DATA(pointer) = new Held{ScriptEngine::current().number(), ObjectReference(object)};
  return pointer;
}

/// The object a pointer stands for, the root for nil; null if it is gone.
Leaf* find_object(VALUE pointer) {
  if (NIL_P(pointer)) return &core().root();
  if (!rb_typeddata_is_kind_of(pointer, &kPointerType)) throw std::runtime_error("this is no pointer to an object");
  const auto* held = static_cast<const Held*>(RTYPEDDATA_DATA(pointer));
  return held && held->engine == ScriptEngine::current().number() ? held->reference.resolve(core()) : nullptr;
}

Leaf& object_of(VALUE pointer) {
  Leaf* object = find_object(pointer);
  if (!object) throw std::runtime_error("this object has been deleted");
  return *object;
}

Node& node_of(VALUE pointer) {
  Leaf& object = object_of(pointer);
  if (!object.as_node()) throw std::runtime_error(fmt::format("{} has no children", object.full_path()));
  return *object.as_node();
}

/// Where `path` begins: an absolute one does not need the context object, which may have been deleted.
Node& start_of(const std::string& path, VALUE context) {
  const bool absolute = path.starts_with('/') || path.starts_with('\\');
  return absolute ? core().root() : node_of(context);
}

VALUE create(VALUE, VALUE class_name, VALUE path, VALUE context) {
  return finish(guarded([&] {
    const std::string name = text_from_ruby(class_name, "the class");
    const std::string place = text_from_ruby(path, "the path");
    return make_pointer(core().create(name, place, &start_of(place, context)));
  }));
}

VALUE find(VALUE, VALUE path, VALUE context) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(path, "the path");
    const Leaf* found = start_of(text, context).find(text);
    return found ? make_pointer(*found) : Qnil;
  }));
}

VALUE remove(VALUE, VALUE path, VALUE context) {
  return finish(guarded([&] {
    const std::string text = text_from_ruby(path, "the path");
    Leaf* found = start_of(text, context).find(text);
    if (!found) throw std::runtime_error(fmt::format("there is no object '{}'", printable(text)));
    if (!found->parent()) throw std::runtime_error("the root cannot be deleted");
    found->parent()->remove(*found);
    return Qtrue;
  }));
}

VALUE describe_object(VALUE, VALUE pointer) {
  return finish(guarded([&] {
    const Leaf* object = find_object(pointer);
    return to_ruby(object ? object->full_path() : std::string("(deleted object)"));
  }));
}

VALUE children(VALUE, VALUE pointer) {
  return finish(guarded([&] {
    Values names;
    for (const auto& child : node_of(pointer).children())
      names.emplace_back(child->name() + (child->as_node() ? "/" : ""));
    return to_ruby_array(names);
  }));
}

VALUE understands(VALUE, VALUE pointer, VALUE name) {
  return finish(guarded([&] {
    if (!ScriptEngine::exists()) return Qfalse;
    const Leaf* object = find_object(pointer);
    return object && find_method(*object, text_from_ruby(name, "the method")) ? Qtrue : Qfalse;
  }));
}

/// "file:line" of the script line that is running.
std::string script_place() {
  return text_from_ruby(protect([] { return rb_funcall(interface_module(), rb_intern("place"), 0); }), "the place");
}

VALUE call(VALUE, VALUE pointer, VALUE name, VALUE arguments) {
  return finish(guarded([&] {
    Leaf& object = object_of(pointer);
    const std::string method_name = text_from_ruby(name, "the method");
    const MethodInfo* method = find_method(object, method_name);
    if (!method) throw NoSuchMethod(no_such_method(object, method_name));
    const MethodCall called = try_method(object, *method, values_from_ruby(arguments));
    if (!called.problem.empty()) core().log.warning("{}: {}", script_place(), called.problem);
    return to_ruby(called.result);
  }));
}

/// A value fit for a script variable: the program reads them as numbers that reach the physics.
Value variable_value(VALUE value, const std::string& name) {
  if (NIL_P(value) || !is_plain(value))
    throw std::runtime_error(fmt::format("{} must be a number, a truth value or a string", name));
  const Value plain = from_ruby(value);
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

void define_ruby_functions(VALUE module) {
  protect([&] {
    pointer_class = rb_define_class_under(module, "Pointer", rb_cObject);
    rb_undef_alloc_func(pointer_class);
    rb_define_singleton_method(module, "create", create, 3);
    rb_define_singleton_method(module, "find", find, 2);
    rb_define_singleton_method(module, "remove", remove, 2);
    rb_define_singleton_method(module, "describe", describe_object, 1);
    rb_define_singleton_method(module, "children", children, 1);
    rb_define_singleton_method(module, "understands?", understands, 2);
    rb_define_singleton_method(module, "call", call, 3);
    rb_define_singleton_method(module, "create_variable", create_variable, 2);
    rb_define_singleton_method(module, "set_variable", set_variable, 2);
    rb_define_singleton_method(module, "variable", variable, 1);
    rb_define_singleton_method(module, "variable?", has_variable, 1);
    rb_define_singleton_method(module, "import_bundle", import_bundle, 1);
    rb_define_singleton_method(module, "script_file", script_file, 1);
    rb_define_singleton_method(module, "log_error", log_error, 1);
    return Qnil;
  });
}

}  // namespace spark
