// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/agent/percept_writer.h"
#include "spark/core/number_text.h"

namespace spark {

/// Appends percepts to a string as S-expressions (behaviour 4.0): percepts without anything between them, a blank
/// before every item; a percept without items keeps the blank after its name: `(Vision )`.
class SexpPerceptWriter final : public PerceptWriter {
 public:
  explicit SexpPerceptWriter(std::string& out) : out_(out) {}

  void begin(std::string_view name) override {
    if (depth_++ > 0) out_ += ' ';
    out_ += '(';
    out_ += name;
    empty_ = true;
  }
  void end() override {
    if (--depth_ == 0 && empty_) out_ += ' ';
    out_ += ')';
    empty_ = false;
  }
  void real(double value, Unit) override {
    blank();
    append_real(out_, value);
  }
  void integer(std::int64_t value, Unit) override {
    blank();
    append_integer(out_, value);
  }
  void text(std::string_view text) override {
    blank();
    out_ += text;
  }

 private:
  void blank() {
    out_ += ' ';
    empty_ = false;
  }

  std::string& out_;
  int depth_ = 0;
  bool empty_ = false;
};

}  // namespace spark
