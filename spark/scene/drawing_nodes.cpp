// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/drawing_nodes.h"

#include "spark/physics/body.h"

namespace spark {

bool SingleMatNode::set_position(Vec3 position) {
  if (!(length(position) <= kMaxOffset)) return false;
  if (!offset_) offset_.emplace();
  offset_->position = position;
  note_look();
  return true;
}

bool SingleMatNode::set_rotation(Vec3 degrees) {
  if (!(length(degrees) <= Body::kMaxAngle)) return false;
  if (!offset_) offset_.emplace();
  offset_->rotation = rotation_from_degrees(degrees);
  note_look();
  return true;
}

void register_drawing_classes(ClassRegistry& classes) {
  classes.add<StaticMesh>("kerosin/StaticMesh", "oxygen/BaseNode", "A mesh from a file; kept, not drawn.")
      .method("load", &StaticMesh::load, "file, arguments", "The mesh file.")
      .method("setScale", &StaticMesh::set_scale, "x, y, z", "Factors.");
  classes.add<SingleMatNode>("kerosin/SingleMatNode", "kerosin/StaticMesh", "A mesh of one material.")
      .method("setMaterial", &SingleMatNode::set_material, "name", "The material, by name.")
      .method("setPosition", &SingleMatNode::set_position, "x, y, z (m)", "Position in the frame of its Transform.")
      .method("setRotation", &SingleMatNode::set_rotation, "x, y, z (degrees)", "Rotation in that frame.");
  classes.add<BoxShape>("kerosin/Box", "kerosin/SingleMatNode", "A visible box; collides with nothing.")
      .method("setExtents", &BoxShape::set_extents, "x, y, z (m)", "Lengths of the edges.");
  classes.add<SphereShape>("kerosin/Sphere", "kerosin/SingleMatNode", "A visible sphere; collides with nothing.")
      .method("setRadius", &SphereShape::set_radius, "radius (m)", "The radius.")
      .method("setExtents", &SphereShape::set_radius, "radius (m)", "The radius, under the name in the manual.");
  classes
      .add<CCylinderShape>("kerosin/CCylinder", "kerosin/SingleMatNode",
                           "A visible capped cylinder; collides with nothing.")
      .method("setParams", &CCylinderShape::set_params, "radius (m), length (m)", "The size.")
      .method("getRadius", &CCylinderShape::radius, "", "The radius, m.")
      .method("getLength", &CCylinderShape::length, "", "The length without the caps, m.");
  classes
      .add<CylinderShape>("kerosin/Cylinder", "kerosin/SingleMatNode",
                          "A visible cylinder with flat ends; collides with nothing.")
      .method("setParams", &CylinderShape::set_params, "radius (m), length (m)", "The size; its axis is z.")
      .method("getRadius", &CylinderShape::radius, "", "The radius, m.")
      .method("getLength", &CylinderShape::length, "", "The length, m.");
  classes.add<Axis>("kerosin/Axis", "kerosin/SingleMatNode", "Shows the axes of its parent.")
      .method("setSize", &Axis::set_size, "size (m)", "Length of the axes.")
      .method("getSize", &Axis::size, "", "Length of the axes, m.");
  classes.add<Light>("kerosin/Light", "oxygen/BaseNode", "A light.")
      .method("setRadius", &Light::set_radius, "radius (m)", "How far it shines.")
      .method("getRadius", &Light::radius, "", "How far it shines, m.")
      .method("setIntensity", &Light::set_intensity, "intensity (cd, 0 to 1e6)",
              "How bright it is for parts that measure light (0).")
      .method("getIntensity", &Light::intensity, "", "How bright it is for parts that measure light, cd.")
      .method("setAmbient", &Light::set_ambient, "red, green, blue, alpha (0 to 1)", "Ambient colour.")
      .method("setDiffuse", &Light::set_diffuse, "red, green, blue, alpha (0 to 1)", "Diffuse colour.")
      .method("setSpecular", &Light::set_specular, "red, green, blue, alpha (0 to 1)", "Specular colour.");
}

}  // namespace spark
