// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "pages/page_file.h"
#include "pages/page_response.h"

TEST_CASE("a file of a page is found by its whole name only") {
  static constexpr pages::PageFile kFiles[] = {{"page.js", "text/javascript", "a"},
                                               {"moves/page.js", "text/javascript", "b"}};
  REQUIRE(pages::find_file(kFiles, "moves/page.js"));
  CHECK(pages::find_file(kFiles, "moves/page.js")->text == "b");
  CHECK(pages::find_file(kFiles, "page.js")->text == "a");
  for (const char* name : {"", "page", "/page.js", "moves/", "index.html"}) CHECK(!pages::find_file(kFiles, name));
  CHECK(!pages::find_file({}, "page.js"));
}

TEST_CASE("a script in a Worker can load only scripts of its own server") {
  const auto response = pages::worker_response("text/javascript", std::make_shared<const std::string>());
  const auto is_policy = [](const spark::http::Header& each) { return each.name == "Content-Security-Policy"; };
  REQUIRE(std::ranges::count_if(response.headers, is_policy) == 1);
  CHECK(std::ranges::find_if(response.headers, is_policy)->value == "default-src 'none'; script-src 'self'");
}

TEST_CASE("a page runs only scripts of its own server, and cannot be framed by other sites") {
  const auto body = std::make_shared<const std::string>("x");
  const spark::http::Response response = pages::page_response("text/css", body, "no-store");
  const auto header = [&](std::string_view name) {
    const auto is_it = [&](const spark::http::Header& each) { return each.name == name; };
    REQUIRE(std::ranges::count_if(response.headers, is_it) == 1);
    return std::ranges::find_if(response.headers, is_it)->value;
  };
  CHECK(response.status == 200);
  CHECK(response.type == "text/css");
  CHECK(response.body == body);
  CHECK(header("Cache-Control") == "no-store");
  CHECK(header("X-Content-Type-Options") == "nosniff");
  const std::string policy = header("Content-Security-Policy");
  CHECK(policy.starts_with("default-src 'none';"));
  for (const char* part :
       {"script-src 'self';", "worker-src 'self';", "connect-src 'self';", "frame-ancestors 'none'"}) {
    CAPTURE(part);
    CHECK(policy.find(part) != policy.npos);
  }
  CHECK(policy.find("unsafe") == policy.npos);
}
