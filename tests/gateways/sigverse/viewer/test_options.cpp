// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/viewer/options.h"
#include "spark/command_line/option_values.h"

namespace sigverse::viewer {
namespace {

struct Line {
  Options options;
  std::optional<std::string> answer;
};

Line read_line(std::vector<const char*> words, const char* environment = nullptr) {
  words.insert(words.begin(), "sigviewer");
  Line line;
  line.answer = read_options(static_cast<int>(words.size()), words.data(), environment, line.options);
  return line;
}

void check_refused(const std::vector<const char*>& words, const std::string& why, const char* environment = nullptr) {
  CAPTURE(words);
  try {
    read_line(words, environment);
    FAIL("not refused");
  } catch (const spark::WrongUsage& refusal) {
    CHECK_THAT(refusal.what(), Catch::Contains(why));
  }
}

TEST_CASE("sigviewer: the server is that of the command line, else of the environment, else this machine") {
  Options options = read_line({"--offscreen"}).options;
  CHECK((options.server.host == "127.0.0.1" && options.server.port == wire::kServerPort));
  options = read_line({"--offscreen"}, "far:9100").options;
  CHECK((options.server.host == "far" && options.server.port == 9100));
  options = read_line({"--offscreen", "-h", "near"}, "far:9100").options;
  CHECK((options.server.host == "near" && options.server.port == 9100));
  options = read_line({"--offscreen", "--port", "9200"}, "far:9100").options;
  CHECK((options.server.host == "far" && options.server.port == 9200));
  check_refused({"--offscreen"}, "SIGVERSE_SERVER", "far:no");
}

TEST_CASE("sigviewer: the provider is SIGViewer on any port, unless the command line says otherwise") {
  Options options = read_line({"--offscreen"}).options;
  CHECK(options.offscreen);
  CHECK((options.name == "SIGViewer" && options.service_host.empty() && options.service_port == 0));
  options = read_line({"--offscreen", "--name", "eye", "--service-host", "here", "--service_port=9300"}).options;
  CHECK((options.name == "eye" && options.service_host == "here" && options.service_port == 9300));
  check_refused({"--offscreen", "--name", "a,b"}, "--name");
  check_refused({"--offscreen", "--name", ""}, "--name");
  const std::string long_name(256, 'n');
  check_refused({"--offscreen", "--name", long_name.c_str()}, "--name");
  check_refused({"--service_port", "9300"}, "--offscreen");
}

TEST_CASE("sigviewer: a recording is played without a server") {
  Options options = read_line({"--play", "a.svd", "--dump"}).options;
  CHECK((options.play == "a.svd" && options.dump));
  options = read_line({"--play", "a.svd", "--size", "640x480"}).options;
  CHECK((options.play == "a.svd" && !options.dump && options.width == 640));
  options = read_line({"--play", "a.svd", "--screenshot", "a.png"}).options;
  CHECK((options.play == "a.svd" && options.screenshot == "a.png"));
  check_refused({"--dump"}, "--dump");
  check_refused({"--play", "a.svd", "--dump", "--offscreen"}, "--offscreen");
  check_refused({"--play", "a.svd", "--dump", "-h", "here"}, "no effect");
  check_refused({"--play", "a.svd", "--dump", "--screenshot", "a.png"}, "--screenshot");
  check_refused({"--play", "a.svd", "--dump", "--full_screen"}, "--full_screen");
  check_refused({"--play", "a.svd", "--print", "x"}, "--print");
}

TEST_CASE("sigviewer: without a mode there is a window, separate or inside that of another program") {
  Options options = read_line({}).options;
  CHECK_FALSE((options.offscreen || options.has_server));
  CHECK((options.screenshot.empty() && options.print.empty() && options.startup_file.empty()));
  CHECK((options.width == 1280 && options.height == 720 && options.parent_window == 0));
  CHECK(read_line({"-p", "9100"}).options.has_server);
  CHECK(read_line({"--host=near"}).options.has_server);
  CHECK(read_line({}, "far:9100").options.has_server);
  options = read_line({"--parent-window", "0x1c00007", "--size", "640x480", "--config", "my.cfg"}).options;
  CHECK((options.parent_window == 0x1c00007 && options.width == 640 && options.height == 480));
  CHECK(options.startup_file == "my.cfg");
  CHECK(read_line({"--parent_window=29360135"}).options.parent_window == 29360135);
  for (const char* const bad : {"0", "-1", "0x", "12x", "", "0x1ffffffff", "window"})
    check_refused({"--parent_window", bad}, "--parent_window");
  check_refused({"--parent_window", "7", "--full_screen"}, "--full_screen");
  check_refused({"--offscreen", "--parent_window", "7"}, "--parent_window");
}

TEST_CASE("sigviewer: --screenshot and --print have their own options and need no window") {
  Options options = read_line({"--screenshot", "a.png", "--size", "320x240"}).options;
  CHECK((options.screenshot == "a.png" && options.width == 320 && options.height == 240));
  CHECK(read_line({"--print", "robot_000"}).options.print == "robot_000");
  check_refused({"--screenshot", "a.jpg"}, "--screenshot");
  check_refused({"--screenshot", "a.png", "--offscreen"}, "--offscreen");
  check_refused({"--print", "x", "--size", "320x240"}, "--size");
  check_refused({"--screenshot", "a.png", "--size", "9000x9000"}, "--size");
}

TEST_CASE("sigviewer: services ask at port 11000, at another, or nowhere") {
  CHECK(read_line({"--offscreen"}).options.viewer_port == 11000);
  CHECK(read_line({"--offscreen", "--viewer_port", "0"}).options.viewer_port == 0);
  CHECK_FALSE(read_line({"--offscreen", "--viewer_port", "off"}).options.viewer_port);
  check_refused({"--offscreen", "--viewer_port", "65536"}, "--viewer_port");
}

TEST_CASE("sigviewer: folders of shapes are kept in their order") {
  const Options options = read_line({"--offscreen", "--data_path", "a:b", "--data_path", "c"}).options;
  CHECK(options.data_path == std::vector<std::string>{"a:b", "c"});
}

TEST_CASE("sigviewer: an empty file or name counts as missing") {
  for (const char* const option : {"--record", "--config"})
    check_refused({option, ""}, std::string(option) + " '': expected the name of a file");
  check_refused({"--offscreen", "--record="}, "--record '': expected the name of a file");
  for (const char* const option : {"--play", "--screenshot", "--print", "--say"})
    check_refused({option, ""}, std::string(option) + ": a value is missing");
  check_refused({"--say", "a.wav", "--to", ""}, "--to is missing");
}

TEST_CASE("sigviewer: --record has an interval, and needs a mode that watches a server") {
  Options options = read_line({"--offscreen", "--record", "a.svd"}).options;
  CHECK((options.record == "a.svd" && options.interval == 0.04));
  options = read_line({"--offscreen", "--record", "a.svd", "--interval", "0.5"}).options;
  CHECK(options.interval == 0.5);
  CHECK(read_line({"--record", "a.svd"}).options.record == "a.svd");
  check_refused({"--offscreen", "--interval", "0"}, "--interval");
  check_refused({"--screenshot", "a.png", "--record", "a.svd"}, "--record");
  check_refused({"--play", "a.svd", "--dump", "--record", "b.svd"}, "--record");
}

TEST_CASE("sigviewer: --say needs --to, and excludes other modes") {
  const Options options = read_line({"--say", "a.wav", "--to", "robot_000", "-p", "9100"}).options;
  CHECK((options.say == "a.wav" && options.to == "robot_000" && options.server.port == 9100));
  check_refused({"--say", "a.wav"}, "--to is missing");
  check_refused({"--to", "robot_000"}, "--say");
  check_refused({"--say", "a.wav", "--to", "a", "--offscreen"}, "--offscreen");
  check_refused({"--say", "a.wav", "--to", "a", "--name", "eye"}, "--name");
}

TEST_CASE("sigviewer: --help is answered, whatever else is wrong") {
  const Line line = read_line({"--help", "--name", ""}, "far:no");
  REQUIRE(line.answer);
  CHECK_THAT(*line.answer, Catch::Contains("--offscreen"));
}

}  // namespace
}  // namespace sigverse::viewer
