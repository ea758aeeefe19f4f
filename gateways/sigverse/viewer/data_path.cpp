// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/data_path.h"

#include <unistd.h>

#include <filesystem>

#include "gateways/sigverse/visuals/data_files.h"
#include "spark/core/standard_streams.h"

namespace sigverse::viewer {

void warn_of_missing_folders(const Options& options) {
  for (const std::filesystem::path& folder : visuals::DataFiles::missing(options.data_path))
    spark::print(STDERR_FILENO, "sigviewer: --data_path: there is no folder {}\n", folder.string());
}

}  // namespace sigverse::viewer
