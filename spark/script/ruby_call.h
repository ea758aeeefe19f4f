// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

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

/// Becomes a NoMethodError; every other exception a RuntimeError.
struct NoSuchMethod : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Outcome {
  VALUE result;
  VALUE error;  ///< an exception to raise, or nil
};

/// An exception of that class; or the one that Ruby has raised instead if it is out of memory.
VALUE make_error(VALUE error_class, const char* text);

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

/// Raises the error, if there is one. The caller must not own anything.
inline VALUE finish(Outcome outcome) {
  if (!NIL_P(outcome.error)) rb_exc_raise(outcome.error);
  return outcome.result;
}

}  // namespace spark
