// SPDX-License-Identifier: Apache-2.0
#include <sodium.h>

#include <catch2/catch.hpp>

#include "monitor-lite/web/exported_page.h"
#include "monitor-lite/web/options.h"
#include "monitor-lite/web/page_files.h"
#include "spark/command_line/option_values.h"

using namespace monitor;

namespace {

std::string sha256(std::string_view text) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return base64({reinterpret_cast<const char*>(hash), sizeof hash});
}

std::string_view file_text(std::string_view file) {
  return pages::find_file(page_files(), file)->text;
}

/// What is between the first `begin` and the next `end`.
std::string between(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find(end, from) - from);
}

}  // namespace

TEST_CASE("base64 is encoded as in the RFC") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe") == "//4=");
}

TEST_CASE("an exported page is self-contained, and its policy allows nothing else") {
  const std::string page = exported_page("packed octets");
  CHECK(page.find("<template id=\"log\">" + base64("packed octets") + "</template>") != page.npos);
  CHECK(page.find("script-src 'sha256-" + sha256(between(page, "<script>", "</script>")) + "';") != page.npos);
  CHECK(page.find("style-src 'sha256-" + sha256(between(page, "<style>", "</style>")) + "';") != page.npos);
  CHECK(page.find(file_text("page.js")) != page.npos);
  CHECK(page.find(file_text("page.css")) != page.npos);
  for (const char* link : {"src=\"", "href=\"page.css\"", "http://", "https://www"}) {
    CAPTURE(link);
    // The namespace of SVG is not an address that is loaded.
    CHECK(page.find(link) == page.npos);
  }
}

TEST_CASE("script and style of the page do not contain their end tags") {
  CHECK(file_text("page.js").find("</script") == std::string_view::npos);
  CHECK(file_text("page.css").find("</style") == std::string_view::npos);
}

TEST_CASE("a server is given as host, or as host and port") {
  const auto is = [](const char* text, const char* host, std::uint16_t port) {
    const ServerAddress address = server_address(text);
    return address.host == host && address.port == port;
  };
  CHECK(is("field1", "field1", 12001));
  CHECK(is("field1:4000", "field1", 4000));
  CHECK(is("::1", "::1", 12001));
  CHECK(is("[::1]", "::1", 12001));
  CHECK(is("[::1]:4000", "::1", 4000));
  for (const char* wrong :
       {"field1:", "field1:0", "field1:65536", "field1:x", ":4000", "[]:4000", "a:b:c", "[::1", "[::1]4000"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(server_address(wrong), spark::WrongUsage);
  }
}

TEST_CASE("options that exclude each other or lack another one are rejected") {
  const auto read = [](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "rcssmonitor3D-web");
    WebOptions options;
    return read_options(static_cast<int>(arguments.size()), arguments.data(), options);
  };
  CHECK_THROWS_WITH(read({"--export", "x.html"}), "--export: expected one log with it");
  CHECK_THROWS_WITH(read({"--export", "x.html", "--logfile", "a", "b"}), "--export: expected one log with it");
  CHECK_THROWS_WITH(read({"--from", "3"}), "--from: expected --export with it");
  CHECK_THROWS_WITH(read({"--export", "x", "--logfile", "a", "--from", "3", "--to", "2"}), "--to is before --from");
  CHECK_NOTHROW(read({"--export", "x", "--logfile", "a", "--from", "2", "--to", "3"}));
}
