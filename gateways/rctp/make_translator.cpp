// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "gateways/rctp/absolute_pan_tilt.h"
#include "gateways/rctp/differential_drive.h"
#include "gateways/rctp/planar_arm.h"
#include "gateways/rctp/translator.h"
#include "gateways/rctp/translator_arguments.h"
#include "spark/core/log.h"

namespace rctp {
namespace {

/// Translates nothing: effectors are offered unchanged, as without a translator. Scripts name it to make that explicit.
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

}  // namespace

std::unique_ptr<Translator> make_translator(std::string_view kind, std::string object,
                                            std::span<const std::string> arguments, spark::Step action_latency) {
  const std::string name = object;
  const TranslatorArguments given(kind, name, arguments);
  if (object.empty()) given.fail("the object has no name");
  if (kind == "Raw") return std::make_unique<Raw>(given);
  if (kind == "AbsolutePanTilt") return std::make_unique<AbsolutePanTilt>(std::move(object), given, action_latency);
  if (kind == "DifferentialDrive") return std::make_unique<DifferentialDrive>(std::move(object), given);
  if (kind == "PlanarArm") return std::make_unique<PlanarArm>(std::move(object), given, action_latency);
  throw std::runtime_error(
      fmt::format("there is no translator '{}'; there are Raw, AbsolutePanTilt, DifferentialDrive and PlanarArm",
                  spark::printable(kind)));
}

}  // namespace rctp
