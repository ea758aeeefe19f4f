// SPDX-License-Identifier: Apache-2.0
// Names under which components are bound in the OMG's form: their text in CORBA, and the format that makes them.
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/name_path.h"
#include "gateways/rtm/corba/naming_format.h"

using namespace rtm;

namespace {

std::string this_host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::vector<std::string> paths(const std::string& format) {
  return NamingFormat(format).paths("Motor0", "Motor");
}

}  // namespace

TEST_CASE("paths of names are written and read") {
  const std::vector<std::pair<NamePath, std::string>> cases = {
      {{{"Motor0", "rtc"}}, "Motor0.rtc"},
      {{{"lab", "host_cxt"}, {"Motor0", "rtc"}}, "lab.host_cxt/Motor0.rtc"},
      {{{"pc.lab/1\\", "a.b"}, {"x", ""}}, "pc\\.lab\\/1\\\\.a\\.b/x"},
      {{{"", "kind"}, {"", ""}, {"id", ""}}, ".kind/./id"},
  };
  for (const auto& [path, text] : cases) {
    CAPTURE(text);
    CHECK(to_text(path) == text);
    CHECK(read_name_path(text) == path);
  }
  // Unescaped dots, as in host names, belong to the id.
  CHECK(read_name_path("pc1.lab.host_cxt/Motor0.rtc") == NamePath{{"pc1.lab", "host_cxt"}, {"Motor0", "rtc"}});
  for (const char* wrong : {"", "/", "a/", "/a", "a//b", "a\\"}) CHECK_FALSE(read_name_path(wrong));
}

TEST_CASE("naming formats insert hosts, processes, types and instances") {
  CHECK(paths("%n.rtc") == std::vector<std::string>{"Motor0.rtc"});
  CHECK(paths("%t%p-%%.rtc") == std::vector<std::string>{"Motor" + std::to_string(getpid()) + "-%.rtc"});
  CHECK(paths("%h.host_cxt/%n.rtc") ==
        std::vector<std::string>{to_text({{this_host(), "host_cxt"}, {"Motor0", "rtc"}})});
  CHECK(paths("b.cxt/%n.rtc, %n.rtc ,%n.rtc") == std::vector<std::string>{"Motor0.rtc", "b.cxt/Motor0.rtc"});
  CHECK(NamingFormat("a/%n.rtc,%n.rtc").is_distinct());
  CHECK_FALSE(NamingFormat("%n.cxt/%t.rtc").is_distinct());
  CHECK_FALSE(NamingFormat("%%n.rtc").is_distinct());
}

TEST_CASE("invalid naming formats are refused with one line") {
  for (const std::string wrong : {"", "%n", "%n.rtcomp", "/%n.rtc", "%n.rtc/", "%x.rtc", "rtc.%", "%n.rtc,", "a b.rtc",
                                  "a/b/c/d/e/f/g/%n.rtc", "1.rtc,2.rtc,3.rtc,4.rtc,5.rtc", "\n.rtc"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(NamingFormat(wrong), std::runtime_error);
  }
  CHECK_THROWS_WITH(
      NamingFormat("%x.rtc"),
      "the naming format '%x.rtc' is wrong: a % must be followed by n, t, h, p or %; expected something like "
      "%n.rtc or %h.host_cxt/%n.rtc");
  CHECK_THROWS_AS(NamingFormat(std::string(300, 'a') + ".rtc"), std::runtime_error);
  CHECK(NamingFormat("a/b/c/d/e/f/%n.rtc").paths("M0", "M").size() == 1);
}
