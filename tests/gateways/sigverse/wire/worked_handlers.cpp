// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/wire/worked_message.h"

namespace sigverse_test {
namespace {

/// To `target`, as far as `reach`.
PacketHead forwarded(std::string_view target, std::optional<double> reach = {}) {
  PacketHead head;
  head.flags = reach ? kForward | kHasReach : kForward;
  head.target = target;
  head.reach = reach.value_or(-1.0);
  return head;
}

}  // namespace

std::vector<Worked> worked_handlers() {
  return {
      worked("ATTACH_CONTROLLER robot_000", AttachController{"robot_000"}),
      worked("ATTACH_CONTROLLER_RESULT 0, no text", AttachControllerResult{0, ""}),
      worked("ATTACH_CONTROLLER_RESULT 0, ext1", AttachControllerResult{0, kTurnsKnown}),
      worked("ATTACH_CONTROLLER_RESULT 2, no agent x", AttachControllerResult{2, "no agent x"}),
      worked("CONNECT_DATA_PORT robot_000", ConnectDataPort{"robot_000"}),
      worked("CONNECT_DATA_PORT_RESULT 1, already attached", ConnectDataPortResult{1, "already attached"}),
      worked("ATTACH_VIEW V, polls", AttachView{"V", 1}),
      worked("ATTACH_VIEW_RESULT 0, one shape", AttachViewResult{0, "", {{"Ball:::", "ball.x3d"}}}),
      worked("ATTACH_VIEW_RESULT 1, no", AttachViewResult{1, "no", {}}),
      worked_empty("ON_INIT", PacketType::on_init),
      worked("ON_ACTION at 1.5", OnAction{1.5}),
      worked("ON_RECV_TEXT at 1.5, from a to b, hi, within 10 cm", OnRecvText{1.5, "a", "b", "hi", 0},
             forwarded("b", 10.0)),
      worked("ON_RECV_MESSAGE from a to b, go left", OnRecvMessage{"a", {"go", "left"}}, forwarded("b")),
      worked("ON_COLLISION at 0.25, with box_0, body, by LINK1", OnCollision{0.25, {"box_0:body:LINK1:"}}),
      worked("LOG_MSG 2, hello", LogMsg{static_cast<std::int16_t>(LogLevel::message), "hello"}),
      worked("DISPLAY_TEXT size 20, colour 1, GOAL", DisplayText{20, 1, "GOAL"}),
      worked("TURN_HELLO 1", TurnHello{}),
      worked("TURN_ENDS 7, at 0.15", TurnEnds{7, 0.15}),
      worked("TURN_DONE 7, wish 0.25", TurnDone{7, 0.25}),
      worked("TURN_WAIT 7, until 2.15", TurnWait{7, 2.15}),
      worked("TURN_GO_ON 7, at 2.15", TurnGoOn{7, 2.15}),
  };
}

}  // namespace sigverse_test
