// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gateways/rctp/codec/object.h"
#include "gateways/rctp/translators/translator.h"

namespace spark {
class AgentAspect;
class Effector;
class Perceptor;
}  // namespace spark

namespace rctp {

/// The objects of one robot: they follow from what its effectors and perceptors say of themselves, and from its
/// translators. Nothing is written per robot.
///
///     effector without parameters                 BinaryOutput of one bit, a trigger
///     effector of one text                        TextOutput
///     effector of numbers by position             ControlOutput
///     effectors that a translator uses            its ControlOutput in their place
///     perceptor of numbers, a fixed layout        ControlInput
///     perceptor of truth values only              BinaryInput
///     every other perceptor                       TextInput
///
/// Not offered: effectors with named parameters or several texts, those that an agent is born with, and those behind
/// another of the same name, which no act can reach. On the simulation thread.
class ObjectTable {
 public:
  /// What stands behind an object.
  struct Source {
    enum class Kind { effector, translator, perceptor, world };
    Kind kind = Kind::effector;
    std::string predicate;             ///< of an effector or a perceptor
    std::size_t occurrence = 0;        ///< the how manieth percept of that predicate it is in a sensation
    Translator* translator = nullptr;  ///< owned by the robot
  };
  struct Rates {
    double steps = 100.0;     ///< per second
    double sensations = 5.0;  ///< per second
  };

  /// `translators` outlive it. With an object `world` or without.
  ObjectTable(std::vector<Translator*> translators, Rates rates, bool has_world)
      : translators_(std::move(translators)), rates_(rates), has_world_(has_world) {}

  /// What the agent has now it is born with: no operator gets that.
  void note_birth(const spark::AgentAspect& body);
  /// Looks again. True if anything has changed. Places stay: what has gone leaves one without a name.
  bool refresh(const spark::AgentAspect& body);

  /// The translators that find nothing to translate: the place of each among all, and the effectors that it was given
  /// ("left, right").
  std::vector<std::pair<std::size_t, std::string>> idle_translators(const spark::AgentAspect& body) const;

  const SharedObjects& objects() const { return objects_; }
  const Source& source(std::size_t object) const { return sources_[object]; }
  std::size_t size() const { return sources_.size(); }
  /// How many the robot has beyond `kMaxObjects`; those are not offered.
  std::size_t left_out() const { return left_out_; }

 private:
  struct Offer {
    Object object;
    Source source;
  };
  std::vector<Offer> offers(const spark::AgentAspect& body) const;
  void add_outputs(const spark::AgentAspect& body, std::vector<Offer>& all) const;
  void add_inputs(const spark::AgentAspect& body, std::vector<Offer>& all) const;

  std::vector<Translator*> translators_;
  Rates rates_;
  bool has_world_;
  std::set<std::string, std::less<>> born_with_;
  SharedObjects objects_ = std::make_shared<Objects>();
  std::vector<Source> sources_;
  std::size_t left_out_ = 0;
};

}  // namespace rctp
