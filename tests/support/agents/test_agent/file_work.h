// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

/// What programs do with files: `what` with the file or folder `with`, true if all of it can be done. Empty if `what`
/// is none of it.
std::optional<bool> work_on_file(const std::string& what, const std::string& with);
