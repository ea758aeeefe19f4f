// SPDX-License-Identifier: Apache-2.0
in vec3 normal;
in vec4 colour;
out vec4 pixel;
void main() { pixel = vec4(lit(colour.rgb, normal), colour.a); }
