// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/agent/percept_writer.h"

namespace spark {

/// Writes what is written to it to several others. Borrows them.
class PerceptTee final : public PerceptWriter {
 public:
  /// From now on to this one only.
  void start(PerceptWriter& writer) { writers_.assign(1, &writer); }
  void add(PerceptWriter& writer) { writers_.push_back(&writer); }

  void begin(std::string_view name) override {
    for (PerceptWriter* writer : writers_) writer->begin(name);
  }
  void end() override {
    for (PerceptWriter* writer : writers_) writer->end();
  }
  void real(double value, Unit unit) override {
    for (PerceptWriter* writer : writers_) writer->real(value, unit);
  }
  void integer(std::int64_t value, Unit unit) override {
    for (PerceptWriter* writer : writers_) writer->integer(value, unit);
  }
  void text(std::string_view text) override {
    for (PerceptWriter* writer : writers_) writer->text(text);
  }
  void reals(std::string_view name, std::span<const Real> values) override {
    for (PerceptWriter* writer : writers_) writer->reals(name, values);
  }
  void named_text(std::string_view name, std::string_view value) override {
    for (PerceptWriter* writer : writers_) writer->named_text(name, value);
  }

 private:
  std::vector<PerceptWriter*> writers_;
};

}  // namespace spark
