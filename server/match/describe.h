// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "server/options/options.h"

namespace server {

class Assembly;

/// The text that `--describe` prints: the classes, effectors and perceptors of a world whose set-up script has run, and
/// those of every module of this server, or the part that `name` selects. The ranges are those of an agent made by the
/// script's `addAgent`. If no scene exists for one, or `addAgent` fails, which costs one line in the log, they are
/// those of the classes. The world keeps that agent, so no match may be played in it. Throws `WrongUsage` if nothing
/// has that name.
std::string describe_world(Assembly& assembly, const std::string& name, Options::Format format);

}  // namespace server
