// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/service_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "gateways/sigverse/wire/types.h"
#include "spark/core/log.h"

namespace sigverse::tools {
namespace {

using ServiceJson = nlohmann::ordered_json;
using Columns = std::array<std::string, 5>;

std::string times(std::uint32_t uses) {
  return uses == 0 ? "not used" : uses == 1 ? "used once" : fmt::format("used {} times", uses);
}

std::string address_of(const std::string& host, std::uint32_t port) {
  const bool has_colons = host.find(':') != std::string::npos && !host.starts_with('[');
  return has_colons ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

Columns columns_of(const Service& service) {
  const auto printable = [](const std::string& text) { return spark::printable(text, text.size()); };
  const bool is_asked = service.port != 0;
  const std::string place = service.host.empty() ? "the server itself" : printable(service.host);
  return {printable(service.name), wire::service_kind::words_of(service.kinds),
          is_asked ? address_of(place, service.port) : place, is_asked ? times(service.uses) : "",
          service.is_alive ? "alive" : "dead"};
}

}  // namespace

std::string services_as_text(const std::vector<Service>& services) {
  std::vector<Columns> lines;
  std::array<std::size_t, 5> widths{};
  for (const Service& service : services) {
    lines.push_back(columns_of(service));
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], lines.back()[i].size());
  }
  std::string out;
  for (const Columns& line : lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) out += fmt::format("{:<{}}  ", line[i], widths[i]);
    out += line.back() + '\n';
  }
  return out;
}

std::string services_as_json(const std::vector<Service>& services) {
  ServiceJson all = ServiceJson::array();
  for (const Service& service : services)
    all.push_back({{"name", service.name},
                   {"does", wire::service_kind::words_of(service.kinds)},
                   {"kinds", service.kinds},
                   {"host", service.host},
                   {"port", service.port},
                   {"uses", service.uses},
                   {"alive", service.is_alive}});
  return all.dump(2, ' ', false, ServiceJson::error_handler_t::replace) + '\n';
}

}  // namespace sigverse::tools
