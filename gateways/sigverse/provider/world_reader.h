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

/// The world as a server reports it, for providers of services that look at it: objects with their attributes, parts
/// and shapes, and where cameras are. It asks as a tool does, without attaching, and changes nothing. With it the
/// functions of `sight/sight.h` answer as the server's own eyes do:
///
///     WorldReader world("127.0.0.1", 9000);
///     world.read();
///     names = sight::detect(world.scene(), world.view("robot_000", 1), "robot_000");
///
/// Lengths are in cm, y is up. Everything throws `std::runtime_error`, whose text is a line for people, if the server
/// does not answer or there is no such thing; within a function of `SigServiceProvider` that becomes the failing reply.
/// Used by one thread at a time. Needs the standard library (C++17) and POSIX only.
class WorldReader {
 public:
  /// A part of an object, which is one simple shape.
  struct Part {
    unsigned id = 0;  ///< its number in the object
    std::string name;
    // Its frame in the world. The frame of a part that a joint turns is at the joint.
    sight::Vector place{};
    sight::Quaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of length 1
    /// In the world; `Solid::of` takes it. Servers other than this project's do not say where it is; it is at the frame
    /// then.
    sight::Shape shape;
  };
  struct Object {
    std::string name, class_name;
    bool attached = false;                  ///< it has a controller
    std::map<std::string, double> numbers;  ///< attributes; bools as 0 and 1
    std::map<std::string, std::string> texts;
    std::vector<Part> parts;  ///< `body` first, without those that have no shape

    double number(const std::string& attribute, double otherwise = 0.0) const;
    std::string text(const std::string& attribute) const;
  };

  /// The timeout is for connecting, and for silence while an answer comes; the whole answer may take five of these.
  explicit WorldReader(std::string host = "127.0.0.1", std::uint16_t port = 9000,
                       std::chrono::milliseconds timeout = std::chrono::seconds(2));
  ~WorldReader();
  WorldReader(const WorldReader&) = delete;
  WorldReader& operator=(const WorldReader&) = delete;

  /// Asks for all objects, and replaces what is known. Where shapes are in their parts does not change, so it asks for
  /// that only when it meets an object for the first time. It connects when it has to, so it works again when the
  /// server has been started again. What is known stays if it fails. Objects with a number that is out of range lack
  /// that attribute or part.
  const std::vector<Object>& read();
  /// The known ones, in the order of the world file.
  const std::vector<Object>& objects() const;
  /// Simulated time at which they were like that, s.
  double time() const;
  /// Null if there is none. Valid until the next `read`.
  const Object* find(std::string_view name) const;
  /// The known objects that have parts, with all their shapes. Valid until the next `read`.
  const sight::Scene& scene() const;
  /// What a camera (1 to 9) of a known object sees.
  sight::View view(std::string_view object, int camera) const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace sigverse::provider
