// SPDX-License-Identifier: Apache-2.0
// Creates an RCML file of a whole match from nodes, writes it in both encodings, and reads it.
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/report.h"
#include "gateways/rctp/rcml/world_file.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/x3d_writer.h"

namespace {

using x3d::Node;

constexpr int kMovers = 23, kCameras = 22, kLines = 104, kObjects = 10, kRounds = 101;

/// Numbers with all their digits, like those of poses.
float uneven(int i) {
  return 0.1234567f * static_cast<float>(i) - 3.7654321f;
}

Node shape(Node geometry, std::string_view material) {
  Node node("Shape");
  node.set("appearance", Node("Appearance").set("material", Node::use(material)));
  return node.set("geometry", std::move(geometry));
}

Node moved(const std::string& name, int i) {
  Node node("Transform", name);
  node.set("translation", x3d::Vec3f{uneven(i), uneven(i + 7), uneven(i + 13)});
  return node.set("rotation", x3d::Rotation{uneven(i), uneven(i + 3), uneven(i + 5), uneven(i + 11)});
}

/// 150 shapes and 22 cameras: 23 movers of one sphere each, 104 lines on the floor, and 23 boxes around them.
std::vector<Node> environment() {
  std::vector<Node> nodes;
  nodes.push_back(Node("Shape").set(
      "appearance", Node("Appearance").set("material", Node("Material", "grey").set("diffuseColor", x3d::Color{}))));
  for (int i = 0; i < kMovers; ++i)
    nodes.push_back(moved("mover_" + std::to_string(i), i).add(shape(Node("Sphere").set("radius", 0.22), "grey")));
  for (int i = 0; i < kCameras; ++i)
    nodes.push_back(moved("camera_" + std::to_string(i), i)
                        .add(Node("Viewpoint")
                                 .set("description", "camera " + std::to_string(i))
                                 .set("orientation", x3d::Rotation{0, 1, 0, -1.570796f})
                                 .set("fieldOfView", 1.0472)));
  for (int i = 0; i < kLines + kMovers; ++i)
    nodes.push_back(moved("scenery_" + std::to_string(i), i)
                        .add(shape(Node("Box").set("size", x3d::Vec3f{uneven(i), 0.01f, 0.1f}), "grey")));
  return nodes;
}

rcml::RobotSheet robot() {
  rcml::RobotSheet sheet;
  sheet.name = "robot";
  sheet.address = rcml::rctp_address("127.0.0.1:3300", sheet.name);
  for (int i = 0; i < kObjects; ++i) {
    rctp::Object& object = sheet.objects.emplace_back();
    object.name = "object_" + std::to_string(i);
    object.kind = static_cast<rctp::Object::Kind>(i % 6);
    if (object.is_control()) object.parameters.resize(3, {"parameter", "degrees", -180, 180});
  }
  for (int i = 0; i < kMovers + kCameras; ++i) sheet.node_names.push_back("node_" + std::to_string(i));
  return sheet;
}

/// The median of the duration of one call in milliseconds.
double milliseconds(const std::function<void()>& call) {
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) {
    const double start = bench::thread_seconds();
    call();
    times.push_back((bench::thread_seconds() - start) * 1e3);
  }
  return bench::median(times);
}

}  // namespace

int main(int argc, char** argv) {
  const rcml::RobotSheet sheet = robot();
  const x3d::Document document = world_file({}, environment(), &sheet);
  const std::string text = x3d::to_vrml(document), xml = x3d::to_x3d(document);
  bench::Report report;
  report.add("VRML97", static_cast<double>(text.size()) / 1e3, "kB");
  report.add("X3D", static_cast<double>(xml.size()) / 1e3, "kB");
  report.add("made of nodes", milliseconds([&] { world_file({}, environment(), &sheet); }), "ms", 2);
  report.add("written as VRML97", milliseconds([&] { x3d::to_vrml(document); }), "ms", 2);
  report.add("written as X3D", milliseconds([&] { x3d::to_x3d(document); }), "ms", 2);
  report.add("read", milliseconds([&] { x3d::read_vrml(text, "bench"); }), "ms", 2);
  const bool as_csv = argc > 1 && std::string_view(argv[1]) == "--csv";
  std::fputs((as_csv ? report.csv() : report.text()).c_str(), stdout);
  return 0;
}
