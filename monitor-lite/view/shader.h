// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace monitor {

/// The sources of one program, in the GLSL that OpenGL 3.3 and OpenGL ES 3.0 share: they differ only in the lines that
/// `Shader` puts before them.
struct ShaderText {
  const char* name;
  std::string vertex;
  std::string fragment;
};

/// A program for OpenGL, owned. Needs a current context, also in its destructor.
class Shader {
 public:
  enum class Dialect { desktop, embedded };

  /// Throws `std::runtime_error` with the compiler's message if it does not compile.
  explicit Shader(const ShaderText& text, Dialect dialect = Dialect::desktop);
  ~Shader();
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  void use() const;
  /// The location of a uniform; look it up once.
  int uniform(const char* name) const;

 private:
  unsigned program_ = 0;
};

}  // namespace monitor
