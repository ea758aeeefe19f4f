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

/// An engine that has taken this commserver.
struct Engine {
  std::unique_ptr<Link> link;
  LinkSettings settings;
};

/// Looks for the engine until it is there and has time for this commserver, which can start agents of `types`; nothing
/// if this program is to stop. Throws `std::runtime_error` if it is not so in time, or refuses this commserver.
std::optional<Engine> find_engine(spark::net::Loop& loop, const ProgramOptions& options, const Secret& secret,
                                  const std::vector<std::string>& types, spark::Log& log);

}  // namespace commserver
