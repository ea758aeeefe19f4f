// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/program_search.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "spark/core/log.h"

namespace commserver {
namespace {

std::vector<std::filesystem::path> folders_of_path_variable() {
  std::vector<std::filesystem::path> folders;
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    // An empty entry would mean the server's own folder, which is never intended.
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

/// Makes a name printable, so that a list of them stays in one line.
std::string shown(std::string_view text) {
  return spark::printable(text, text.size());
}

}  // namespace

std::filesystem::path find_program(const std::string& program, const std::filesystem::path& working_folder,
                                   const std::vector<std::filesystem::path>& folders) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(working_folder, ignored))
    throw std::runtime_error(fmt::format("no working folder '{}'", shown(working_folder.string())));

  std::vector<fs::path> places{working_folder};
  std::size_t named = 1;  // only these are listed: $PATH has many folders, which the user chose
  if (program.find('/') == program.npos) {
    places.insert(places.end(), folders.begin(), folders.end());
    named = places.size();
    const std::vector<fs::path> path = folders_of_path_variable();
    places.insert(places.end(), path.begin(), path.end());
  }
  std::string looked_in;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const fs::path& place = places[i];
    fs::path candidate = fs::absolute(place / program);
    if (fs::is_regular_file(candidate, ignored)) {
      if (::access(candidate.c_str(), X_OK) == 0) return candidate;
      looked_in +=
          fmt::format("{}{} (not executable; chmod +x makes it so)", looked_in.empty() ? "" : ", ", candidate.string());
    } else if (i < named) {
      looked_in += fmt::format("{}{}", looked_in.empty() ? "" : ", ", candidate.parent_path().string());
    }
  }
  if (places.size() > named) looked_in += " and $PATH";
  throw std::runtime_error(fmt::format("cannot find program '{}' (looked in {})", shown(program), shown(looked_in)));
}

std::filesystem::path find_in_path(const std::string& program) {
  std::error_code ignored;
  for (const std::filesystem::path& folder : folders_of_path_variable()) {
    std::filesystem::path candidate = std::filesystem::absolute(folder / program);
    if (std::filesystem::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return {};
}

}  // namespace commserver
