// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/sight/sight.h"

namespace sigverse::provider {

/// The world as a server reports it, for service providers that need it: objects with their attributes, parts and
/// shapes, and their cameras. It queries like a tool, without attaching, and changes nothing. With this data, the
/// functions of `sight/sight.h` give the same answers as the server itself:
///
///     WorldReader world("127.0.0.1", 9000);
///     world.read();
///     names = sight::detect(world.scene(), world.view("robot_000", 1), "robot_000");
///
/// Lengths are in cm, y is up. All functions throw `std::runtime_error`, with a line for users, if the server does not
/// answer or a name is unknown; in a function of `SigServiceProvider` this leads to the failing reply. Used by one
/// thread at a time. Needs only the standard library (C++17) and POSIX.
class WorldReader {
 public:
  /// A part of an object, which is one simple shape.
  struct Part {
    unsigned id = 0;  ///< its number in the object
    std::string name;
    // Its frame in the world. If a joint turns the part, the origin of its frame is at the joint.
    sight::Vector place{};
    sight::Quaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of length 1
    /// In the world, for `Solid::of`. Only this project's servers report its pose; with others it is that of the frame.
    sight::Shape shape;
  };
  struct Object {
    std::string name, class_name;
    bool attached = false;                  ///< it has a controller
    std::map<std::string, double> numbers;  ///< attributes; bools as 0 and 1
    std::map<std::string, std::string> texts;
    std::vector<Part> parts;  ///< `body` first; parts without a shape are omitted

    double number(const std::string& attribute, double otherwise = 0.0) const;
    std::string text(const std::string& attribute) const;
  };

  /// `timeout` applies to connecting, and to silence during an answer; a whole answer may take five times as long.
  explicit WorldReader(std::string host = "127.0.0.1", std::uint16_t port = 9000,
                       std::chrono::milliseconds timeout = std::chrono::seconds(2));
  ~WorldReader();
  WorldReader(const WorldReader&) = delete;
  WorldReader& operator=(const WorldReader&) = delete;

  /// Requests all objects and replaces the known ones. The poses of shapes in their parts do not change, so they are
  /// requested only when an object is first seen. Connects when necessary, so it works again after a restart of the
  /// server. On failure the known objects are kept. Attributes and parts with a number that is out of range are
  /// omitted.
  const std::vector<Object>& read();
  /// The known objects, in the order of the world file.
  const std::vector<Object>& objects() const;
  /// The simulated time of these objects, s.
  double time() const;
  /// Null if there is no such object. Valid until the next `read`.
  const Object* find(std::string_view name) const;
  /// The known objects that have parts, with all of their shapes. Valid until the next `read`.
  const sight::Scene& scene() const;
  /// The view of one of the cameras (1 to 9) of a known object.
  sight::View view(std::string_view object, int camera) const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace sigverse::provider
