// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/controllers.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "gateways/sigverse/server/library_search.h"
#include "spark/agent/gateway_node.h"
#include "spark/core/core.h"

namespace sigverse {

using namespace spark;
namespace {

namespace fs = std::filesystem;

bool is_cpp(std::string_view language) {
  return language == "c++" || language == "C++";
}

std::string program_name() {
  const char* other = std::getenv("SIGVERSE_RUNAC");
  return other && *other ? other : "runac";
}

/// Of the world file, the one where the server was started, and those of controllers that come with it, which lie
/// beside its modules.
std::vector<fs::path> library_folders(const SimWorld& world, const Core& core) {
  std::vector<fs::path> folders{world.folder(), "."};
  for (const fs::path& modules : core.module_path) folders.push_back(modules / "sigverse");
  return folders;
}

}  // namespace

Controllers::Controllers(const SimWorld& world, const Seats& seats, GatewayContext& context)
    : programs_(context.programs),
      seats_(seats),
      folder_(world.folder().empty() ? fs::current_path() : fs::absolute(world.folder())),
      runac_(program_name()),
      seed_(std::to_string(context.core.random.seed())) {
  const auto folders = library_folders(world, context.core);
  for (const auto& seat : seats) {
    const SimObj& object = seat->object();
    if (object.implementation().empty()) continue;
    if (!is_cpp(object.language())) {
      context.core.log.warning("{}: its controller is not started, '{}' is no language that is known here",
                               printable(seat->name()), printable(object.language()));
      continue;
    }
    try {
      libraries_[seat.get()] = find_library(std::string(object.implementation()), folders);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", printable(seat->name()), error.what()));
    }
  }
  if (!libraries_.empty()) programs_.find(runac_, folder_);
}

std::vector<std::string> Controllers::names() const {
  std::vector<std::string> all;
  for (const auto& seat : seats_)
    if (libraries_.contains(seat.get())) all.push_back(seat->name());
  return all;
}

ProgramStarter::Started Controllers::start(AgentSeat& seat, AgentId agent) {
  const fs::path& library = libraries_.at(&seat);
  ProgramOrder order;
  order.program = runac_;
  order.arguments = {"--fds", "3,4", "-n", seat.name(), "-l", library.string()};
  order.folder = folder_;
  order.log_stem = fmt::format("agent{}", agent);
  order.environment = {{"SIGVERSE_SEED", seed_}};
  order.needs = {library.parent_path()};
  order.keeps_files = true;
  auto started = programs_.start(order, *this);
  seat.program = started.id;
  return started;
}

void Controllers::stop(AgentSeat& seat, std::chrono::milliseconds patience) {
  if (seat.program) programs_.stop(*seat.program, patience);
}

void Controllers::program_ended(ProgramId program, const ProgramEnd& end) {
  for (const auto& seat : seats_)
    if (seat->program == program) ended_.push_back({seat.get(), end});
}

void Controllers::wait(std::chrono::milliseconds patience) {
  programs_.wait(*this, patience);
}

void Controllers::end() {
  programs_.end(*this, std::chrono::milliseconds(0));
}

}  // namespace sigverse
