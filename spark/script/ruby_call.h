// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "spark/core/variables.h"
#include "spark/script/ruby_api.h"

/// Calls of C++ functions from Ruby.
///
/// Ruby leaves functions by longjmp, which skips destructors, and must not see a C++ exception. So a function that Ruby
/// calls is a plain frame: it does its work in `guarded`, which contains the lifetime of every C++ object, and then
/// returns or raises:
///
///     VALUE f(VALUE self, VALUE argument) {
///       return finish(guarded([&] { … return to_ruby(value); }));
///     }
namespace spark {

/// Becomes a NoMethodError. `WrongSetting` becomes a ScriptEngine::WrongSetting, which scripts cannot rescue and
/// `protect` throws as `WrongSetting` again; every other exception becomes a RuntimeError.
struct NoSuchMethod : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Outcome {
  VALUE result;
  VALUE error;  ///< an exception to raise, or nil
};

/// An exception of that class; or the one that Ruby has raised instead if it is out of memory.
VALUE make_error(VALUE error_class, const char* text);

/// Defines ScriptEngine::WrongSetting.
void define_wrong_setting(VALUE module);
VALUE wrong_setting_class();

template <typename Work>
Outcome guarded(const Work& work) {
  try {
    return {work(), Qnil};
  } catch (const NoSuchMethod& error) {
    return {Qnil, make_error(rb_eNoMethodError, error.what())};
  } catch (const WrongSetting& error) {
    return {Qnil, make_error(wrong_setting_class(), error.what())};
  } catch (const std::exception& error) {
    return {Qnil, make_error(rb_eRuntimeError, error.what())};
  } catch (...) {
    return {Qnil, make_error(rb_eRuntimeError, "an error of unknown kind")};
  }
}

/// Raises the error, if there is one. The caller must not own anything.
inline VALUE finish(Outcome outcome) {
  if (NIL_P(outcome.error)) return outcome.result;
  // No `rescue` stops a throw, not even one of Exception; the prelude catches it (`unless_refused`). Other threads have
  // no such catch.
  if (rb_obj_class(outcome.error) == wrong_setting_class() && rb_thread_current() == rb_thread_main())
    rb_throw_obj(wrong_setting_class(), outcome.error);
  rb_exc_raise(outcome.error);
}

}  // namespace spark
