// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/name_path.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"
#include "spark/core/standard_streams.h"
#include "spark/core/whole_file.h"

namespace rtm {
namespace {

/// A reference has some hundred characters.
constexpr std::size_t kMaxLetters = 65'536;

class ReferenceFolder final : public Names {
 public:
  ReferenceFolder(Orb& orb, std::filesystem::path folder) : orb_(orb), folder_(std::move(folder)) {}

  void bind(const std::string& path, CORBA::Object_ptr object) override {
    const auto wanted = file(path);
    if (!wanted) throw NameRefused(fmt::format("\"{}\" is not a name for a file", spark::printable(path)));
    std::error_code problem;
    std::filesystem::create_directories(folder_, problem);
    const CORBA::String_var reference = orb_.access().orb->object_to_string(object);
    try {
      spark::FreshFile fresh(*wanted);  // so that no process reads half a reference
      const int error = spark::write_text(fresh.descriptor(), std::string(reference.in()) + '\n');
      if (error != 0) throw std::runtime_error(std::strerror(error));
      fresh.replace();
    } catch (const std::runtime_error& error) {
      throw NamesUnavailable(fmt::format("{} cannot be written: {}", wanted->string(), error.what()));
    }
  }

  void unbind(const std::string& path) override {
    std::error_code ignored;
    if (const auto there = file(path)) std::filesystem::remove(*there, ignored);
  }

  CORBA::Object_ptr resolve(const std::string& path) override {
    const auto there = file(path);
    if (!there) return CORBA::Object::_nil();
    std::ifstream in(*there);
    std::string line(kMaxLetters, '\0');
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(in.gcount()));
    line = line.substr(0, line.find('\n'));
    if (line.empty()) return CORBA::Object::_nil();
    try {
      return orb_.access().orb->string_to_object(line.c_str());
    } catch (const CORBA::Exception&) {
      orb_.log().complain(there->string(), "holds no reference");
      return CORBA::Object::_nil();
    }
  }

  CORBA::Object_ptr find(const std::string& id, const char* kind) override { return resolve(root_path(id, kind)); }

  std::vector<NameEntry> entries(std::initializer_list<std::string_view> kinds) override {
    std::vector<NameEntry> entries;
    std::size_t seen = 0;
    std::error_code problem;
    for (std::filesystem::directory_iterator at(folder_, problem), end;
         !problem && at != end && ++seen <= 3 * kMaxNames; at.increment(problem)) {
      const std::string name = at->path().filename().string();
      const auto dot = name.rfind('.');
      if (dot == std::string::npos || entries.size() == kMaxNames) continue;
      NameEntry entry{name.substr(0, dot), name.substr(dot + 1), name};
      if (std::ranges::find(kinds, entry.kind) != kinds.end() && is_name(entry.id)) entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, [](const auto& one, const auto& other) {
      return std::tie(one.id, one.kind) < std::tie(other.id, other.kind);
    });
    return entries;
  }

  std::string what() const override { return "the folder " + folder_.string(); }

 private:
  /// Returns nothing for names that could lead out of the folder.
  std::optional<std::filesystem::path> file(const std::string& path) const {
    const auto steps = read_name_path(path);
    if (!steps || !is_name(steps->back().id)) return std::nullopt;
    const std::string& kind = steps->back().kind;
    if (kind.empty()) return folder_ / steps->back().id;
    if (!is_name(kind)) return std::nullopt;
    return folder_ / (steps->back().id + "." + kind);
  }

  Orb& orb_;
  const std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<Names> reference_folder(Orb& orb, const NamingSettings& settings) {
  return std::make_unique<ReferenceFolder>(orb, settings.reference_folder);
}

}  // namespace rtm
