// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {
namespace {

/// A reference is some hundred letters long.
constexpr std::size_t kMostLetters = 65'536;

class ReferenceFolder final : public Names {
 public:
  ReferenceFolder(Orb& orb, std::filesystem::path folder) : orb_(orb), folder_(std::move(folder)) {}

  void bind(const std::string& id, const char* kind, CORBA::Object_ptr object) override {
    std::error_code problem;
    std::filesystem::create_directories(folder_, problem);
    const CORBA::String_var reference = orb_.access().orb->object_to_string(object);
    // Written beside it and moved, so that nobody reads half a reference.
    const std::filesystem::path path = file(id, kind), unfinished = path.string() + ".new";
    {
      std::ofstream out(unfinished);
      out << reference.in() << '\n';
      if (!out.flush()) throw NamesUnavailable(fmt::format("{} cannot be written", unfinished.string()));
    }
    std::filesystem::rename(unfinished, path, problem);
    if (problem) throw NamesUnavailable(fmt::format("{} cannot be written: {}", path.string(), problem.message()));
  }

  void unbind(const std::string& id, const char* kind) override {
    std::error_code ignored;
    std::filesystem::remove(file(id, kind), ignored);
  }

  CORBA::Object_ptr resolve(const std::string& id, const char* kind) override {
    if (!is_name(id)) return CORBA::Object::_nil();
    std::ifstream in(file(id, kind));
    std::string line(kMostLetters, '\0');
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(in.gcount()));
    line = line.substr(0, line.find('\n'));
    if (line.empty()) return CORBA::Object::_nil();
    try {
      return orb_.access().orb->string_to_object(line.c_str());
    } catch (const CORBA::Exception&) {
      orb_.log().complain(file(id, kind).string(), "holds no reference");
      return CORBA::Object::_nil();
    }
  }

  std::vector<std::string> list(const char* kind) override {
    std::vector<std::string> names;
    const std::string ending = std::string(".") + kind;
    std::size_t seen = 0;
    std::error_code problem;
    for (std::filesystem::directory_iterator at(folder_, problem), end;
         !problem && at != end && ++seen <= 3 * kMostNames; at.increment(problem)) {
      std::string name = at->path().filename().string();
      if (!name.ends_with(ending)) continue;
      name.resize(name.size() - ending.size());
      if (is_name(name) && names.size() < kMostNames) names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return names;
  }

  std::string what() const override { return "the folder " + folder_.string(); }

 private:
  std::filesystem::path file(const std::string& id, const char* kind) const { return folder_ / (id + "." + kind); }

  Orb& orb_;
  const std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<Names> reference_folder(Orb& orb, const NamingSettings& settings) {
  return std::make_unique<ReferenceFolder>(orb, settings.reference_folder);
}

}  // namespace rtm
