// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/scene_effector.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/articulation.h"
#include "spark/scene/scene.h"

namespace spark {
namespace {

constexpr Parameter kSceneParameters[] = {{"file", Parameter::Kind::text, false, "", "of the scene folders"},
                                          {"arguments", Parameter::Kind::any, false, "", "of its template"}};

/// The arguments for the file's template. `nullopt` if one of them cannot be an argument; `problem` then has the
/// reason.
std::optional<Values> template_arguments(const Arguments& arguments, const char*& problem) {
  Values values;
  for (std::size_t i = 1; i < Arguments::kMaxArguments && arguments[i].given; ++i) {
    const auto& [given, real, text] = arguments[i];
    const bool is_printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
    if (text.size() > SceneEffector::kMaxText || !is_printable)
      return problem = "an argument has more than 64 characters, or one that is not printable", std::nullopt;
    if (!std::isfinite(real)) return problem = "an argument is not finite", std::nullopt;
    constexpr double kExact = 9007199254740992.0;  // up to this number a double represents every integer
    if (!text.empty())
      values.emplace_back(std::string(text));
    else if (std::trunc(real) == real && std::abs(real) <= kExact)
      values.emplace_back(static_cast<std::int64_t>(real));
    else
      values.emplace_back(real);
  }
  return values;
}

/// The file with that name in one of the folders, or an empty path. Links are resolved before the check that it is
/// inside.
std::filesystem::path find_inside(const std::vector<std::filesystem::path>& folders, std::string_view name) {
  namespace fs = std::filesystem;
  if (name.empty() || name.size() > 200 || name.find('\0') != name.npos || fs::path(name).is_absolute()) return {};
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path inside = fs::canonical(folder, error);
    if (error) continue;
    fs::path file = fs::canonical(inside / name, error);
    if (error || !fs::is_regular_file(file, error)) continue;
    if (std::mismatch(inside.begin(), inside.end(), file.begin(), file.end()).first == inside.end()) return file;
  }
  return {};
}

}  // namespace

std::span<const Parameter> SceneEffector::parameters() const {
  return kSceneParameters;
}

void SceneEffector::realise(const Arguments& arguments) {
  if (used_) {
    complain("(scene ...): the agent already has its scene");
    return;
  }
  const auto file = find_inside(core().scene_path, arguments[0].text);
  if (file.empty()) {
    complain("(scene ...): there is no such file in the scene folders: {}", Printable{arguments[0].text});
    return;
  }
  const char* problem = nullptr;
  const auto values = template_arguments(arguments, problem);
  if (!values) {
    complain("(scene ...): {}", problem);
    return;
  }
  used_ = true;
  if (import_chosen_scene(agent(), file.string(), *values) && floor_) put_on_floor();
}

bool SceneEffector::set_floor(double height) {
  if (!(std::abs(height) <= kMaxDistance)) return false;
  floor_ = height;
  return true;
}

void SceneEffector::put_on_floor() {
  Body* main = main_body(agent());
  if (!main) return;
  Articulation robot(*main);
  const auto reach = robot.reach_down();
  if (!reach) return;
  Vec3 place = main->position();
  place.z = *floor_ + *reach;
  robot.move_to(place);
}

}  // namespace spark
