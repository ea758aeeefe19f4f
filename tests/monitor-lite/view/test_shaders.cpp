// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/shader_texts.h"

using namespace monitor;

TEST_CASE("the shaders also compile as OpenGL ES for browsers") {
  const Offscreen offscreen(64, 64);
  const Shader desktop(shader_texts::boxes());
  bool known = true;
  try {
    const ShaderText simple{"simple", "void main() { gl_Position = vec4(0.0); }",
                            "out vec4 pixel; void main() { pixel = vec4(1.0); }"};
    const Shader embedded(simple, Shader::Dialect::embedded);
  } catch (const std::runtime_error&) {
    known = false;  // an OpenGL without ARB_ES3_compatibility
  }
  for (const auto text : shader_texts::kAll) {
    CHECK_NOTHROW(Shader(text()));
    if (known) CHECK_NOTHROW(Shader(text(), Shader::Dialect::embedded));
  }
  CHECK_THROWS_WITH(Shader({"wrong", "void main() { gl_Position = nonsense; }", "void main() {}"}),
                    Catch::Contains("cannot compile the shader \"wrong\""));
}
