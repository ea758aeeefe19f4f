// SPDX-License-Identifier: Apache-2.0
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <thread>

#include "gateways/sigverse/provider/world_reader.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/stream.h"
#include "tests/support/reserved_port.h"
#include "tests/support/sigverse/object_records.h"

using namespace sigverse;
using provider::WorldReader;
using sigverse::testing::all_of;
using sigverse::testing::object_record;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A server that sends the next of these answers for each GET_ALL_ENTITIES; an empty one closes the connection.
class WorldServer {
 public:
  /// With `shapes` it answers every GET_PART_SHAPES with these; otherwise it does not know such requests.
  explicit WorldServer(std::vector<std::string> answers, std::optional<std::vector<wire::ShapePlace>> shapes = {})
      : shapes_(std::move(shapes)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(listener_, any, size) == 0);
    REQUIRE(::listen(listener_, 4) == 0);
    REQUIRE(::getsockname(listener_, any, &size) == 0);
    port = ntohs(address.sin_port);
    thread_ = std::thread([this, all = std::move(answers)] { serve(all); });
  }
  ~WorldServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }

  std::uint16_t port = 0;
  std::atomic<int> asked_for_shapes{0};

 private:
  void serve(const std::vector<std::string>& answers) {
    auto next = answers.begin();
    for (;;) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) return;
      wire::Stream stream(socket);
      while (const auto received = stream.receive()) {
        const auto packet = wire::read_packet(received.octets);
        if (!packet) return;
        std::string answer = answer_to(*packet);
        if (packet->head.type == wire::PacketType::get_all_entities) {
          if (next == answers.end() || next->empty()) {
            if (next != answers.end()) ++next;
            break;
          }
          answer = *next++;
        }
        stream.send(answer);
      }
    }
  }
  std::string answer_to(const wire::Packet& packet) {
    std::string answer;
    if (packet.head.type == wire::PacketType::get_entity) wire::append_entity(answer, 0.0, nullptr);
    wire::GetPartShapes asked;
    if (packet.head.type == wire::PacketType::get_part_shapes && wire::read_data(packet.data, asked)) {
      ++asked_for_shapes;
      if (shapes_) wire::append_packet(answer, wire::GetPartShapesResult{asked.name, *shapes_});
    }
    return answer;
  }

  std::optional<std::vector<wire::ShapePlace>> shapes_;
  int listener_;
  std::thread thread_;
};

const wire::PartRecord kBody{1, wire::PartShape::box, "body", {1, 2, 3}, {2, 0, 0, 0}, {10, 20, 30}};

void check_vector(const sight::Vector& given, const sight::Vector& expected) {
  for (std::size_t i = 0; i != 3; ++i) CHECK(given[i] == Approx(expected[i]).margin(1e-9));
}

}  // namespace

TEST_CASE("the objects of a world are read with attributes and parts") {
  auto can = object_record("can", {{"graspable", "", true}, {"mass", "physics", 0.5}, {"switch", "", "on"}}, {kBody});
  can.attached = true;
  can.parts.push_back({2, wire::PartShape::cylinder, "lid", {0, 5, 0}, {1, 0, 0, 0}, {3, 1, 0}});
  can.parts.push_back({3, wire::PartShape::sphere, "knob", {0, 6, 0}, {1, 0, 0, 0}, {1, 0, 0}});
  const auto cup = object_record("cup", {}, {});
  WorldServer server({all_of(0.25, {can, cup}), all_of(0.5, {}), all_of(0.75, {cup})});
  WorldReader world("127.0.0.1", server.port);
  CHECK(world.objects().empty());

  REQUIRE(world.read().size() == 2);
  CHECK(world.time() == 0.25);
  const WorldReader::Object* const found = world.find("can");
  REQUIRE(found != nullptr);
  CHECK(found->class_name == "Thing");
  CHECK(found->attached);
  CHECK(found->number("graspable") == 1.0);
  CHECK(found->number("mass") == 0.5);
  CHECK(found->number("weight", 7.0) == 7.0);
  CHECK(found->text("switch") == "on");
  CHECK(found->text("mass").empty());
  REQUIRE(found->parts.size() == 3);
  CHECK(found->parts[0].name == "body");
  CHECK(found->parts[0].shape.kind == sight::Shape::Kind::box);
  check_vector(found->parts[0].place, {1, 2, 3});
  CHECK(found->parts[0].turn == sight::Quaternion{1, 0, 0, 0});
  check_vector(found->parts[0].shape.size, {10, 20, 30});
  CHECK(found->parts[1].id == 2);
  CHECK(found->parts[1].shape.kind == sight::Shape::Kind::cylinder);
  CHECK(found->parts[2].shape.kind == sight::Shape::Kind::sphere);
  CHECK(world.find("dog") == nullptr);

  // The cup has no part.
  REQUIRE(world.scene().objects().size() == 1);
  CHECK(world.scene().objects()[0].name == "can");
  CHECK(world.scene().objects()[0].solids.size() == 3);

  CHECK(world.read().empty());
  CHECK(world.scene().objects().empty());
  CHECK(world.time() == 0.5);
  CHECK(world.read().size() == 1);
}

