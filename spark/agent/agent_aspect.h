// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/agent/percept_writer.h"
#include "spark/core/agent_id.h"
#include "spark/core/clock.h"
#include "spark/core/core.h"
#include "spark/core/held.h"
#include "spark/core/transform.h"
#include "spark/sexp/reader.h"

namespace spark {

class Perceptor;

/// One agent in the world: the node that its body moves, with its effectors and perceptors somewhere below. A robot may
/// have further AgentAspects below its own, from scene files; effectors and perceptors there belong to the outermost
/// one, and the inner ones act as plain transforms (behaviour 10.7).
class AgentAspect : public Transform {
 public:
  AgentAspect() = default;
  ~AgentAspect() override;

  AgentId id() const { return id_; }
  /// "agent 3": its name in log lines.
  const std::string& label() const { return label_; }
  void set_id(AgentId id);
  /// The type of the agent (its entry in the agent database); empty if no gateway has named one.
  const std::string& type() const { return type_; }
  void set_type(std::string type) { type_ = std::move(type); }
  bool is_dispensable() const override {
    return id_ < 0 && effectors_.empty() && perceptors_.empty() && Transform::is_dispensable();
  }

  /// This agent's random stream for a purpose, used by its effectors and perceptors: the stream "drive 3". Lives as
  /// long as the agent.
  RandomStream& random_stream(std::string_view purpose);

  /// Writes one sensation: calls every perceptor, in the order of their creation.
  void sense(PerceptWriter& writer);
  /// Carries out the expressions of an act message that the agent sent at `stamp`, in order. All of them are parsed
  /// before the first is carried out. Invalid ones are skipped with one rate-limited log line.
  void act(Step stamp, std::string_view text);
  /// The same for actions that were not sent as text.
  void act(Step stamp, std::span<const Action> actions);
  /// Brings all effectors to rest.
  void rest();
  /// Counts an action that makes no sense.
  void count_complaint() { ++complaints_; }
  std::uint64_t complaints() const { return complaints_; }

  // The agent's effectors and perceptors, in the order of creation. `changes` is incremented whenever one of the lists
  // changes.
  std::span<const Effector* const> effectors() const { return {effectors_.data(), effectors_.size()}; }
  std::span<const Perceptor* const> perceptors() const { return {perceptors_.data(), perceptors_.size()}; }
  std::uint64_t changes() const { return changes_; }
  /// The effector that acts with this name reach; null if there is none.
  const Effector* effector(std::string_view predicate) const;

 private:
  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    count_complaint();
    core().log.complain(label_, format, std::forward<Args>(args)...);
  }
  friend class Effector;
  friend class Perceptor;
  void add(Effector& effector) { effectors_.push_back(&effector), ++changes_; }
  void add(Perceptor& perceptor) { perceptors_.push_back(&perceptor), ++changes_; }
  void remove_effector(Effector& effector);
  void remove_perceptor(Perceptor& perceptor) { std::erase(perceptors_, &perceptor), ++changes_; }
  Effector* find_effector(std::string_view predicate, Step stamp) const;

  struct Chosen {
    Effector* effector;  ///< null once it has been deleted
    Arguments arguments;
    bool rest;
  };
  Effector* demand_effector(std::string_view predicate, Step stamp);
  void carry_out();

  AgentId id_ = -1;
  std::string label_ = "agent";
  std::string type_;
  std::vector<Effector*> effectors_;
  std::vector<Perceptor*> perceptors_;
  std::uint64_t changes_ = 0;
  std::uint64_t complaints_ = 0;
  std::map<std::string, RandomStream*> random_streams_;  ///< streams that it has borrowed
  std::vector<Chosen> chosen_;                           ///< reused by acts, so that they do not allocate
  Held<Effector> acting_{*this};
  sexp::Reader reader_;
};

/// The agent that `part` belongs to: the outermost AgentAspect above it, or null.
AgentAspect* agent_of(const Leaf& part);

/// Registers oxygen/AgentAspect, oxygen/Effector and oxygen/Perceptor.
void register_agent_classes(class ClassRegistry& classes);

}  // namespace spark
