// SPDX-License-Identifier: Apache-2.0
// World and class files: the first is the world, behind each octet 1 comes a further one, called b.xml, c.xml and so
// on.
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "gateways/sigverse/world/world_reader.h"
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
    demand(!object.shapes.empty());
    for (const SimpleShape& shape : object.shapes) {
      demand(shape.size[0] > 0.0);
      for (const double number : shape.size) demand(std::isfinite(number));
    }
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::vector<std::string> files = files_in({reinterpret_cast<const char*>(octets), size});
  const FileSource source = [&files](const std::string& name, const std::string&) -> std::optional<SourceFile> {
    const auto number =
        name.size() == 5 && name.ends_with(".xml") ? static_cast<std::size_t>(name[0] - 'a') : files.size();
    if (number >= files.size()) return std::nullopt;
    return SourceFile{name, "", files[number]};
  };
  for (const MissingClass missing : {MissingClass::error, MissingClass::box}) {
    spark::RandomStreams random(1);
    try {
      check(read_world("a.xml", source, missing, random));
    } catch (const WorldFileError& error) {
      demand(std::string_view(error.what()).find(".xml") != std::string_view::npos);
    }
  }
  return 0;
}
