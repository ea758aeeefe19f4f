// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/descriptor_limit.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>

using namespace commserver;

TEST_CASE("a match needs 256 descriptors and five per agent, and 512 in any case") {
  CHECK(descriptors_for(0) == 512);
  CHECK(descriptors_for(51) == 512);
  CHECK(descriptors_for(52) == 516);
  CHECK(descriptors_for(1000) == 5256);
}

TEST_CASE("the limit of open files is raised as far as needed, and a need beyond the hard limit is refused") {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE(before.rlim_max > 400);
  const rlimit low{300, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &low) == 0);
  const auto now = [] {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
  };
  need_descriptors(300, 0);
  CHECK(now() == 300);
  need_descriptors(400, 0);
  CHECK(now() == 400);
  need_descriptors(350, 0);
  CHECK(now() == 400);
  if (before.rlim_max != RLIM_INFINITY)
    CHECK_THROWS_WITH(need_descriptors(before.rlim_max + 1, 0), Catch::Contains("open files are allowed"));
  CHECK(now() == 400);
  ::setrlimit(RLIMIT_NOFILE, &before);
}
