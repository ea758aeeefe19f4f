// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

#include "spark/x3d/scene.h"

namespace rctp::camera {

/// Gives a model of any origin access to the files in `folder` or below it, once all links are followed. A file
/// elsewhere, one that is not regular, or one with more than `bytes` is refused with `std::runtime_error`, which is
/// also thrown at once if the folder does not exist; "" is the working folder.
x3d::TextSource files_below(const std::filesystem::path& folder, std::size_t bytes);

}  // namespace rctp::camera
