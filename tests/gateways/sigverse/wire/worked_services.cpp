// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/wire/worked_message.h"

namespace sigverse_test {
namespace {

PacketHead first_of(std::uint16_t count) {
  PacketHead head;
  head.count = count;
  return head;
}

/// Packet 1 of the sound of two samples below.
Worked worked_piece(const char* label) {
  PacketHead head;
  head.type = PacketType::sound_recog;
  std::string header, message;
  OctetWriter writer(header);
  FieldWriter fields(writer);
  const SoundFormat format{1, 16000, 16, 0, 4};
  SoundFormat(format).fields(fields);
  append_large(message, head, header, std::string_view("\x10\x00\xf0\xff", 4));
  const std::string piece = message.substr(first_unit(message).size);
  return {label, piece, [header](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            if (!packet) return "refused";
            // The packet before it.
            Packet first = *packet;
            first.head.number = 0;
            LargeContent content;
            if (content.begin(first, 4, 4) != LargeContent::State::incomplete ||
                content.add(*packet) != LargeContent::State::complete)
              return "refused";
            std::string again;
            append_large(again, packet->head, header, content.content());
            return again.substr(first_unit(again).size);
          }};
}

}  // namespace

std::vector<Worked> worked_services() {
  return {
      worked("PROVIDE_SERVICE eye, kinds 3, any host, port 9300", ProvideService{"eye", 3, "", 9300}),
      worked("PROVIDE_SERVICE_RESULT 0, no text", ProvideServiceResult{0, ""}),
      worked("NS_QUERY 4", NsQuery{4}),
      worked("NS_QUERY_RESULT eye, kinds 3, 127.0.0.1, port 9300", NsQueryResult{1, "eye", 3, "127.0.0.1", 9300}),
      worked("NS_QUERY_RESULT none", NsQueryResult{}),
      worked_empty("GET_SERVICES", PacketType::get_services),
      worked("GET_SERVICES_RESULT eye, kinds 3, 127.0.0.1, port 9300, used once, alive",
             GetServicesResult{{{"eye", 3, "127.0.0.1", 9300, 1, 1}}}),
      worked("NS_PINGER 1", NsPinger{1}),
      worked("NS_PINGER_RESULT 1", NsPingerResult{1}),
      worked("DETECT_ENTITIES robot, camera 1", DetectEntities{"robot", 1}),
      worked("DETECT_ENTITIES_RESULT can and desk", DetectEntitiesResult{{"can", "desk"}}),
      worked("CAPTURE_VIEW_IMAGE robot, any type, 24 bits, 320 x 240, camera 1",
             CaptureView{"robot", 0, 1, 320, 240, 1}),
      worked("CAPTURE_VIEW_IMAGE_RESULT, packet 0 of 25, 230,400 octets", ImageHeader{1, 1, 320, 240, 230'400},
             first_of(25)),
      worked("CAPTURE_VIEW_IMAGE_RESULT, no picture", ImageHeader{1, 1, 0, 0, 0}),
      worked("DISTANCE_SENSOR robot, from 0 to 255, camera 1, a point", DistanceSensor{"robot", 0.0, 255.0, 1, 0}),
      worked("DISTANCE_SENSOR_RESULT 128", DistanceSensorResult{128}),
      worked("SOUND_RECOG, packet 0 of 2, two samples", SoundRecogHeader{{1, 16000, 16, 0, 4}}, first_of(2)),
      worked_piece("SOUND_RECOG, packet 1 of 2, samples 16 and -16"),
      worked("SOUND_RECOG_RESULT UTF-8, hello", SoundRecogResult{static_cast<std::uint16_t>(Encode::utf_8), "hello"}),
      worked("ON_RECV_SOUND to a, packet 0 of 2, at 0.5, from SIGViewer",
             OnRecvSoundHeader{0.5, "SIGViewer", {1, 8000, 16, 0, 4}},
             PacketHead{PacketType::on_recv_sound, 2, 0, kForward, "a"}),
      worked("GET_POINTED_OBJECT by man, REYE_LINK, RARM_LINK7, type 1",
             GetPointedObject{"man", "REYE_LINK", "RARM_LINK7", "1"}),
      worked("GET_POINTED_OBJECT_RESULT can", GetPointedObjectResult{{"can"}}),
      worked("GET_PART_SHAPES lamp", GetPartShapes{"lamp"}),
      worked("GET_PART_SHAPES_RESULT lamp, of part 2, 20 above its frame, without a turn",
             GetPartShapesResult{"lamp", {{2, {0.0, 20.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}}}),
      worked("GET_PART_SHAPES_RESULT lamp, none", GetPartShapesResult{"lamp", {}}),
      worked_empty("X3D_DB", PacketType::x3d_db),
      worked("X3D_DB_RESULT, two states of TV",
             X3dDbResult{{{"TV::switch:off", "TV_off.x3d"}, {"TV::switch:on", "TV_on.x3d"}}}),
  };
}

}  // namespace sigverse_test
