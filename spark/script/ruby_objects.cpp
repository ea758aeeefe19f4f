// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "spark/core/method_call.h"
#include "spark/core/source_place.h"
#include "spark/script/object_reference.h"
#include "spark/script/ruby_call.h"
#include "spark/script/ruby_functions.h"
#include "spark/script/ruby_value.h"
#include "spark/script/ruby_vm.h"
#include "spark/script/script_engine.h"

namespace spark {
namespace {

/// The content of a Ruby Pointer. The VM, and so a script's globals, outlive engines.
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
  // Wrapped empty first: if Ruby is out of memory, nothing is lost.
  const VALUE pointer = protect([] { return rb_data_typed_object_wrap(pointer_class, nullptr, &kPointerType); });
  RTYPEDDATA_DATA(pointer) = new Held{ScriptEngine::current().number(), ObjectReference(object)};
  return pointer;
}

/// The object of a pointer, the root for nil; null if it is gone.
Leaf* find_object(VALUE pointer) {
  if (NIL_P(pointer)) return &current_core().root();
  if (!rb_typeddata_is_kind_of(pointer, &kPointerType)) throw std::runtime_error("this is not a pointer to an object");
  const auto* held = static_cast<const Held*>(RTYPEDDATA_DATA(pointer));
  return held && held->engine == ScriptEngine::current().number() ? held->reference.resolve(current_core()) : nullptr;
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

/// The node at which `path` begins: an absolute path does not need the context object, which may have been deleted.
Node& start_of(const std::string& path, VALUE context) {
  const bool absolute = path.starts_with('/') || path.starts_with('\\');
  return absolute ? current_core().root() : node_of(context);
}

/// "file:line" of the current script line.
std::string script_place() {
  return text_from_ruby(protect([] { return rb_funcall(interface_module(), rb_intern("place"), 0); }), "the place");
}

VALUE create(VALUE, VALUE class_name, VALUE path, VALUE context) {
  return finish(guarded([&] {
    const SourcePlace here(current_core(), script_place);
    const std::string name = text_from_ruby(class_name, "the class");
    const std::string place = text_from_ruby(path, "the path");
    return make_pointer(current_core().create(name, place, &start_of(place, context)));
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
    found->parent()->destroy(*found);
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

VALUE call(VALUE, VALUE pointer, VALUE name, VALUE arguments) {
  return finish(guarded([&] {
    Leaf& object = object_of(pointer);
    const std::string method_name = text_from_ruby(name, "the method");
    const MethodInfo* method = find_method(object, method_name);
    if (!method) throw NoSuchMethod(no_such_method(object, method_name));
    const SourcePlace here(current_core(), script_place);
    const MethodCall called = try_method(object, *method, values_from_ruby(arguments));
    if (!called.problem.empty()) report(current_core(), LogLevel::warning, method_name, called.problem);
    return to_ruby(called.result);
  }));
}

}  // namespace

void define_object_functions(VALUE module) {
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
    return Qnil;
  });
}

}  // namespace spark
