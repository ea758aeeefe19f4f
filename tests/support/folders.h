// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// The project's folder, without a slash at the end.
const std::string& source_folder();
/// The folder that the tests were built in.
const std::string& build_folder();
