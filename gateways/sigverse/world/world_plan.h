// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// Ends the start of the server: "FILE:LINE: error", or "FILE: …" if the error is not on a particular line.
struct WorldFileError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The same for a file that cannot be found.
struct MissingFile : WorldFileError {
  using WorldFileError::WorldFileError;
};

/// A key of the shape database, "class:parts:state:value", and its file.
struct ShapeFile {
  std::string key, file;
  bool operator==(const ShapeFile&) const = default;
};

/// One `instanciate` element of a world file, including the values from its classes.
struct ObjectPlan {
  std::string where;  ///< "FILE:LINE"
  /// Including `name`, `class`, `superclass` and `agent`.
  Attributes attributes;
  BodyPlan body;
  std::vector<int> cameras;  ///< numbers of its `camera` elements, in order
  bool is_wheeled = false;   ///< type="Robot"
};

/// The contents of world and class files as data, in SIG's units and frame, from which the world is built.
struct WorldPlan {
  /// Limits of the step length that controllers and world files may request: s.
  static constexpr double kMinStep = 0.0005, kMaxStep = 0.1;

  std::string name;
  SigVector gravity{0.0, -980.0, 0.0};
  double erp = 0.2, cfm = 1e-4;
  bool is_autostep = true, is_quick = false;
  double step_seconds = 0.01;

  /// The contact parameters of bodies.
  struct Contact {
    double mu = -1.0;  ///< per normal force; -1: infinite
    double mu2 = 0.0;  ///< of the second direction; 0: same as mu. Published files write 0 and mean no second direction
    double slip1 = 0.01, slip2 = 0.01;
    double soft_erp = 0.2, soft_cfm = 1e-4;
    double bounce = 0.1, bounce_velocity = 0.0;
  };
  Contact contact;

  std::vector<ObjectPlan> objects;
  std::vector<ShapeFile> shapes;
  /// Complete lines, with file and line number.
  std::vector<std::string> warnings;
};

}  // namespace sigverse
