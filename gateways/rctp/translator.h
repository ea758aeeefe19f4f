// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/object.h"
#include "spark/agent/action.h"
#include "spark/core/clock.h"

namespace spark {
class AgentAspect;
}

namespace rctp {

/// Offers effectors of a robot in a standard form: it translates the commands of an operator ("look there") into
/// actions of effectors ("turn by this angle"), and their state back into that form.
///
/// A translator belongs to one robot and is used on the simulation thread. It stores the names of effectors and their
/// descriptions and looks them up each time, because a robot may gain and lose them.
class Translator {
 public:
  virtual ~Translator() = default;

  /// The object that it offers in place of its effectors, with ranges from theirs; nothing while the body lacks one of
  /// them or has an unsuitable one.
  virtual std::optional<Object> object(const spark::AgentAspect& body) const = 0;
  /// The effectors that it uses, which are not offered themselves.
  virtual std::span<const std::string> effectors() const = 0;
  /// Fills in the state of its effectors in the standard form, one value per parameter of its object. Returns false and
  /// fills in nothing while the state is unknown.
  virtual bool current(const spark::AgentAspect& body, std::span<double> values) const = 0;
  /// Sets the target: all values, finite and within the ranges.
  virtual void command(std::span<const double> values) = 0;
  /// Called once per step: adds actions until the target is reached. They are stamped with the step after `now`.
  /// Allocates nothing if the list has enough memory.
  virtual void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) = 0;
  /// Drops the target, because the robot has been brought to rest and pending actions have been dropped.
  virtual void rest() = 0;
};

/// Makes a translator by the name of its class: `Raw`, `AbsolutePanTilt`, `DifferentialDrive` or `PlanarArm`, whose
/// headers describe their arguments. `object` is the name of the object that it offers, `action_latency` the steps from
/// an action's stamp to its effect. Throws `std::runtime_error` with one line if class or arguments are wrong.
std::unique_ptr<Translator> make_translator(std::string_view kind, std::string object,
                                            std::span<const std::string> arguments, spark::Step action_latency);

}  // namespace rctp
