// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/module_folders.h"

#include <dlfcn.h>

namespace rtm {

std::vector<std::filesystem::path> module_folders() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&module_folders), &info) || !info.dli_fname) return {};
  std::error_code error;
  const auto library = std::filesystem::canonical(info.dli_fname, error);
  if (error) return {};
  return {library.parent_path() / "components"};
}

}  // namespace rtm
