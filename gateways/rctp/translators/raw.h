// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/translators/translator.h"
#include "gateways/rctp/translators/translator_arguments.h"

namespace rctp {

/// Nothing is translated: effectors are offered as they are, as all are of which nobody says anything else. A script
/// writes it to say so.
///
///     Raw
class Raw final : public Translator {
 public:
  explicit Raw(TranslatorArguments arguments) { arguments.end(); }

  std::optional<Object> object(const spark::AgentAspect&) const override { return std::nullopt; }
  std::span<const std::string> effectors() const override { return {}; }
  bool current(const spark::AgentAspect&, std::span<double>) const override { return false; }
  void command(std::span<const double>) override {}
  void act(const spark::AgentAspect&, spark::Step, spark::ActionList&) override {}
  void rest() override {}
};

}  // namespace rctp
