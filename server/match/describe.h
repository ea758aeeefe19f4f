// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "server/options/options.h"

namespace server {

class Assembly;

/// What `--describe` prints: the classes, effectors and perceptors of a world whose set-up script has run, with those
/// of every module that the server comes with, or what `name` means of them. Ranges are those of an agent that the
/// script's `addAgent` has made; those of the classes where there is no scene for one, or it fails, which is a line in
/// the log. The world has that agent from then on, so it is not for playing. Throws `WrongUsage` if there is nothing of
/// that name.
std::string describe_world(Assembly& assembly, const std::string& name, Options::Format format);

}  // namespace server
