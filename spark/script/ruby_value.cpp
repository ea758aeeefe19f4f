// SPDX-License-Identifier: Apache-2.0
#include "spark/script/ruby_value.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spark/script/ruby_vm.h"

namespace spark {
namespace {

/// NUM2LL would raise.
std::int64_t integer_from_ruby(VALUE object) {
  std::int64_t integer = 0;
  const int sign = rb_integer_pack(object, &integer, 1, sizeof integer, 0,
                                   INTEGER_PACK_2COMP | INTEGER_PACK_NATIVE_BYTE_ORDER | INTEGER_PACK_LSWORD_FIRST);
  // ±2 means overflow; a number that just fits the unsigned range has the wrong sign in two's complement.
  if (sign > 1 || sign < -1 || (sign > 0 && integer < 0) || (sign < 0 && integer >= 0))
    throw std::runtime_error("an integer of more than 64 bits");
  return integer;
}

}  // namespace

bool is_plain(VALUE object) {
  return NIL_P(object) || object == Qtrue || object == Qfalse || RB_INTEGER_TYPE_P(object) || RB_FLOAT_TYPE_P(object) ||
         RB_TYPE_P(object, T_STRING);
}

Value from_ruby(VALUE object) {
  if (object == Qtrue) return true;
  if (object == Qfalse) return false;
  if (RB_INTEGER_TYPE_P(object)) return integer_from_ruby(object);
  if (RB_FLOAT_TYPE_P(object)) return RFLOAT_VALUE(object);
  if (RB_TYPE_P(object, T_STRING)) return std::string(RSTRING_PTR(object), RSTRING_LEN(object));
  return {};
}

Values values_from_ruby(VALUE array) {
  Values values;
  if (!RB_TYPE_P(array, T_ARRAY)) return values;
  for (long i = 0; i < RARRAY_LEN(array); ++i) values.push_back(from_ruby(RARRAY_AREF(array, i)));
  return values;
}

std::string text_from_ruby(VALUE object, const char* what) {
  if (!RB_TYPE_P(object, T_STRING)) throw std::runtime_error(fmt::format("{} must be a string", what));
  return {RSTRING_PTR(object), static_cast<std::size_t>(RSTRING_LEN(object))};
}

VALUE to_ruby(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? Qtrue : Qfalse;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return protect([&] { return LL2NUM(*integer); });
  if (const auto* real = std::get_if<double>(&value)) return protect([&] { return rb_float_new(*real); });
  if (const auto* text = std::get_if<std::string>(&value))
    return protect([&] { return rb_utf8_str_new(text->data(), static_cast<long>(text->size())); });
  return Qnil;
}

VALUE to_ruby_array(const Values& values) {
  VALUE array = protect([] { return rb_ary_new(); });
  for (const auto& value : values) {
    const VALUE element = to_ruby(value);
    protect([&] { return rb_ary_push(array, element); });
  }
  RB_GC_GUARD(array);
  return array;
}

}  // namespace spark
