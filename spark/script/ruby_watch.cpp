// SPDX-License-Identifier: Apache-2.0
#include "spark/script/overtime_watch.h"
#include "spark/script/ruby_functions.h"
#include "spark/script/ruby_vm.h"

namespace spark {
namespace {

/// Belongs to the VM. Never destroyed, because a thread waits for it until the process ends.
OvertimeWatch& watch() {
  static auto* const instance = new OvertimeWatch;
  return *instance;
}

VALUE begin_turn(VALUE, VALUE limit) {
  watch().begin(OvertimeWatch::Seconds(NUM2DBL(limit)));
  return Qnil;
}

VALUE end_turn(VALUE) {
  watch().end();
  return Qnil;
}

VALUE is_current_turn(VALUE, VALUE turn) {
  return watch().is_current(NUM2ULL(turn)) ? Qtrue : Qfalse;
}

VALUE await_overtime(VALUE) {
  std::uint64_t turn = 0;
  const auto wait = [](void* result) -> void* {
    *static_cast<std::uint64_t*>(result) = watch().await().value_or(0);
    return nullptr;
  };
  rb_thread_call_without_gvl(
      wait, &turn, [](void*) { watch().interrupt(); }, nullptr);
  return ULL2NUM(turn);
}

}  // namespace

void define_watch_functions(VALUE module) {
  protect([&] {
    rb_define_singleton_method(module, "begin_turn", begin_turn, 1);
    rb_define_singleton_method(module, "end_turn", end_turn, 0);
    rb_define_singleton_method(module, "current_turn?", is_current_turn, 1);
    rb_define_singleton_method(module, "await_overtime", await_overtime, 0);
    return Qnil;
  });
}

}  // namespace spark
