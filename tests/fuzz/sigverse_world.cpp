// SPDX-License-Identifier: Apache-2.0
// World and class files: the first text is the world; behind each octet 1 begins a further file, called b.xml, c.xml
// and so on.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gateways/sigverse/world/world_reader.h"
#include "tests/fuzz/sound_body.h"
#include "tests/fuzz/target.h"

using namespace sigverse;
using fuzz::demand;

namespace {

void check(const WorldPlan& plan) {
  demand(plan.objects.size() <= kMaxObjects);
  for (const double number : plan.gravity) demand(std::isfinite(number));
  demand(plan.step_seconds >= 0.0005 && plan.step_seconds <= 0.1);
  for (const ObjectPlan& object : plan.objects) {
    const auto name = object.attributes.text("name");
    demand(!name.empty() && name.size() <= kMaxName && name.find_first_of(",:") == name.npos);
    fuzz::demand_sound(object.body);
    demand(std::ranges::any_of(object.body.parts, [](const PartPlan& part) { return !part.is_blind(); }));
    for (const auto& [attribute, value] : object.attributes.table())
      if (const double* number = std::get_if<double>(&value.value)) demand(std::isfinite(*number));
    for (const int camera : object.cameras) demand(camera >= 1 && camera <= 9);
  }
}

std::vector<std::string> files_in(const std::string& octets) {
  std::vector<std::string> files{{}};
  for (const char octet : octets) {
    if (octet == '\1')
      files.emplace_back();
    else
      files.back() += octet;
  }
  return files;
}

/// File names without folders.
struct NamedFiles : FileSource {
  explicit NamedFiles(std::vector<std::string> of) : files(std::move(of)) {}

  std::optional<std::string> find(const std::string& name, const std::string&) override {
    const auto number =
        name.size() == 5 && name.ends_with(".xml") ? static_cast<std::size_t>(name[0] - 'a') : files.size();
    return number < files.size() ? std::optional(name) : std::nullopt;
  }
  std::optional<SourceFile> read(const std::string& name, const std::string& folder) override {
    if (!find(name, folder)) return std::nullopt;
    return SourceFile{name, "", files[static_cast<std::size_t>(name[0] - 'a')]};
  }
  std::optional<std::string> find_lost_shape(const std::string&, const std::string& folder) override {
    return find("d.xml", folder);
  }

  std::vector<std::string> files;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  NamedFiles files(files_in({reinterpret_cast<const char*>(octets), size}));
  for (const MissingClass missing : {MissingClass::error, MissingClass::box, MissingClass::shape}) {
    spark::RandomStreams random(1);
    try {
      check(read_world("a.xml", files, missing, random));
    } catch (const WorldFileError& error) {
      demand(std::string_view(error.what()).find(".xml") != std::string_view::npos);
    }
  }
  return 0;
}
