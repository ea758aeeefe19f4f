// SPDX-License-Identifier: Apache-2.0
#include "server/verify/other_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "commserver/host/log_folder.h"
#include "spark/core/log.h"

namespace server {

std::vector<std::string> list_of_others(std::vector<std::string> names) {
  constexpr std::size_t kMaxNames = 20, kMaxLength = 100;
  const std::size_t of_programs =
      std::erase_if(names, [](const auto& name) { return commserver::is_of_program(name); });
  std::ranges::sort(names);
  std::vector<std::string> list;
  for (const std::string& name : names) {
    if (list.size() == kMaxNames) {
      list.push_back(fmt::format("{} other files", names.size() - kMaxNames));
      break;
    }
    list.push_back(spark::printable(name, kMaxLength));
  }
  if (of_programs > 0) list.push_back(fmt::format("{} logs of agents", of_programs));
  return list;
}

}  // namespace server
