// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/world_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "gateways/sigverse/world/class_reader.h"
#include "gateways/sigverse/world/object_reader.h"
#include "gateways/sigverse/world/xml_file.h"
#include "spark/core/log.h"

namespace sigverse {
namespace {

constexpr std::size_t kMaxDepth = ClassReader::kMaxDepth;
constexpr double kMax = 1e6;

/// A file source that counts the XML octets of a world.
class CountedFiles : public FileSource {
 public:
  explicit CountedFiles(FileSource& files) : files_(files) {}

  std::optional<std::string> find(const std::string& name, const std::string& folder) override {
    return files_.find(name, folder);
  }
  std::optional<SourceFile> read(const std::string& name, const std::string& folder) override {
    auto source = files_.read(name, folder);
    if (source && (bytes_ += source->text.size()) > kMaxWorldBytes)
      throw WorldFileError(fmt::format("{}: the files of this world have more than 64 MB", source->path));
    return source;
  }
  std::optional<std::string> find_lost_shape(const std::string& class_name, const std::string& folder) override {
    return files_.find_lost_shape(class_name, folder);
  }

 private:
  FileSource& files_;
  std::size_t bytes_ = 0;
};

class WorldReader {
 public:
  WorldReader(FileSource& files, MissingClass missing, spark::RandomStreams& random)
      : files_(files), classes_(files_, plan_.warnings), objects_(files, classes_, missing, random, plan_.warnings) {}

  WorldPlan read(const std::string& name) {
    const auto source = files_.read(name, "");
    if (!source) throw WorldFileError(fmt::format("{}: there is no such world file", spark::printable(name, 200)));
    read_file(*source);
    return std::move(plan_);
  }

 private:
  void read_file(const SourceFile& source) {
    chain_.push_back(source.path);
    const XmlFile file(source.path, source.folder, source.text, plan_.warnings);
    const pugi::xml_node root = file.root();
    if (std::string_view(root.name()) != "world")
      file.fail(root, "not a world file: its outermost element is <{}>, not <world>", spark::printable(root.name()));
    if (const std::string base = root.attribute("inherit").value(); !base.empty()) read_base(file, base);
    if (root.attribute("name")) plan_.name = root.attribute("name").value();
    file.warn_of_others(root, {"name", "inherit"}, plan_.warnings);
    for (const pugi::xml_node& node : file.elements(root, {"gravity", "worldparam", "worldParam", "collisionparam",
                                                           "collisionParam", "instanciate", "entity"}))
      read_element(file, node);
    chain_.pop_back();
  }

  void read_base(const XmlFile& file, const std::string& base) {
    const auto source = files_.read(base, file.folder());
    if (!source) file.fail(file.root(), "there is no file '{}'", spark::printable(base, 200));
    if (const auto seen = std::ranges::find(chain_, source->path); seen != chain_.end()) {
      std::string text;
      for (auto path = seen; path != chain_.end(); ++path) text += *path + " → ";
      file.fail(file.root(), "a world inherits itself: {}{}", text, source->path);
    }
    if (chain_.size() >= kMaxDepth) file.fail(file.root(), "worlds inherit one another more than {} deep", kMaxDepth);
    read_file(*source);
  }

  void read_element(const XmlFile& file, const pugi::xml_node& node) {
    const std::string_view element = node.name();
    if (element == "gravity") {
      read_gravity(file, node);
    } else if (element.starts_with("world")) {
      read_parameters(file, node);
    } else if (element.starts_with("collision")) {
      read_contact(file, node);
    } else if (element == "instanciate") {
      add_object(file, node);
    } else {
      file.fail(node, "<entity> is not supported; write <instanciate class=\"…\">");
    }
  }

  void read_gravity(const XmlFile& file, const pugi::xml_node& node) {
    file.warn_of_others(node, {"x", "y", "z"}, plan_.warnings);
    plan_.gravity = {file.number(node, "x", 0.0, -kMax, kMax), file.number(node, "y", 0.0, -kMax, kMax),
                     file.number(node, "z", 0.0, -kMax, kMax)};
  }

  void read_parameters(const XmlFile& file, const pugi::xml_node& node) {
    file.warn_of_others(node, {"erp", "cfm", "autostep", "quickstep", "stepsize"}, plan_.warnings);
    plan_.erp = file.number(node, "erp", plan_.erp, 0.0, 1.0);
    plan_.cfm = file.number(node, "cfm", plan_.cfm, 0.0, kMax);
    plan_.is_autostep = file.boolean(node, "autostep", plan_.is_autostep);
    plan_.is_quick = file.boolean(node, "quickstep", plan_.is_quick);
    plan_.step_seconds = file.number(node, "stepsize", plan_.step_seconds, WorldPlan::kMinStep, WorldPlan::kMaxStep);
  }

  void read_contact(const XmlFile& file, const pugi::xml_node& node) {
    file.warn_of_others(node, {"mu", "mu2", "slip1", "slip2", "soft_erp", "soft_cfm", "bounce", "bounce_vel"},
                        plan_.warnings);
    WorldPlan::Contact& contact = plan_.contact;
    contact.mu = file.number(node, "mu", contact.mu, -1.0, kMax);
    contact.mu2 = file.number(node, "mu2", contact.mu2, -1.0, kMax);
    contact.slip1 = file.number(node, "slip1", contact.slip1, 0.0, kMax);
    contact.slip2 = file.number(node, "slip2", contact.slip2, 0.0, kMax);
    contact.soft_erp = file.number(node, "soft_erp", contact.soft_erp, 0.0, 1.0);
    contact.soft_cfm = file.number(node, "soft_cfm", contact.soft_cfm, 0.0, kMax);
    contact.bounce = file.number(node, "bounce", contact.bounce, 0.0, 1.0);
    contact.bounce_velocity = file.number(node, "bounce_vel", contact.bounce_velocity, 0.0, kMax);
  }

  void add_object(const XmlFile& file, const pugi::xml_node& node) {
    if (plan_.objects.size() >= kMaxObjects) file.fail(node, "more than {} objects", kMaxObjects);
    auto [object, of_class] = objects_.read(file, node);
    const std::string name(object.attributes.text("name"));
    const auto [at, is_new] = names_.try_emplace(name, object.where);
    if (!is_new) file.fail(node, "the name '{}' is taken, by {}", spark::printable(name), at->second);
    parts_ += object.body.parts.size();
    if (parts_ > kMaxWorldParts) file.fail(node, "the objects have more than {} parts together", kMaxWorldParts);
    plan_.objects.push_back(std::move(object));
    if (listed_.insert(of_class).second)
      for (const ClassShape& shape : of_class->x3d)
        plan_.shapes.push_back(
            {fmt::format("{}:{}:{}:{}", of_class->name, shape.parts, shape.state, shape.value), shape.file.name});
  }

  WorldPlan plan_;
  CountedFiles files_;
  ClassReader classes_;
  ObjectReader objects_;
  std::vector<std::string> chain_;
  std::map<std::string, std::string> names_;  ///< of objects, with their locations
  std::set<const ClassPlan*> listed_;         ///< classes whose shapes are in the plan
  std::size_t parts_ = 0;
};

}  // namespace

WorldPlan read_world(const std::string& file, FileSource& files, MissingClass missing, spark::RandomStreams& random) {
  return WorldReader(files, missing, random).read(file);
}

}  // namespace sigverse
