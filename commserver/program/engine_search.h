// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/link/handshake.h"
#include "commserver/link/link.h"
#include "commserver/program/options.h"
#include "spark/core/log.h"

namespace commserver {

/// An engine that has accepted this commserver.
struct Engine {
  std::unique_ptr<Link> link;
  LinkSettings settings;
};

/// Searches for an engine until one answers and accepts this commserver, which can start agents of `types`; nothing if
/// this program has to stop. Throws `std::runtime_error` if no engine is found in time, or if the engine refuses this
/// commserver.
std::optional<Engine> find_engine(spark::net::Loop& loop, const ProgramOptions& options, const Secret& secret,
                                  const std::vector<std::string>& types, spark::Log& log);

}  // namespace commserver
