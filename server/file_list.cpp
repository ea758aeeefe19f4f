// SPDX-License-Identifier: Apache-2.0
#include "server/file_list.h"

#include <fmt/format.h>
#include <unistd.h>

#include <set>

#include "commserver/host/places.h"
#include "server/engine/search_paths.h"
#include "server/options/options.h"

namespace server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxListed = 10'000;  ///< files of one folder

/// The folders that are searched for files, with their names for users.
class Places {
 public:
  explicit Places(std::vector<SearchFolder> folders) : named_(std::move(folders)), folders_(paths_of(named_)) {}

  const std::vector<fs::path>& folders() const { return folders_; }

  std::string name_of(const fs::path& file) const {
    for (const auto& [folder, name] : named_)
      if (file.string().starts_with(folder.string() + '/')) return name;
    return file.is_absolute() ? "as given" : "this folder";
  }

  /// The names of the existing files with this extension.
  std::set<std::string> names(std::string_view ending) const {
    std::set<std::string> all;
    for (const fs::path& folder : folders_) {
      std::error_code error;
      std::size_t left = kMaxListed;
      for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
           !error && it != end && left > 0; it.increment(error), --left) {
        std::error_code ignored;
        if (it->path().extension() == ending && it->is_regular_file(ignored))
          all.insert(it->path().lexically_relative(folder).string());
      }
    }
    return all;
  }

 private:
  std::vector<SearchFolder> named_;
  std::vector<fs::path> folders_;
};

/// "scene ball.rsg: /home/x/.rcssserver3d/ball.rsg (home folder; before server's own /usr/…/ball.rsg)".
std::string line(std::string_view kind, const fs::path& name, const Places& places) {
  std::string taken, passed_over, after;
  for (const fs::path& file : commserver::candidates(places.folders(), name)) {
    const std::string place = fmt::format("{} {}", places.name_of(file), file.string());
    if (::access(file.c_str(), R_OK) != 0)
      passed_over += fmt::format("; {} cannot be read", place);
    else if (taken.empty())
      taken = fmt::format("{} ({}", fs::absolute(file).lexically_normal().string(), places.name_of(file));
    else
      after += fmt::format("; before {}", place);
  }
  if (taken.empty()) return fmt::format("{} {}: none{}\n", kind, name.string(), passed_over);
  return fmt::format("{} {}: {}{}{})\n", kind, name.string(), taken, passed_over, after);
}

}  // namespace

std::string list_of_files(const Options& options) {
  const commserver::Places own = commserver::find_places();
  const commserver::HomeFolder home = commserver::chosen_home_folder(options.home);
  const Places scripts(script_folders(own, home));
  const Places scenes(scene_folders(own, home, options.takes_only_own_files()));
  commserver::named_file("--script", scripts.folders(), options.script);
  commserver::named_file("--agentdb", scripts.folders(), options.agent_database);

  std::string text = home.folder.empty() ? fmt::format("home folder: none ({})\n", home.reason)
                                         : fmt::format("home folder: {}\n", home.folder.string());
  text += line("set-up script", options.script, scripts);
  text += line("agent database", options.agent_database, scripts);
  for (const std::string& name : scripts.names(".rb"))
    if (name != options.script) text += line("script", name, scripts);
  for (const std::string& name : scenes.names(".rsg")) text += line("scene", name, scenes);
  return text;
}

}  // namespace server
