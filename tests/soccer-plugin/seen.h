// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spark/agent/percept_writer.h"
#include "spark/agent/perceptor.h"
#include "tests/soccer-plugin/soccer_fixture.h"

namespace soccer::test {

/// One element of a Vision percept, with all digits.
struct Seen {
  std::string kind;
  std::string id;  ///< of a marker or player
  std::string team;
  double distance = 0.0;
  double theta = 0.0;
  double phi = 0.0;
};

/// Takes a Vision percept apart.
class SeenRecorder final : public spark::PerceptWriter {
 public:
  std::vector<Seen> objects;
  std::optional<spark::Vec3> my_pos;

  void begin(std::string_view name) override {
    if (++depth_ == 2 && name != "mypos") objects.push_back({std::string(name), "", "", 0, 0, 0});
    field_ = name;
    numbers_.clear();
  }
  void end() override {
    --depth_;
    if (field_ == "pol" && numbers_.size() == 3) {
      objects.back().distance = numbers_[0];
      objects.back().theta = numbers_[1];
      objects.back().phi = numbers_[2];
    } else if (field_ == "mypos" && numbers_.size() == 3) {
      my_pos = {numbers_[0], numbers_[1], numbers_[2]};
    }
    numbers_.clear();
  }
  void real(double value, spark::Unit) override { numbers_.push_back(value); }
  void integer(std::int64_t value, spark::Unit) override {
    if (field_ == "id") objects.back().id = std::to_string(value);
  }
  void text(std::string_view text) override {
    if (field_ == "id") objects.back().id = text;
    if (field_ == "team") objects.back().team = text;
  }

 private:
  int depth_ = 0;
  std::string field_;
  std::vector<double> numbers_;
};

inline SeenRecorder look(SoccerFixture& fixture, const AgentState& player, std::string_view part = "VisionPerceptor") {
  SeenRecorder recorder;
  fixture.part<spark::Perceptor>(player, part).perceive(recorder);
  return recorder;
}

/// The element of that kind and id, or null.
inline const Seen* find(const SeenRecorder& recorder, std::string_view kind, std::string_view id = "") {
  for (const Seen& seen : recorder.objects)
    if (seen.kind == kind && seen.id == id) return &seen;
  return nullptr;
}

}  // namespace soccer::test
