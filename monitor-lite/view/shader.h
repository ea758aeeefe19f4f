// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace monitor {

/// A program for OpenGL 3.3, owned. Needs a current context, also when it goes.
class Shader {
 public:
  /// Throws `std::runtime_error` with the compiler's words if it does not compile.
  Shader(const char* vertex, const char* fragment);
  ~Shader();
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  void use() const;
  /// Where a uniform stands; look it up once.
  int uniform(const char* name) const;

 private:
  unsigned program_ = 0;
};

}  // namespace monitor
