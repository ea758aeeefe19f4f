// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "server/options/options.h"

namespace server {

class Assembly;

/// Returns what `--describe` prints: the classes, effectors and perceptors of a world whose set-up script has run, and
/// those of every module of this server, or the part of them that `name` selects. Ranges are those of an agent made by
/// the script's `addAgent`, or those of the classes if no scene exists for one or `addAgent` fails, which costs one
/// line in the log. The world keeps that agent, so it must not be played. Throws `WrongUsage` if nothing has that name.
std::string describe_world(Assembly& assembly, const std::string& name, Options::Format format);

}  // namespace server
