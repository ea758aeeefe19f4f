// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// All shaders, by what they draw. They share the same lights.
namespace shader_texts {
const ShaderText& boxes();
const ShaderText& balls();     ///< squares that face the eye; their contents are computed per pixel
const ShaderText& rounds();    ///< balls, capsules, cylinders, turned and marked, in cubes around them
const ShaderText& meshes();    ///< triangles with normals, transformed by a matrix
const ShaderText& textured();  ///< the same with a texture
const ShaderText& rings();     ///< on the ground, without light: rings, discs, soft shadows
const ShaderText& nets();      ///< meshes of cord
const ShaderText& letters();   ///< of the overlay
const ShaderText& field();     ///< grass and lines, up to the walls
const ShaderText& land();      ///< the land beyond
const ShaderText& sky();
const ShaderText& dome();  ///< a sky of a document: colours by the angle from the zenith

inline const ShaderText& (*const kAll[])() = {boxes, balls,   rounds, meshes, textured, rings,
                                              nets,  letters, field,  land,   sky,      dome};
}  // namespace shader_texts

}  // namespace monitor
