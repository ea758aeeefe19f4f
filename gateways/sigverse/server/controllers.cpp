// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/controllers.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "gateways/sigverse/server/library_search.h"
#include "spark/agent/gateway_node.h"
#include "spark/core/core.h"

namespace sigverse::server {

namespace {

namespace fs = std::filesystem;

bool is_cpp(std::string_view language) {
  return language == "c++" || language == "C++";
}

std::string program_name() {
  const char* other = std::getenv("SIGVERSE_RUNAC");
  return other && *other ? other : "runac";
}

/// The folder of the world file, the working folder of the server if relative paths are searched there, and the folder
/// of the controllers that are installed with the server, next to its modules.
std::vector<fs::path> library_folders(const SimWorld& world, const spark::Core& core) {
  std::vector<fs::path> folders{world.folder()};
  if (core.searches_here) folders.emplace_back(".");
  for (const fs::path& modules : core.module_path) folders.push_back(modules / "sigverse");
  return folders;
}

}  // namespace

Controllers::Controllers(const SimWorld& world, const ControllerSlots& slots, spark::GatewayContext& context)
    : programs_(context.programs),
      slots_(slots),
      folder_(world.folder().empty() ? fs::current_path() : fs::absolute(world.folder())),
      runac_(program_name()),
      seed_(std::to_string(context.core.random.seed())) {
  const auto folders = library_folders(world, context.core);
  for (const auto& slot : slots) {
    const SimObj& object = slot->object();
    if (object.implementation().empty()) continue;
    if (!is_cpp(object.language())) {
      context.core.log.warning("{}: its controller is not started: '{}' is not a known language",
                               spark::printable(slot->name()), spark::printable(object.language()));
      continue;
    }
    try {
      libraries_[slot.get()] = find_library(std::string(object.implementation()), folders);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", spark::printable(slot->name()), error.what()));
    }
  }
  if (!libraries_.empty()) programs_.find(runac_, folder_);
}

std::vector<std::string> Controllers::names() const {
  std::vector<std::string> all;
  for (const auto& slot : slots_)
    if (libraries_.contains(slot.get())) all.push_back(slot->name());
  return all;
}

spark::ProgramStarter::Started Controllers::start(ControllerSlot& slot, spark::AgentId agent) {
  const fs::path& library = libraries_.at(&slot);
  spark::ProgramOrder order;
  order.program = runac_;
  order.arguments = {"--fds", "3,4", "-n", slot.name(), "-l", library.string()};
  order.folder = folder_;
  order.log_stem = fmt::format("agent{}", agent);
  order.environment = {{"SIGVERSE_SEED", seed_}};
  order.needs = {library.parent_path()};
  order.keeps_files = true;
  auto started = programs_.start(order, *this);
  slot.program = started.id;
  return started;
}

void Controllers::stop(ControllerSlot& slot, std::chrono::milliseconds timeout) {
  if (slot.program) programs_.stop(*slot.program, timeout);
}

void Controllers::program_ended(spark::ProgramId program, const spark::ProgramEnd& end) {
  for (const auto& slot : slots_)
    if (slot->program == program) ended_.push_back({slot.get(), end});
}

void Controllers::wait(std::chrono::milliseconds timeout) {
  programs_.wait(*this, timeout);
}

void Controllers::end() {
  programs_.end(*this, std::chrono::milliseconds(0));
}

}  // namespace sigverse::server
