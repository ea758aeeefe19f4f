// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/client/shape_base.h"
#include "tests/gateways/sigverse/client/scripted_server.h"

using namespace sigverse;
using namespace sigverse::client;

namespace {

Object thing(std::string_view class_name, std::vector<wire::AttributeRecord> attributes = {}) {
  wire::ObjectRecord record = object_record("thing", std::move(attributes));
  record.class_name = class_name;
  return object_of(record);
}

Object television(wire::AttributeRecord state) {
  return thing("TV", {state, {"visStateAttrName", "", state.name}});
}

}  // namespace

TEST_CASE("the shape file of an object is the one for its state") {
  const ShapeBase base({{"TV::switch:on", "on.x3d"},
                        {"Ball:::", "ball.wrl"},
                        {"TV:::", "off.x3d"},
                        {"TV::switch:off:late", "late.x3d"},
                        {"TV::lit:true", "lit.x3d"},
                        {"TV::lit:False", "dark.x3d"},
                        {"TV::level:2.0x", "wrong.x3d"},
                        {"TV::level:2.50", "half.x3d"},
                        {"TV:::", "second.x3d"},
                        {"Lamp::switch:on", "bright.x3d"},
                        {"Lamp::switch:off", "dark.x3d"}});
  CHECK(base.file_of(thing("Ball")) == "ball.wrl");
  CHECK(base.file_of(television({"switch", "", "on"})) == "on.x3d");
  CHECK(base.file_of(television({"switch", "", "off:late"})) == "late.x3d");
  CHECK(base.file_of(television({"switch", "", "ON"})) == "off.x3d");
  CHECK(base.file_of(television({"other", "", "on"})) == "off.x3d");
  CHECK(base.file_of(television({"lit", "", true})) == "lit.x3d");
  CHECK(base.file_of(television({"lit", "", false})) == "dark.x3d");
  CHECK(base.file_of(television({"level", "", 2.5})) == "half.x3d");
  CHECK(base.file_of(television({"level", "", 2.0})) == "off.x3d");
  // The state is the attribute that visStateAttrName names, and no other.
  CHECK(base.file_of(thing("TV", {{"switch", "", "on"}})) == "off.x3d");
  // Without an entry for the state, the first entry is used.
  CHECK(base.file_of(thing("Lamp")) == "bright.x3d");
  CHECK(base.file_of(thing("Desk")).empty());
  CHECK(base.files_of(thing("Desk")).empty());
  CHECK(base.entries_of("TV").size() == 8);
  CHECK(base.entries_of("TV")[1]->file == "off.x3d");
}

TEST_CASE("an object may have shape files for single parts besides the one for all of it") {
  const ShapeBase base({{"Man:HEAD:mood:glad", "glad.x3d"},
                        {"Man:HEAD::", "head.x3d"},
                        {"Man:body::", "man.x3d"},
                        {"Man:HAND::", "hand.x3d"},
                        {"Arm:LINK1::", "one.x3d"},
                        {"Arm:LINK2::", "two.x3d"},
                        {"Leg:LINK1:mood:glad", "dancing.x3d"},
                        {"Leg:LINK2::", "leg.x3d"}});
  const auto shown = [&](const Object& object) {
    std::string all;
    for (const ShapeBase::Shown& each : base.files_of(object))
      all.append(each.part).append("=").append(each.file) += ' ';
    return all;
  };
  CHECK(base.file_of(thing("Man")) == "man.x3d");
  CHECK(shown(thing("Man")) == "=man.x3d HEAD=head.x3d HAND=hand.x3d ");
  CHECK(shown(thing("Man", {{"mood", "", "glad"}, {"visStateAttrName", "", "mood"}})) ==
        "=man.x3d HEAD=glad.x3d HAND=hand.x3d ");
  CHECK(base.file_of(thing("Arm")) == "one.x3d");
  CHECK(base.file_of(thing("Leg")) == "leg.x3d");
  CHECK(shown(thing("Arm")) == "LINK1=one.x3d LINK2=two.x3d ");
}

TEST_CASE("a shape database is converted back to the same records, whatever its keys") {
  const std::vector<wire::ShapeEntry> entries{{"", ""}, {"Cup", "cup.wrl"}, {":::", "x"}, {"a:b", "../../etc/passwd"}};
  const ShapeBase base(entries);
  CHECK(base.file_of(thing("Cup")) == "cup.wrl");
  const auto records = base.records();
  REQUIRE(records.size() == entries.size());
  for (std::size_t i = 0; i != records.size(); ++i) {
    CHECK(records[i].key == entries[i].key);
    CHECK(records[i].file == entries[i].file);
  }
}
