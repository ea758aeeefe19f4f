// SPDX-License-Identifier: Apache-2.0
// Requests of an operator before a robot is driven. The first octet determines how the bytes are cut into pieces; the
// requests are the same wherever they are cut, and each of them is answered.
#include <string>
#include <vector>

#include "gateways/rctp/protocol/negotiation.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"
#include "tests/gateways/rctp/protocol/dialogue.h"
#include "tests/gateways/rctp/protocol/objects.h"

using fuzz::demand;
using namespace rctp;

namespace {

std::vector<std::size_t> cuts(std::size_t size, std::size_t piece) {
  std::vector<std::size_t> places;
  for (std::size_t at = piece; at < size; at += piece) places.push_back(at);
  return places;
}

void negotiate(std::string_view input) {
  RobotClaim first("foo_11"), second("bar");
  for (RobotClaim* robot : {&first, &second}) {
    robot->set_objects(std::make_shared<Objects>(Objects{rctp_test::object("drive", Object::Kind::control_output, 3),
                                                         rctp_test::object("say", Object::Kind::text_output),
                                                         rctp_test::object("eye", Object::Kind::video_input)}));
    robot->set_present(true);
  }
  RobotClaim* const robots[] = {&first, &second};
  const std::vector<double> values(3, 0.5);
  Negotiation negotiation({robots, nullptr, "127.0.0.1:40312", "127.0.0.1:3300",
                           [&](const RobotClaim&, std::size_t place) {
                             return place == 0 ? std::span<const double>(values) : std::span<const double>();
                           }},
                          {});
  Request request;
  while (read_request(input, Arrival::whole, request) == RequestResult::request && !negotiation.is_live()) {
    const Reply reply = negotiation.answer(request, {});
    std::string words;
    append_reply(words, request.version, reply);
    demand(reply.code >= 200 && reply.code < 600 && !words.empty());
    demand(!negotiation.is_live() || (negotiation.robot() && negotiation.robot()->assigned().size() > 0));
    if (reply.closes) break;
  }
  negotiation.end();
  for (const RobotClaim* robot : robots) demand(robot->state() == RobotClaim::State::idle);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + steps.octet();
  const std::string bytes(steps.rest());
  demand(rctp_test::read_cut(bytes, {}) == rctp_test::read_cut(bytes, cuts(bytes.size(), piece)));
  negotiate(fuzz::ExactText(bytes).view());
  return 0;
}
