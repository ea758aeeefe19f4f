// SPDX-License-Identifier: Apache-2.0
// One of many objects drawn with one call. Each shader defines what centre.w and extent mean besides place and size.
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 centre;
layout(location = 2) in vec3 extent;
layout(location = 3) in vec4 paint;
uniform mat4 view;
out vec4 colour;
