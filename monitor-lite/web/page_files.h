// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pages/page_file.h"

namespace monitor {

/// The files of the page in `page/`.
std::span<const pages::PageFile> page_files();

}  // namespace monitor
