// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/wire/messages.h"
#include "tests/gateways/sigverse/wire/worked.h"

namespace sigverse_test {

using namespace sigverse::wire;

/// A packet with the data of `message`.
template <typename Message>
Worked worked(const char* label, const Message& message, const PacketHead& head = {}) {
  std::string written;
  if (!append_packet(written, message, head)) written = "refused";
  return {label, written, [](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            Message read;
            std::string again;
            const bool good = packet && packet->head.type == Message::kType && read_data(packet->data, read) &&
                              append_packet(again, read, packet->head);
            return good ? again : "refused";
          }};
}

inline Worked worked_empty(const char* label, PacketType type) {
  std::string written;
  append_empty_packet(written, type);
  return {label, written, [type](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            std::string again;
            const bool good = packet && packet->head.type == type && packet->data.empty() &&
                              append_empty_packet(again, type, packet->head);
            return good ? again : "refused";
          }};
}

}  // namespace sigverse_test
