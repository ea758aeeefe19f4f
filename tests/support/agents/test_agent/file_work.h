// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

/// Common operations on files: `what` with the file or folder `with`. Returns whether all of it succeeded; empty if
/// there is no operation `what`.
std::optional<bool> work_on_file(const std::string& what, const std::string& with);
