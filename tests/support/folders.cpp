// SPDX-License-Identifier: Apache-2.0
#include "tests/support/folders.h"

const std::string& source_folder() {
  static const std::string folder = RCSS_SOURCE_DIR;
  return folder;
}

const std::string& build_folder() {
  static const std::string folder = RCSS_BUILD_DIR;
  return folder;
}
