// SPDX-License-Identifier: Apache-2.0
// Bridge files: an error is reported in one line with its place. Accepted settings are within their limits, and are the
// same after writing them in plain form and reading them again.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/control/bridge_file.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using rtm::BridgeFile;

namespace {

std::optional<std::string> fuzz_variable(const std::string& name) {
  demand(!name.empty());
  if (name == "HOST") return "localhost";
  if (name == "ODD") return "a:b,c = $HOST #\n\xff";
  return std::nullopt;
}

std::optional<std::string> no_variable(const std::string&) {
  return std::nullopt;
}

std::string written(const BridgeFile& file) {
  std::string text;
  const auto add = [&](std::string_view key, std::string_view value) {
    text += fmt::format("{} = {}\r\n", key, value);
  };
  if (file.server_name) add("server-name", *file.server_name);
  if (file.robot_name) add("robot-name", *file.robot_name);
  if (file.name_server) add("name-server", *file.name_server);
  for (const auto& one : file.ports) {
    const std::string owners = one.owners.empty() ? "" : fmt::format("{}:", fmt::join(one.owners, ","));
    const std::string interval = one.seconds ? fmt::format(":{}", *one.seconds) : "";
    add(one.is_out ? "out-port" : "in-port",
        fmt::format("{}:{}{}{}", one.name, owners, rtm::traits(one.property).word, interval));
  }
  for (const auto& one : file.connections)
    add("connection",
        fmt::format("{}:{}{}{}", one.robot_port, one.instance, one.instance.empty() ? "" : ":", one.port));
  for (const auto& one : file.modules)
    add("module", fmt::format("{}{}{}", one.path, one.init_function.empty() ? "" : ":", one.init_function));
  for (const auto& one : file.rates) add("periodic-rate", fmt::format("{}:{}", one.instance, one.rate));
  for (const auto& one : file.tick_modes)
    add("tick-mode",
        fmt::format("{}{}{}", one.instance, one.instance.empty() ? "" : ":", one.returns_early ? "return" : "wait"));
  return text;
}

void check_limits(const BridgeFile& file) {
  demand(file.ports.size() <= rtm::kMaxPorts && file.connections.size() <= BridgeFile::kMaxConnections &&
         file.modules.size() <= BridgeFile::kMaxModules);
  for (const auto& port : file.ports) {
    const rtm::PropertyTraits& property = rtm::traits(port.property);
    demand(rtm::is_name(port.name) && port.owners.size() <= BridgeFile::kMaxOwners);
    demand(port.is_out ? property.has_out : property.has_in && !port.seconds);
    demand(!port.seconds || *port.seconds > 0.0);
    demand(!property.is_single || port.owners.size() <= 1);
    rtm::port_type(port);
  }
  for (const auto& one : file.connections)
    demand(std::ranges::find(file.ports, one.robot_port, &BridgeFile::Port::name) != file.ports.end());
  for (const auto& one : file.rates) demand(one.rate > 0.0 && one.rate <= 1.0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  try {
    const BridgeFile file = rtm::read_bridge_file(fuzz::as_text(octets, size), "case", fuzz_variable);
    check_limits(file);
    const std::string text = written(file);
    demand(written(rtm::read_bridge_file(text, "again", no_variable)) == text);
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(line.starts_with("case:") && line.find('\n') == line.npos && line.size() < 4096);
  }
  return 0;
}
