// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/value.h"
#include "gateways/rtm/component/watchdog.h"

namespace rtm {

/// What a scene file says about a component that stands for a device of a robot: which ports it has, and which
/// effectors and percepts of the robot they are. Plain data; copied from the simulation thread to that of the periods.
struct ComponentPlan {
  /// A number of the port is `gain` times one of the robot plus `offset`, or the other way round.
  struct Scale {
    double gain = 1.0;
    double offset = 0.0;
    double operator()(double number) const { return gain * number + offset; }
  };

  struct In {
    std::string port;
    std::string place{};  ///< "motor.rsg:12", where the scene says so
    ValueType type = ValueType::float32;
    std::string effector;                    ///< the name at the head of its action
    std::string parameter;                   ///< its name, or its place from 0; `*`: all numbers, of a port of several
    Scale scale;                             ///< parameter = gain · value + offset
    std::optional<Watchdog::Time> watchdog;  ///< none: the usual one; 0: never
    Neutral neutral = Neutral::hold;
  };

  /// Limits a value to `low` … `high` and rounds it to one of 2^bits values, as a converter does.
  struct Digitizer {
    double low, high;
    int bits;
    double operator()(double value) const;
  };

  struct Out {
    std::string port;
    std::string place{};
    ValueType type = ValueType::float32;
    std::string path;  ///< of the percept's number (percept_paths.h)
    Scale scale;       ///< value = gain · number + offset
    std::optional<Digitizer> digitizer;
  };

  /// A constant for an effector: `on` is sent with every order while the component is on, `off` when it is switched
  /// off.
  struct Constant {
    std::string effector;
    std::string parameter;
    double value = 0.0;
    bool is_on = true;
    std::string place{};
  };
  /// Something in a plan that cannot be done, as a text for users, and where the scene asks for it.
  struct Mistake {
    std::string place, text;
  };

  std::string type;      ///< Motor: its instances are Motor0, Motor1 …
  std::string category;  ///< a word for users; the type if empty
  std::string place;     ///< of the component itself
  std::vector<In> ins;   ///< in the order of declaration
  std::vector<Out> outs;
  std::vector<Constant> constants;
};

}  // namespace rtm
