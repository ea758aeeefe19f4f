// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gateways/rctp/protocol/object.h"
#include "gateways/rctp/translator.h"

namespace spark {
class AgentAspect;
class Effector;
class Perceptor;
}  // namespace spark

namespace rctp {

/// The objects of one robot. They follow from the descriptions of its effectors and perceptors, and from its
/// translators; no robot needs code of its own.
///
///     effector without parameters                 BinaryOutput of one bit, a trigger
///     effector of one text                        TextOutput
///     effector of numbers by position             ControlOutput
///     effectors that a translator uses            the translator's ControlOutput
///     perceptor of numbers, a fixed layout        ControlInput
///     perceptor of truth values only              BinaryInput
///     every other perceptor                       TextInput
///
/// Effectors with named parameters or several texts are not offered, nor those that an agent has before its (create),
/// nor those hidden by an earlier one of the same name, which no act can reach. Used on the simulation thread.
class ObjectTable {
 public:
  /// The effector, perceptor or translator that an object represents.
  struct Source {
    enum class Kind { effector, translator, perceptor, world, camera, microphone };
    Kind kind = Kind::effector;
    std::string predicate;             ///< of an effector or a perceptor
    std::size_t occurrence = 0;        ///< its index among the percepts of that predicate in a sensation
    Translator* translator = nullptr;  ///< owned by the robot
  };
  struct Rates {
    double steps = 100.0;     ///< per second
    double sensations = 5.0;  ///< per second
  };

  /// Borrows the translators.
  ObjectTable(std::vector<Translator*> translators, Rates rates, bool has_world)
      : translators_(std::move(translators)), rates_(rates), has_world_(has_world) {}

  /// Excludes the effectors that the body has now, before its (create).
  void note_birth(const spark::AgentAspect& body);
  /// Adds the address of a device translator that clients may use for a control object, in addition to the standard
  /// ones.
  void add_module(std::string object, std::string address) {
    modules_.emplace_back(std::move(object), std::move(address));
  }
  /// Makes the sound of the robot an object from now on.
  void add_microphone() { has_microphone_ = true; }
  /// Makes the pictures of the robot's camera an object; without a field of view (the smaller angle, radians) that
  /// object is removed.
  void set_camera(std::optional<double> field_of_view) { camera_ = field_of_view; }
  /// Updates the table; returns true if anything has changed. Indices stay valid: an object that is removed leaves an
  /// entry without a name.
  bool refresh(const spark::AgentAspect& body);

  /// The translators whose effectors the body lacks, by index, with these effectors ("left, right").
  std::vector<std::pair<std::size_t, std::string>> idle_translators(const spark::AgentAspect& body) const;

  const SharedObjects& objects() const { return objects_; }
  const Source& source(std::size_t object) const { return sources_[object]; }
  std::size_t size() const { return sources_.size(); }
  /// The number of objects beyond `kMaxObjects`, which are not offered.
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
  std::optional<double> camera_;
  bool has_microphone_ = false;
  std::vector<std::pair<std::string, std::string>> modules_;
  std::optional<std::size_t> camera_place_;  ///< its index, even while the camera is not offered
  SharedObjects objects_ = std::make_shared<Objects>();
  std::vector<Source> sources_;
  std::size_t left_out_ = 0;
};

}  // namespace rctp
