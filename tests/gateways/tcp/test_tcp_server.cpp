// SPDX-License-Identifier: Apache-2.0
#include "gateways/tcp/tcp_server.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"

TEST_CASE("TcpServer takes ports from 0 to 65535, and sync timeouts of up to a million seconds") {
  spark::Core core(1);
  spark::register_scene_classes(core.classes);
  spark::register_agent_classes(core.classes);
  tcp::register_tcp_classes(core.classes);
  auto& server = dynamic_cast<tcp::TcpServer&>(core.create("TcpServer", "/tcp"));
  for (const int port : {0, 1, 65535}) CHECK_NOTHROW(server.set_port(port));
  CHECK_THROWS_WITH(server.set_port(65536), "setPort(65536): expected 0 to 65535");
  CHECK_THROWS_WITH(server.set_port(-1), "setPort(-1): expected 0 to 65535");
  for (const double seconds : {1e-3, 1.0, 1e6}) CHECK_NOTHROW(server.set_sync_timeout(seconds));
  for (const double seconds : {0.0, -1.0, 1000001.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_WITH(server.set_sync_timeout(seconds), Catch::EndsWith("expected a positive number of seconds"));
}
