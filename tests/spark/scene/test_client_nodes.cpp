// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Camera;
using spark::Vec3;

TEST_CASE("a camera keeps its viewport, angle and planes, and looks along its node") {
  Stage stage;
  REQUIRE(stage.import(kHeader + R"((node Transform (setName head) (setLocalPos 1 2 3) (setLocalRotation 0 0 90)
    (node Camera (setName camera) (setViewport 0 0 640 480) (setFOV 75) (setZNear 0.5) (setZFar 200)
      (adjustZNear 0.25) (adjustZFar -50))))"));
  CHECK(stage.log.empty());
  auto& camera = stage.at<Camera>("/t/head/camera");
  CHECK(camera.viewport().width == 640);
  CHECK(camera.fov() == 75);
  CHECK(camera.z_near() == 0.75);
  CHECK(camera.z_far() == 150);
  CHECK(camera.pose().position == Vec3{1, 2, 3});
  CHECK(spark::length(camera.look_direction() - Vec3{-1, 0, 0}) < 1e-12);
  CHECK(camera.up_direction() == Vec3{0, 0, 1});
  CHECK(stage.run("c = get('/t/head/camera')\n"
                  "raise 'get' unless [c.getViewportX, c.getViewportY, c.getViewportWidth, c.getViewportHeight] == [0, "
                  "0, 640, 480]\n"
                  "raise 'fov' unless [c.getFOV, c.getZNear, c.getZFar] == [75.0, 0.75, 150.0]\n"
                  "c.setFOV(180)\nc.setZNear(0)\nc.setZFar(0.1)\nc.setViewport(0, 0, 0, 100)\nc.adjustZNear(500)\n") ==
        "");
  CHECK(stage.log.size() == 4);  // adjust… reports refusals only by its result
  CHECK(camera.fov() == 75);
  CHECK(camera.z_near() == 0.75);
  CHECK(camera.z_far() == 150);
}

TEST_CASE("materials are kept by name, and the default material always exists") {
  Stage stage;
  REQUIRE(
      stage.run("m = new('kerosin/MaterialServer', '/sys/server/material')\n"
                "r = new('kerosin/MaterialSolid', '/sys/server/material/matRed')\nr.setDiffuse(1, 0, 0, 1)\n"
                "r.setAmbient(0.2, 0, 0, 1)\nr.setSpecular(1, 1, 1, 1)\nr.setEmission(0.5, 0, 0, 1)\n"
                "t = new('kerosin/Material2DTexture', '/sys/server/material/grass')\nt.setDiffuseTexture('grass.png')\n"
                "t.setNormalTexture('bumps.png')\nt.setSpecularTexture('wet.png')\n") == "");
  CHECK(stage.log.empty());
  auto& server = stage.at<spark::MaterialServer>("/sys/server/material");
  CHECK(server.find_material("default"));
  CHECK_FALSE(server.find_material("matBlue"));
  const auto* red = dynamic_cast<const spark::MaterialSolid*>(server.find_material("matRed"));
  REQUIRE(red);
  CHECK(red->diffuse() == spark::Material::Colour{1, 0, 0, 1});
  CHECK(red->emission()[0] == 0.5);
  CHECK(stage.at<spark::Material2DTexture>("/sys/server/material/grass").diffuse_texture() == "grass.png");
}

TEST_CASE("servers of graphical clients accept calls, and report once that they have no effect") {
  Stage stage;
  REQUIRE(
      stage.run("i = new('kerosin/InputServer', '/sys/server/input')\ni.init('InputSystemSDL')\n"
                "i.createDevice('Keyboard')\ni.bindCommand('a', 1)\n"
                "g = new('oxygen/GeometryServer', '/sys/server/geometry')\ng.initMeshImporter('VoidMeshImporter') or "
                "raise 'no'\n"
                "new('kerosin/FontServer', '/sys/server/font')\nnew('kerosin/OpenGLServer', '/sys/server/opengl')\n") ==
      "");
  CHECK(stage.log ==
        std::vector<std::string>{
            "note: kerosin/InputServer: without effect here: this server has no window, sound or keys",
            "note: oxygen/GeometryServer: without effect here: meshes are kept by name, nothing reads them"});
}

