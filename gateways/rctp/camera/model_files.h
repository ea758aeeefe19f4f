// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

#include "spark/x3d/scene.h"

namespace rctp::camera {

/// The files that a model of any origin may name: those that lie in `folder` or below it once all links are followed.
/// What lies elsewhere, is no regular file, or has more than `bytes` is refused with `std::runtime_error`, which is
/// also thrown at once if there is no such folder; "" is the working folder.
x3d::TextSource files_below(const std::filesystem::path& folder, std::size_t bytes);

}  // namespace rctp::camera
