// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/packet_assembler.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "gateways/sigverse/server/reused_buffer.h"
#include "gateways/sigverse/wire/wave.h"

namespace sigverse::server {
namespace {

/// The number of sample octets according to the header of a sound; 0 if the header is too short.
template <typename Header>
std::optional<std::size_t> samples_of(std::string_view data) {
  Header header;
  return wire::read_data(data, header) ? std::optional<std::size_t>(header.format.length) : std::nullopt;
}

}  // namespace

void PacketAssembler::refuse(std::string why) {
  problem_ = std::move(why);
  empty_buffer(octets_);
}

void PacketAssembler::begin(const wire::Packet& packet) {
  const bool is_recognition = packet.head.type == wire::PacketType::sound_recog;
  is_sound_ = is_recognition || packet.head.type == wire::PacketType::on_recv_sound;
  type_ = packet.head.type;
  count_ = packet.head.count;
  problem_.clear();
  octets_.clear();
  if (!is_sound_) return;
  const auto samples = is_recognition ? samples_of<wire::SoundRecogHeader>(packet.data)
                                      : samples_of<wire::OnRecvSoundHeader>(packet.data);
  samples_left_ = samples.value_or(0);
  if (!samples)
    refuse("with data that are too short");
  else if (*samples > wire::kMaxSoundOctets)
    refuse(fmt::format("of {} octets, expected at most {}", *samples, wire::kMaxSoundOctets));
}

void PacketAssembler::check_piece(const wire::Packet& packet) {
  wire::OctetReader reader(packet.data);
  const std::size_t length = reader.u16();
  reader.octets(length);
  if (!reader.is_good() || length > samples_left_)
    refuse("whose packets have other lengths than they say");
  else
    samples_left_ -= length;
}

PacketAssembler::State PacketAssembler::add(const wire::Packet& packet) {
  const wire::PacketHead& head = packet.head;
  const bool begins = next_ == 0;
  if (begins) begin(packet);
  if (head.type != type_ || head.count != count_ || head.number != next_ || count_ > wire::kMaxPackets ||
      octets_.size() + packet.octets.size() > kMaxOctets)
    return State::broken;
  if (is_sound_ && !begins && problem_.empty()) check_piece(packet);
  if (problem_.empty()) octets_.append(packet.octets);
  if (++next_ < count_) return State::incomplete;
  next_ = 0;
  if (is_sound_ && problem_.empty() && samples_left_ > 0) refuse("that is shorter than its header says");
  return problem_.empty() ? State::complete : State::refused;
}

}  // namespace sigverse::server