TEST_CASE("invalid data of an object are left out") {
  std::vector<wire::PartRecord> parts(7, kBody);
  parts[0].place[1] = kNaN;
  parts[1].size[2] = 0.0;
  parts[2].size[0] = -1.0;
  parts[3].turn = {0, 0, 0, 0};
  parts[4].turn[2] = HUGE_VAL;
  parts[5].place[0] = 1e12;
  WorldServer server({all_of(0.0, {object_record("can", {{"mass", "", kNaN}, {"x", "", 1.0}}, parts)})});
  WorldReader world("127.0.0.1", server.port);
  world.read();
  const WorldReader::Object* const can = world.find("can");
  REQUIRE(can != nullptr);
  CHECK(can->parts.size() == 1);
  CHECK(world.scene().objects().size() == 1);
  CHECK(can->numbers.count("mass") == 0);
  CHECK(can->number("x") == 1.0);
}

TEST_CASE("a missing or invalid reply throws, and the next request succeeds") {
  const std::string good = all_of(1.0, {object_record("can", {}, {})});
  std::string cut = all_of(1.0, {object_record("can", {}, {kBody})});
  // The record is complete except for its last number.
  cut.replace(cut.size() - 10, 10, std::string("\xdc\xba", 2));
  cut[3] = static_cast<char>(cut[3] - 8);
  WorldServer server({good, "", good, "HTTP/1.1 400 Bad Request\r\n\r\n", good, cut, good,
                      all_of(2.0, std::vector(2, object_record("can", {}, {}))).substr(0, good.size()), good});
  WorldReader world("127.0.0.1", server.port, std::chrono::milliseconds(300));
  world.read();
  CHECK_THROWS_WITH(world.read(), "the server has closed the connection");
  CHECK(world.find("can") != nullptr);  // what is known stays
  CHECK(world.read().size() == 1);
  CHECK_THROWS_AS(world.read(), std::runtime_error);
  CHECK(world.read().size() == 1);
  CHECK_THROWS_WITH(world.read(), "the server sends an object that cannot be read");
  CHECK(world.read().size() == 1);
  CHECK_THROWS_WITH(world.read(), "the server does not answer");
  CHECK(world.read().size() == 1);
  CHECK(world.time() == 1.0);

  const ReservedPort closed;
  WorldReader nowhere("127.0.0.1", closed.number());
  CHECK_THROWS_WITH(nowhere.read(), Catch::Contains("cannot connect to 127.0.0.1:"));
}

TEST_CASE("a camera is placed as its attributes say") {
  const wire::PartRecord head{
      2, wire::PartShape::sphere, "HEAD", {0, 100, 0}, {std::sqrt(0.5), 0, std::sqrt(0.5), 0}, {10, 0, 0}};
  const auto robot = object_record("robot",
                                   {{"FOV", "", 45.0},
                                    {"FOV2", "", 60.0},
                                    {"aspectRatio", "", 2.0},
                                    {"elnk1", "", ""},
                                    {"elnk2", "", "HEAD"},
                                    {"elnk3", "", "TAIL"},
                                    {"elnk4", "", "body"},
                                    {"epz2", "", 5.0},
                                    {"evx2", "", 0.0},
                                    {"evz2", "", 3.0},
                                    {"quw4", "", 0.0},
                                    {"quy4", "", 0.0},
                                    {"quz4", "", 2.0},
                                    {"qux4", "", 0.0},
                                    {"vpx", "", 0.0},
                                    {"vpy", "", 7.0},
                                    {"vvx", "", -1.0},
                                    {"vvz", "", 0.0}},
                                   {kBody, head});
  // Its body has no shape.
  const auto ghost =
      object_record("ghost", {{"qw", "", 1.0}, {"x", "", 4.0}, {"y", "", 5.0}, {"z", "", 6.0}}, {head, head});
  // Its direction has only one coordinate; the others default to straight ahead.
  const auto lamp = object_record("lamp", {{"elnk2", "", "anything"}, {"evx2", "", 1.0}, {"FOV", "", -1.0}}, {kBody});
  WorldServer server({all_of(0.0, {robot, ghost, lamp})});
  WorldReader world("127.0.0.1", server.port);
  world.read();

  sight::View view = world.view("robot", 1);
  check_vector(view.eye, {1, 9, 3});
  check_vector(view.axes.z, {-1, 0, 0});
  check_vector(view.axes.y, {0, 1, 0});
  check_vector(view.axes.x, {0, 0, 1});
  CHECK(view.fov == 45.0);
  CHECK(view.aspect_ratio == 2.0);
  // The head looks along x.
  view = world.view("robot", 2);
  check_vector(view.eye, {5, 100, 0});
  check_vector(view.axes.z, {1, 0, 0});
  CHECK(view.fov == 60.0);
  // Upside down.
  view = world.view("robot", 4);
  check_vector(view.axes.z, {0, 0, 1});
  check_vector(view.axes.y, {0, -1, 0});
  view = world.view("ghost", 1);
  check_vector(view.eye, {4, 5, 6});
  check_vector(view.axes.z, {0, 0, 1});
  view = world.view("lamp", 2);
  check_vector(view.eye, {1, 2, 3});
  check_vector(view.axes.z, {std::sqrt(0.5), 0, std::sqrt(0.5)});
  CHECK(view.fov == 45.0);
  CHECK(view.aspect_ratio == 1.5);

  CHECK_THROWS_WITH(world.view("robot", 3), "the part 'TAIL', which carries a camera of 'robot', does not exist");
  CHECK_THROWS_WITH(world.view("robot", 5), "'robot' has no camera 5");
  CHECK_THROWS_WITH(world.view("robot", 0), "'robot' has no camera 0");
  CHECK_THROWS_WITH(world.view("robot", 10), "'robot' has no camera 10");
  CHECK_THROWS_WITH(world.view("dog", 1), "there is no object 'dog'");
}

