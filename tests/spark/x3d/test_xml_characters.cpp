// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/xml_characters.h"

#include <catch2/catch.hpp>

TEST_CASE("each byte that is not UTF-8 is replaced separately") {
  CHECK(x3d::without_bad_characters("a\xED\xBF\xBF"
                                    "b") ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
}
