// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>

#include "gateways/rctp/port/page_files.h"

namespace {

std::string text_of_page_file(std::string_view name) {
  CAPTURE(name);
  const pages::PageFile* file = pages::find_file(rctp::page_files(), name);
  REQUIRE(file);
  return std::string(file->text);
}

}  // namespace

TEST_CASE("every file that the page of a robot loads exists") {
  const std::string html = text_of_page_file("index.html");
  const std::regex address("(?:src|href)=\"/page/([^\"]*)\"");
  std::size_t count = 0;
  for (std::sregex_iterator it(html.begin(), html.end(), address), end; it != end; ++it, ++count)
    CHECK(!text_of_page_file((*it)[1].str()).empty());
  CHECK(count >= 3);
}

TEST_CASE("the page of a robot joins shared files and its own, with the window's shaders first") {
  const std::string script = text_of_page_file("page.js");
  CHECK(script.starts_with("\"use strict\";\nconst SHADERS = {\n"));
  CHECK(script.find("gl_Position") != script.npos);
  const std::size_t shared = script.find("function element("), own = script.find("function robotOfAddress(");
  REQUIRE(shared != script.npos);
  REQUIRE(own != script.npos);
  CHECK(shared < own);
  const std::string style = text_of_page_file("page.css");
  CHECK(style.find("--paper:") < style.find(":focus-visible"));
  CHECK(style.find(":focus-visible") < style.find("#robot"));
}

TEST_CASE("translators, including those of scripts, may not connect to the network") {
  const rctp::PageFiles files(std::vector<rctp::OfferedModule>{{"wheel.js", "export const name = 'wheel';"}});
  for (const char* path : {"translators/worker.js", "translators/stick.js", "translators/wheel.js", "page/page.js"}) {
    CAPTURE(path);
    const auto response = files.find(path, {});
    REQUIRE(response);
    const auto policy = std::ranges::find(response->headers, "Content-Security-Policy", &spark::http::Header::name);
    REQUIRE(policy != response->headers.end());
    CHECK((policy->value.find("connect-src") == policy->value.npos) ==
          std::string_view(path).starts_with("translators/"));
    CHECK(policy->value.starts_with("default-src 'none';"));
  }
}
