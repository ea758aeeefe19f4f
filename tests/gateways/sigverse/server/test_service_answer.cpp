// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/server/service_answer.h"
#include "tests/gateways/sigverse/server/played_provider.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::PacketType;

namespace {

template <typename Message>
std::string one_packet(const Message& message, const wire::PacketHead& head = {}) {
  std::string octets;
  wire::append_packet(octets, message, head);
  return octets;
}

/// The state of these packets as an answer: "complete", with the number of packets if it is not one; "broken";
/// "incomplete".
std::string outcome(std::string_view request, std::string_view answer) {
  ServiceAnswer read(*wire::read_packet(request));
  int packets = 0;
  for (std::string_view rest = answer; !rest.empty();) {
    const std::string_view octets = rest.substr(0, wire::first_unit(rest).size);
    rest.remove_prefix(octets.size());
    ++packets;
    switch (read.add(*wire::read_packet(octets))) {
      case ServiceAnswer::State::incomplete:
        break;
      case ServiceAnswer::State::broken:
        return "broken";
      case ServiceAnswer::State::complete:
        CHECK(read.octets() == answer.substr(0, answer.size() - rest.size()));
        return packets == 1 ? "complete" : "complete " + std::to_string(packets);
    }
  }
  return "incomplete";
}

std::string no_packet_of(std::string message, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < number; ++i) begin += wire::first_unit(std::string_view(message).substr(begin)).size;
  message.erase(begin, wire::first_unit(std::string_view(message).substr(begin)).size);
  return message;
}

const std::string kCapture = one_packet(wire::CaptureView{.agent = "a"}), kDetect = one_packet(wire::DetectEntities{}),
                  kPoint = one_packet(wire::DistanceSensor{}),
                  kPlane = one_packet(wire::DistanceSensor{.agent = "a", .dimensions = 2}),
                  kSpeech = one_packet(wire::SoundRecogHeader{}), kPing = one_packet(wire::NsPinger{1});

}  // namespace

TEST_CASE("An answer has to have the type that belongs to the request") {
  const std::string requests[] = {kCapture, kDetect, kPoint, kPlane, kSpeech, kPing};
  const std::string answers[] = {picture(0),
                                 one_packet(wire::DetectEntitiesResult{{"can"}}),
                                 one_packet(wire::DistanceSensorResult{7}),
                                 picture(0, 0, PacketType::distance_sensor_result),
                                 one_packet(wire::SoundRecogResult{0, "go"}),
                                 one_packet(wire::NsPingerResult{1})};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      INFO(i << " answered by " << j);
      // The header of a picture can be read as a distance: octets after the number are ignored.
      const bool fits = i == j || (i == 2 && j == 3);
      CHECK(outcome(requests[i], answers[j]) == (fits ? "complete" : "broken"));
    }
  CHECK(outcome(one_packet(wire::GetEntity{"a"}), answers[0]) == "broken");
  CHECK(outcome(kPing, one_packet(wire::NsPingerResult{0})) == "broken");
}

TEST_CASE("A picture is complete when all of its packets have arrived in order") {
  const std::string whole = picture(230'400);
  CHECK(outcome(kCapture, whole) == "complete 25");
  CHECK(outcome(kPlane, picture(76'800, 76'800, PacketType::distance_sensor_result)) == "complete 9");
  CHECK(outcome(kCapture, no_packet_of(whole, 24)) == "incomplete");
  CHECK(outcome(kCapture, no_packet_of(whole, 10)) == "broken");
  CHECK(outcome(kCapture, no_packet_of(whole, 0)) == "broken");
  CHECK(outcome(kCapture, whole + whole) == "complete 25");
  // Headers with wrong lengths.
  for (const std::size_t said : {0, 1, 219'999, 230'399, 230'401, 240'001, 10 << 20, (10 << 20) + 1}) {
    INFO(said);
    CHECK(outcome(kCapture, picture(230'400, said, PacketType::capture_view_image_result)) == "broken");
  }
}

TEST_CASE("A one-packet answer needs all of its data, and has to be one packet") {
  for (const auto& [request, answer] :
       {std::pair(kDetect, one_packet(wire::DetectEntitiesResult{{"can", "desk"}})),
        std::pair(kSpeech, one_packet(wire::SoundRecogResult{4, "hello"})),
        std::pair(kPoint, one_packet(wire::DistanceSensorResult{7})),
        std::pair(kPing, one_packet(wire::NsPingerResult{1})), std::pair(kCapture, picture(0))}) {
    CHECK(outcome(request, answer) == "complete");
    const std::size_t head = answer.size() - wire::read_packet(answer)->data.size() - 2;
    for (std::size_t size = head; size + 2 < answer.size(); ++size) {
      std::string cut = answer.substr(0, size) + answer.substr(answer.size() - 2);
      cut[2] = static_cast<char>(cut.size() >> 8), cut[3] = static_cast<char>(cut.size());
      CHECK(outcome(request, cut) == "broken");
    }
  }
  CHECK(outcome(kDetect, one_packet(wire::DetectEntitiesResult{}, {.count = 2})) == "broken");
  CHECK(outcome(kSpeech, one_packet(wire::SoundRecogResult{}, {.count = 1000})) == "broken");
}