TEST_CASE("shapes are placed by their parts and the server's reply, requested once for each object") {
  const double half = std::sqrt(0.5);
  const wire::PartRecord arm{7, wire::PartShape::cylinder, "arm", {1, 2, 3}, {half, 0, 0, half}, {3, 40, 0}};
  const auto robot = object_record("robot", {}, {kBody, arm}), can = object_record("can", {}, {kBody});
  const std::vector<std::string> answers{all_of(0.0, {robot}), all_of(0.0, {robot, can}), all_of(0.0, {can, robot})};
  SECTION("a server that knows the places of shapes") {
    WorldServer server(answers,
                       std::vector<wire::ShapePlace>{{7, {20, 0, 0}, {0, 2, 0, 0}}, {9, {1, 1, 1}, {1, 0, 0, 0}}});
    WorldReader world("127.0.0.1", server.port);
    for (int i = 0; i != 3; ++i) {
      world.read();
      const WorldReader::Part& part = world.find("robot")->parts[1];
      check_vector(part.place, {1, 2, 3});
      check_vector(part.shape.centre, {1, 22, 3});  // a quarter turn about z
      CHECK(part.shape.turn[0] == Approx(0.0).margin(1e-12));
      CHECK(part.shape.turn[1] == Approx(half));
      CHECK(part.shape.turn[2] == Approx(half));
      CHECK(part.shape.turn[3] == Approx(0.0).margin(1e-12));
      check_vector(world.find("robot")->parts[0].shape.centre, {1, 2, 3});
      const auto& objects = world.scene().objects();
      REQUIRE(objects.size() == (i == 0 ? 1 : 2));
      const sight::Scene::Object& seen = objects[i == 2 ? 1 : 0];
      CHECK(seen.name == "robot");
      REQUIRE(seen.solids.size() == 2);
      check_vector(seen.solids[1].centre(), {1, 22, 3});
      check_vector(seen.solids[1].half(), {3, 20, 3});
      check_vector(seen.solids[1].axes().x, {0, 1, 0});
      check_vector(seen.solids[1].axes().y, {1, 0, 0});
      CHECK(server.asked_for_shapes == (i == 0 ? 1 : 2));
    }
  }
  SECTION("a server that does not know such requests gets one of them") {
    WorldServer server(answers);
    WorldReader world("127.0.0.1", server.port);
    for (int i = 0; i != 3; ++i) {
      world.read();
      check_vector(world.find("robot")->parts[1].shape.centre, {1, 2, 3});
      CHECK(world.find("robot")->parts[1].shape.turn == world.find("robot")->parts[1].turn);
    }
    CHECK(server.asked_for_shapes == 1);
  }
  SECTION("invalid numbers are left out") {
    WorldServer server(answers,
                       std::vector<wire::ShapePlace>{{7, {kNaN, 0, 0}, {1, 0, 0, 0}}, {1, {1, 0, 0}, {0, 0, 0, 0}}});
    WorldReader world("127.0.0.1", server.port);
    world.read();
    for (const WorldReader::Part& part : world.find("robot")->parts) check_vector(part.shape.centre, part.place);
  }
}
