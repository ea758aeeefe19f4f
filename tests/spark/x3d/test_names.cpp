// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <set>

#include "spark/x3d/names.h"
#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/properties.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

TEST_CASE("names keep the characters that VRML97 allows") {
  CHECK(clean_name("ball") == "ball");
  CHECK(clean_name("foo_11") == "foo_11");
  CHECK(clean_name("größe/a:b(c)*!?$%&=<>;@^`|~-+9") == "größe/a:b(c)*!?$%&=<>;@^`|~-+9");
  CHECK(clean_name("a b\"c#d'e,f.g[h]i\\j{k}l\x7fm\x01n") == "a_b_c_d_e_f_g_h_i_j_k_l_m_n");
  CHECK(clean_name("9a") == "_a");
  CHECK(clean_name("+a") == "_a");
  CHECK(clean_name("-1") == "_1");
  CHECK(clean_name("") == "_");
  CHECK(clean_name("a\xff\xc3") == "a__");
  CHECK(clean_name("DEF") == "DEF_");
  CHECK(clean_name("field") == "field_");
  CHECK(clean_name("Transform") == "Transform");
}

TEST_CASE("a name that occurs again gets a number") {
  UniqueNames names;
  CHECK(names.take("ball") == "ball");
  CHECK(names.take("ball") == "ball_2");
  CHECK(names.take("ball_4") == "ball_4");
  CHECK(names.take("ball") == "ball_3");
  CHECK(names.take("ball") == "ball_5");
  CHECK(names.take("ball_2") == "ball_2_2");
  CHECK(names.take("a b") == "a_b");
  CHECK(names.take("a.b") == "a_b_2");
  CHECK(names.take("") == "_");
  CHECK(names.take("") == "__2");
}

TEST_CASE("any bytes make a name that is readable and unique") {
  hold(300, [] {
    UniqueNames names;
    std::set<std::string> taken;
    std::string text;
    const auto all = *rc::gen::arbitrary<std::vector<std::string>>();
    for (const std::string& raw : all) {
      const std::string name = names.take(raw);
      RC_ASSERT(taken.insert(name).second);
      text += "DEF " + name + " Group { } USE " + name + "\n";
    }
    RC_ASSERT(problem_of(text) == "");
  });
}

// It would take a minute if every name were tried from 2 on.
TEST_CASE("many nodes of one name are named quickly") {
  UniqueNames names;
  for (int i = 2; i < 100'000; ++i) names.take("wheel");
  CHECK(names.take("wheel") == "wheel_99999");
}

TEST_CASE("the events of fields that have another name in X3D are renamed as well") {
  const std::string xml =
      to_x3d(read_body("DEF S Switch { }\nDEF C Collision { }\n"
                       "ROUTE S.choice_changed TO S.set_choice\n"
                       "ROUTE C.collide_changed TO C.collide\n"
                       "ROUTE C.collideTime TO S.whichChoice\n"));
  CHECK_THAT(xml, Catch::Contains("fromField='children_changed' toNode='S' toField='set_children'"));
  CHECK_THAT(xml, Catch::Contains("fromField='enabled_changed' toNode='C' toField='enabled'"));
  CHECK_THAT(xml, Catch::Contains("fromField='collideTime' toNode='S' toField='whichChoice'"));
}
