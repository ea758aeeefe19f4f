// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/value.h"
#include "gateways/rtm/component/watchdog.h"

namespace rtm {

/// A scene file's description of a component that represents a device of a robot: its ports, and the effectors and
/// percepts of the robot behind them. Plain data; copied from the simulation thread to that of the periods.
struct ComponentPlan {
  /// Converts a number of the robot to one of the port, or the other way round: gain · number + offset.
  struct Scale {
    double gain = 1.0;
    double offset = 0.0;
    double operator()(double number) const { return gain * number + offset; }
  };

  struct In {
    std::string port;
    std::string place{};  ///< "motor.rsg:12", if the scene has it
    ValueType type = ValueType::float32;
    std::string effector;                    ///< the name of its action
    std::string parameter;                   ///< its name, or its index from 0; `*`: all numbers, of a port of several
    Scale scale;                             ///< parameter = gain · value + offset
    std::optional<Watchdog::Time> watchdog;  ///< nothing: the default one; 0: never
    Neutral neutral = Neutral::hold;
  };

  /// Clamps a value to `low` … `high` and rounds it to one of 2^bits values, as a converter does.
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

  /// A constant for a parameter of an effector: sent with every action while the component is on, or once when it is
  /// switched off.
  struct Constant {
    std::string effector;
    std::string parameter;
    double value = 0.0;
    bool is_on = true;
    std::string place{};
  };
  /// An error in a plan, as a text for users, with its place in the scene.
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
