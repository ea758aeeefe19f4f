// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/codec/object.h"
#include "spark/agent/action.h"
#include "spark/core/clock.h"

namespace spark {
class AgentAspect;
}

namespace rctp {

/// Offers effectors of a robot in a standard form: what an operator says ("look there") becomes actions of effectors
/// ("turn by so much"), and what these have come to is said in that form again.
///
/// Belongs to one robot; on the simulation thread. It knows effectors by their names and by what they say of
/// themselves, and looks them up each time, since they come and go.
class Translator {
 public:
  virtual ~Translator() = default;

  /// What it offers in place of its effectors, with ranges from theirs; nothing while the body lacks one of them, or
  /// has one that cannot be used like that.
  virtual std::optional<Object> object(const spark::AgentAspect& body) const = 0;
  /// Those that it uses: they are not offered by themselves.
  virtual std::span<const std::string> effectors() const = 0;
  /// What its effectors have come to, in the standard form, one value per parameter of its object. False, and nothing
  /// filled in, while that is not known.
  virtual bool current(const spark::AgentAspect& body, std::span<double> values) const = 0;
  /// What it should come to from now on: all values, finite, within the ranges.
  virtual void command(std::span<const double> values) = 0;
  /// Once per step: adds actions while there is something to do. They are stamped with the step after `now`. Allocates
  /// nothing in the list's memory.
  virtual void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) = 0;
  /// The robot has been brought to rest, and actions on their way are void: it wants nothing any more.
  virtual void rest() = 0;
};

/// Makes one by the name of its class: `Raw`, `AbsolutePanTilt`, `DifferentialDrive`, `PlanarArm` (each in a header of
/// its own, with its arguments). `object` is the name of what it offers. `action_latency`: steps from an action's stamp
/// to its effect. Throws `std::runtime_error` with one line about a class or arguments that are none.
std::unique_ptr<Translator> make_translator(std::string_view kind, std::string object,
                                            std::span<const std::string> arguments, spark::Step action_latency);

}  // namespace rctp
