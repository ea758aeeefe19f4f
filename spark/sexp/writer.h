// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spark/core/number_text.h"
#include "spark/core/vec3.h"

namespace spark::sexp {

/// Appends S-expressions to a string that the caller owns and reuses. Blanks are written before items that follow a
/// name, never between lists: the monitor stream needs `(time 1)(half 1)`, and the percept writer adds its own blanks.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  Writer& open(std::string_view name) { return put('(').put(name); }
  Writer& close() { return put(')'); }
  Writer& atom(std::string_view text) { return put(' ').put(text); }
  Writer& real(double value) {
    put(' ');
    append_real(out_, value);
    return *this;
  }
  Writer& integer(std::int64_t value) {
    put(' ');
    append_integer(out_, value);
    return *this;
  }
  Writer& vector(const Vec3& v) { return real(v.x).real(v.y).real(v.z); }
  Writer& put(std::string_view text) {
    out_ += text;
    return *this;
  }
  Writer& put(char c) {
    out_ += c;
    return *this;
  }

 private:
  std::string& out_;
};

}  // namespace spark::sexp
