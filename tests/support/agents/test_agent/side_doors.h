// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

/// Tries calls that need no permission and could still reach another agent, and calls that could break when these are
/// blocked. Empty if there is no attempt `what`.
std::optional<bool> try_side_door(const std::string& what, const std::string& with);
