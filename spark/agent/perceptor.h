// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "spark/agent/percept_writer.h"
#include "spark/core/transform.h"

namespace spark {

class AgentAspect;

/// One number of a percept with a fixed layout.
struct PerceptField {
  enum class Kind { real, integer, truth };
  std::string_view name;
  Unit unit = Unit::none;
  Kind kind = Kind::real;
};

/// A sense of an agent. It is a node below its `AgentAspect`, and writes its percepts when the agent's sensation is
/// generated.
class Perceptor : public BaseNode {
 public:
  /// Writes any number of percepts, possibly none. Must not change the world.
  virtual void perceive(PerceptWriter& writer) = 0;
  /// One line for the reference page: the form of the percept.
  virtual std::string_view help() const = 0;
  /// The numbers of its percept, in order, if they are always the same ones, without texts that only name the percept.
  /// Empty if the layout is not fixed. A change of the layout also changes `AgentAspect::changes`, or precedes the
  /// first percept.
  virtual std::span<const PerceptField> fields() const { return {}; }

  /// The name at the head of the percept; scripts may change it.
  const std::string& predicate() const { return predicate_; }
  void set_predicate(std::string name) { predicate_ = std::move(name); }
  AgentAspect& agent() const { return *agent_; }

 protected:
  explicit Perceptor(std::string predicate) : predicate_(std::move(predicate)) {}
  /// Overrides call this once they have found their other collaborators. Throws `Misplaced` if there is no agent above.
  void linked() override;
  void unlinking() override;

 private:
  std::string predicate_;
  AgentAspect* agent_ = nullptr;
};

}  // namespace spark
