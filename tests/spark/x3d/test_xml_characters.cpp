// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/xml_characters.h"

#include <catch2/catch.hpp>

TEST_CASE("each octet that is no UTF-8 is replaced by itself") {
  CHECK(x3d::without_bad_characters("a\xED\xBF\xBF"
                                    "b") ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
}
