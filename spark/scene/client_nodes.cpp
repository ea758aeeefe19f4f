// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/client_nodes.h"

#include "spark/core/core.h"

namespace spark {
namespace {

constexpr const char* kNoClient = "this server has no window, sound or keys";

/// A server of graphical clients that this server does not use: it may be created and called.
class ClientServer : public Node {
 public:
  Value ignore(const Values&) { return without_effect(*this, kNoClient); }
};

class GeometryServer : public Node {
 public:
  bool init_mesh_importer(const std::string&) {
    without_effect(*this, "meshes are kept by name, nothing reads them");
    return true;
  }
};

class MeshImporter : public Leaf {
 protected:
  MeshImporter() = default;
};
class StdMeshImporter : public MeshImporter {
 public:
  StdMeshImporter() = default;
};

void register_camera(ClassRegistry& classes) {
  constexpr const char* kDistance = "distance (m)";
  constexpr const char* kChange = "change (m)";
  classes.add<Camera>("oxygen/Camera", "oxygen/BaseNode", "A camera that looks along y of its node; kept as data.")
      .method("setViewport", &Camera::set_viewport, "x, y, width, height (pixels)", "The picture.")
      .method(
          "getViewportX", +[](Camera& c) { return c.viewport().x; }, "", "Left edge of the picture, pixels.")
      .method(
          "getViewportY", +[](Camera& c) { return c.viewport().y; }, "", "Lower edge of the picture, pixels.")
      .method(
          "getViewportWidth", +[](Camera& c) { return c.viewport().width; }, "", "Width of the picture, pixels.")
      .method(
          "getViewportHeight", +[](Camera& c) { return c.viewport().height; }, "", "Height of the picture, pixels.")
      .method("setFOV", &Camera::set_fov, "angle (degrees, 1 to 179)",
              "The angle of view over the height of the picture (60).")
      .method("getFOV", &Camera::fov, "", "The angle of view in degrees.")
      .method("setZNear", &Camera::set_z_near, kDistance, "Nearer things are not seen (0.1).")
      .method("adjustZNear", &Camera::adjust_z_near, kChange, "Moves that plane.")
      .method("getZNear", &Camera::z_near, "", "The near plane, m.")
      .method("setZFar", &Camera::set_z_far, kDistance, "Farther things are not seen (1000).")
      .method("adjustZFar", &Camera::adjust_z_far, kChange, "Moves that plane.")
      .method("getZFar", &Camera::z_far, "", "The far plane, m.");
}

void register_materials(ClassRegistry& classes) {
  constexpr const char* kColour = "red, green, blue, alpha (0 to 1)";
  using Texture = Material2DTexture;
  classes.add<MaterialServer>("kerosin/MaterialServer", "zeitgeist/Node", "Holds the materials by name; kept as data.");
  classes.add<Material>("kerosin/Material", "zeitgeist/Node", "A material.");
  classes.add<MaterialSolid>("kerosin/MaterialSolid", "kerosin/Material", "A material of one colour.")
      .method("setAmbient", &MaterialSolid::set_ambient, kColour, "Colour in ambient light.")
      .method("setDiffuse", &MaterialSolid::set_diffuse, kColour, "The colour of the surface.")
      .method("setSpecular", &MaterialSolid::set_specular, kColour, "Colour of its highlights.")
      .method("setEmission", &MaterialSolid::set_emission, kColour, "Colour of the light that it emits.");
  classes.add<Texture>("kerosin/Material2DTexture", "kerosin/MaterialSolid", "A material with pictures.")
      .method("setDiffuseTexture", &Texture::set_diffuse_texture, "file", "The picture of its colour.")
      .method("setNormalTexture", &Texture::set_normal_texture, "file", "The picture of its bumps.")
      .method("setSpecularTexture", &Texture::set_specular_texture, "file", "The picture of its gloss.");
}

void register_idle(ClassRegistry& classes, const std::string& name, std::initializer_list<const char*> methods) {
  ClassInfo& info = classes.add<ClientServer>(name, "zeitgeist/Node", "For graphical clients; without effect here.");
  for (const char* method : methods) info.method(method, &ClientServer::ignore, "anything", "Without effect.");
}

}  // namespace

Value without_effect(const Leaf& object, std::string_view why) {
  const std::string& name = object.class_info() ? object.class_info()->name() : object.name();
  object.core().log.mistake(LogLevel::normal, name, "without effect", fmt::format("without effect here: {}", why));
  return {};
}

void MaterialServer::linked() {
  if (child("default")) return;
  auto made = core().classes.create("kerosin/MaterialSolid");
  made->set_name("default");
  append(std::move(made));
}

const Material* MaterialServer::find_material(const std::string& name) const {
  return dynamic_cast<const Material*>(child(name));
}

void register_client_classes(ClassRegistry& classes) {
  register_camera(classes);
  register_materials(classes);
  classes.add<GeometryServer>("oxygen/GeometryServer", "zeitgeist/Node", "Holds the meshes; without effect here.")
      .method("initMeshImporter", &GeometryServer::init_mesh_importer, "class", "Accepted; nothing reads meshes.");
  classes.add<MeshImporter>("oxygen/MeshImporter", "zeitgeist/Leaf", "Reads meshes.");
  classes.add<StdMeshImporter>("oxygen/StdMeshImporter", "oxygen/MeshImporter", "Holds the simple shapes.");
  register_idle(classes, "kerosin/InputServer",
                {"init", "createDevice", "reset", "bindCommand", "setScanCodeMapping", "addCode"});
  register_idle(classes, "kerosin/FontServer", {"getFont"});
  register_idle(classes, "kerosin/SoundServer", {"init", "getCPU", "playStream", "playModule", "playEffect"});
  for (const char* name :
       {"kerosin/ImageServer", "kerosin/TextureServer", "kerosin/OpenGLServer", "kerosin/RenderServer"})
    register_idle(classes, name, {});
}

}  // namespace spark
