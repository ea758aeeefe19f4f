// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

/// Tries what needs no permission and could still reach another agent, or what closing that could break. Nothing if
/// `what` is none of these.
std::optional<bool> try_side_door(const std::string& what, const std::string& with);
