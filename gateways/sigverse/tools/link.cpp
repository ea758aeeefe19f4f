// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/link.h"

#include <fmt/format.h>

namespace sigverse::tools {
namespace {

using wire::append_empty_packet;
using wire::append_packet;
using wire::append_raw_message;
using wire::GetObjectNames;
using wire::GetObjectNamesResult;
using wire::GetServicesResult;
using wire::RawMessage;
using wire::ServiceEntry;

}  // namespace

Link::Link(const wire::Address& server, std::chrono::milliseconds timeout, std::string_view name)
    : BlockingClient(server, timeout, fmt::format("SIGViewer,{},", name), wire::address_text(server)) {}

template <typename Message, typename TakePart>
void Link::request_all(const std::string& request, const char* unreadable, TakePart take) {
  this->request(request, Message::kType, unreadable, [&](std::string_view data) {
    Message part;
    if (!wire::read_data(data, part)) return false;
    take(part);
    return true;
  });
}

std::vector<std::string> Link::names(std::uint16_t kind) {
  std::string request;
  append_packet(request, GetObjectNames{kind});
  std::vector<std::string> names;
  request_all<GetObjectNamesResult>(request, "names that cannot be read", [&](const GetObjectNamesResult& part) {
    names.insert(names.end(), part.names.begin(), part.names.end());
  });
  return names;
}

std::vector<Service> Link::services() {
  std::string request;
  append_empty_packet(request, wire::PacketType::get_services);
  std::vector<Service> services;
  request_all<GetServicesResult>(request, "a list of services that cannot be read", [&](const GetServicesResult& part) {
    for (const ServiceEntry& each : part.services)
      services.push_back(
          {std::string(each.name), each.kinds, std::string(each.host), each.port, each.uses, each.is_alive != 0});
  });
  return services;
}

void Link::message(std::string_view to, std::string_view text) {
  std::string request;
  if (!append_raw_message(request, {{}, text, -1.0, RawMessage::All::none, {to}}))
    throw client::LinkError(fmt::format("the text is too long ({} octets)", text.size()));
  command(request);
}

}  // namespace sigverse::tools
