// SPDX-License-Identifier: Apache-2.0
#include "spark/core/core.h"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

namespace spark {

Core::Core(std::uint64_t seed) : random(seed), classes(*this), root_(std::make_unique<Node>()) {
  root_->core_ = this;
  root_->linked_ = true;
  register_core_classes(classes);
}

Core::~Core() = default;

Leaf& Core::create(std::string_view class_name, std::string_view path, Node* relative_to) {
  auto object = classes.create(class_name);
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const auto slash = path.find_last_of("/\\");
  const std::string_view folder = slash == path.npos ? std::string_view() : path.substr(0, slash + 1);
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  if (name.empty()) throw std::runtime_error(fmt::format("'{}' names no object", printable(path)));

  Node* at = relative_to && !folder.starts_with('/') && !folder.starts_with('\\') ? relative_to : root_.get();
  for (std::size_t begin = 0; begin < folder.size();) {
    const auto end = std::min(folder.find_first_of("/\\", begin), folder.size());
    const std::string_view step = folder.substr(begin, end - begin);
    begin = end + 1;
    if (step.empty()) continue;
    Leaf* next = step == ".." || step == "." ? at->find(step) : at->child(step);
    if (!next) {
      auto plain = classes.create("zeitgeist/Node");
      plain->set_name(std::string(step));
      next = &at->append(std::move(plain));
    }
    if (!next->as_node())
      throw std::runtime_error(
          fmt::format("cannot create '{}': {} has no children", printable(path), next->full_path()));
    at = next->as_node();
  }
  object->set_name(std::string(name));
  return at->append(std::move(object));
}

std::vector<std::filesystem::path> files_named(const std::vector<std::filesystem::path>& folders,
                                               const std::filesystem::path& name) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  if (!name.is_absolute())
    for (const auto& folder : folders)
      if (std::filesystem::is_regular_file(folder / name, ignored)) files.push_back(folder / name);
  if (std::filesystem::is_regular_file(name, ignored)) files.push_back(name);
  return files;
}

std::vector<std::filesystem::path> files_named(const Core& core, const std::vector<std::filesystem::path>& folders,
                                               const std::filesystem::path& name) {
  std::vector<std::filesystem::path> files = files_named(folders, name);
  if (!core.searches_here && name.is_relative()) std::erase(files, name);
  return files;
}

std::filesystem::path first_readable(const std::vector<std::filesystem::path>& files) {
  for (const auto& file : files)
    if (::access(file.c_str(), R_OK) == 0) return file;
  return files.empty() ? std::filesystem::path() : files.front();
}

std::filesystem::path find_file(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& name) {
  return first_readable(files_named(folders, name));
}

}  // namespace spark