TEST_CASE("drawing nodes accept the forms that the manual uses") {
  Stage stage;
  REQUIRE(stage.import(kHeader + "((node Axis (setName axis) (setSize 2) (setMaterial matRed))"
                                 "(node Sphere (setName sphere) (setExtents 0.5) (setMaterial matBlue)))"));
  CHECK(stage.log.empty());
  CHECK(stage.at<spark::Axis>("/t/axis").material() == "matRed");
  CHECK(stage.at<spark::SphereShape>("/t/sphere").radius() == 0.5);
}

TEST_CASE("an FPSController is kept as data") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  REQUIRE(stage.import(
      kHeader +
      "(node Transform (node Body (setName body) (node FPSController (setName visitor) (setAcceleration 20))))"));
  CHECK(stage.log.empty());
  CHECK(stage.run("raise 'no' unless get('/t/body/visitor')") != "");
  auto* visitor = stage.core.find_first<spark::FpsController>();
  REQUIRE(visitor);
  CHECK(visitor->acceleration() == 20);
  CHECK_FALSE(visitor->is_idle());
  stage.at<spark::World>("/t/world").step(0.01);
}

TEST_CASE("a ray records the colliders that it meets, and pushes nothing") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  REQUIRE(stage.import(kHeader + R"((
    (node Transform (setName robot) (setLocalPos 0 0 1)
      (node Body (setName body) (useGravity false))
      (node RayCollider (setName ray) (setParams 0 0 0.5 2 0 0 5) (node RecorderHandler (setName recorder))))
    (node Transform (setName near) (setLocalPos 3 0 1.5) (node Body (setName body) (useGravity false))
      (node SphereCollider (setName shape) (setRadius 0.5)))
    (node Transform (setName far) (setLocalPos 6 0 1.5) (node SphereCollider (setName shape) (setRadius 0.5)))
    (node Transform (setName bare) (node RayCollider (setName ray) (node ContactJointHandler)))))"));
  CHECK(stage.log == std::vector<std::string>{
                         "warning: s.rsg:9: oxygen/ContactJointHandler below /t/bare/ray has no effect: a ray pushes "
                         "nothing, so it has no contacts"});
  auto& world = stage.at<spark::World>("/t/world");
  auto& recorder = stage.at<spark::RecorderHandler>("/t/robot/ray/recorder");
  auto& robot = stage.at<spark::Body>("/t/robot/body");
  auto& near = stage.at<spark::Body>("/t/near/body");
  const auto meets = [&](const char* path) {
    world.step(0.01);
    const auto& touching = recorder.touching();
    return std::find(touching.begin(), touching.end(), &stage.at<spark::Collider>(path)) != touching.end();
  };
  CHECK(meets("/t/near/shape"));
  CHECK_FALSE(meets("/t/far/shape"));  // it is 5 m long
  CHECK(near.velocity() == Vec3{});
  CHECK(robot.velocity() == Vec3{});
  // It turns with its body.
  robot.set_rotation_degrees({0, 0, 90});
  CHECK_FALSE(meets("/t/near/shape"));
  robot.set_rotation_degrees({0, 0, 0});
  CHECK(meets("/t/near/shape"));
  auto& ray = stage.at<spark::RayCollider>("/t/robot/ray");
  CHECK(ray.point_depth({2, 0, 1.5}) == Approx(0).margin(1e-9));
  CHECK(ray.point_depth({2, 1, 1.5}) == Approx(-1));
  CHECK(ray.point_depth({-3, 0, 1.5}) == Approx(-3));
  CHECK_FALSE(ray.set_params({}, {0, 0, 0}, 1));
  CHECK_FALSE(ray.set_params({}, {1, 0, 0}, -1));
  CHECK_FALSE(ray.set_params({1e9, 0, 0}, {1, 0, 0}, 1));
  CHECK(ray.direction() == Vec3{1, 0, 0});
}
