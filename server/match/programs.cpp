// SPDX-License-Identifier: Apache-2.0
#include "server/match/programs.h"

#include "commserver/host/places.h"
#include "commserver/host/sandbox_choice.h"
#include "server/options/options.h"

namespace server {

Programs::Programs(const Options& options, const commserver::Places& places, commserver::Guardian& guardian,
                   spark::RealClock& clock, spark::Log& log)
    : log_(log), starter_(guardian, clock, log, options_for(options, places, guardian)) {}

commserver::StarterOptions Programs::options_for(const Options& options, const commserver::Places& places,
                                                 commserver::Guardian& guardian) {
  commserver::StarterOptions result;
  result.limits = options.guard.limits;
  result.keep_files = options.guard.keep_files;
  for (const auto& file : {options.secret_file, options.trainer_secret_file})
    if (!file.empty()) result.secrets.push_back(file);
  // Secret files of gateways, which scripts name in variables such as "Rctp.SecretFile".
  for (const auto& [name, value] : options.variables)
    if (name.ends_with(".SecretFile") && !value.empty()) result.secrets.emplace_back(value);
  result.log_folder = options.log_folder;
  result.program_path = {places.programs};
  result.choose_sandbox = [this, &guardian, wanted = options.guard.sandbox, modules = places.modules] {
    commserver::SandboxChoice choice = commserver::choose_sandbox("agents", wanted, modules, guardian);
    sandbox_line_ = std::move(choice.line);
    if (reports_sandbox_) report_sandbox();
    return std::move(choice.sandbox);
  };
  return result;
}

void Programs::report_sandbox() {
  reports_sandbox_ = true;
  if (!sandbox_line_.empty()) log_.normal("{}", sandbox_line_);
}

}  // namespace server
