// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/options.h"

#include <charconv>
#include <vector>

#include "gateways/sigverse/wire/raw.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/command_line/command_line.h"

namespace sigverse::viewer {
namespace {

using spark::OptionTable;

/// s. No simulation has shorter steps; during longer intervals too much would happen.
constexpr double kMinInterval = 0.001, kMaxInterval = 3'600;

OptionTable::Program program() {
  return {
      "sigviewer", RCSS_VERSION,
      "Shows the world of a SIGVerse server or of a recording, or takes pictures for controllers.",
      "Without --offscreen, --dump, --screenshot, --print or --say it opens a window, whose key ? shows what can be "
      "done there. It needs OpenGL 3.3, but a screen only for the window. With --offscreen it ends with the server.\n"
      "SIGVERSE_SERVER, HOST:PORT, stands for a host and a port that are not given. Exit status: 0 when the "
      "server, the user or a signal has ended it, 1 if there is no server or something cannot be done, 2 for "
      "wrong usage.\n"};
}

void add_recording_options(OptionTable& table, Options& options) {
  table.begin_section("Recordings");
  table.add({.names = {"record"},
             .value = spark::not_empty(spark::shown_as(spark::file(options.record), "F.svd")),
             .help = "record the world; only an earlier recording is overwritten",
             .with = {spark::kUsualWork, "offscreen"}});
  table.add({.names = {"interval"},
             .value = spark::number(options.interval, kMinInterval, kMaxInterval),
             .help = "simulated time from one frame of it to the next",
             .unit = "s",
             .with = {spark::kUsualWork, "offscreen"}});
  table.add({.names = {"play"},
             .value = spark::shown_as(spark::file(options.play), "F.svd"),
             .help = "play a recording; no server is needed",
             .is_mode = true});
  table.add({.names = {"dump"},
             .value = spark::flag(options.dump),
             .help =
                 "print it: a line for each object and frame, with the time, the name, x y z in cm and the attitude "
                 "as qw qx qy qz",
             .with = {"play"}});
}

void add_server_options(OptionTable& table, Options& options) {
  table.begin_section("The server", {spark::kUsualWork, "offscreen", "screenshot", "print", "say"});
  table.add({.names = {"h", "host"},
             .value = spark::host(options.server.host, options.server.port),
             .help = "its name or address"});
  table.add({.names = {"p", "port"}, .value = spark::port(options.server.port, 1), .help = "its port"});
  table.add({.names = {"name"},
             .value = spark::word(options.name, "NAME"),
             .help =
                 "its name there; must be unique among the programs that serve controllers. Published controllers ask "
                 "for SIGViewer",
             .with = {std::string(spark::kUsualWork), "offscreen", "screenshot", "print"}});
}

/// The number of a window, as other programs print it.
spark::OptionValue window_number(unsigned long& kept) {
  spark::OptionValue value;
  value.kind = spark::OptionValue::Kind::number;
  value.placeholder = "ID";
  value.expected = "the number of a window, such as 0x1c00007";
  value.read = spark::last_of([&kept, expected = value.expected](std::string_view option, const std::string& text) {
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const char* const first = text.data() + (is_hex ? 2 : 0);
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), kept, is_hex ? 16 : 10);
    if (error != std::errc() || end != text.data() + text.size() || kept == 0 || kept > 0xffffffff)
      spark::refuse_value(option, text, expected);
  });
  value.written = [&kept] { return kept == 0 ? spark::GivenValues() : spark::GivenValues{std::to_string(kept)}; };
  return value;
}

void add_window_options(OptionTable& table, Options& options) {
  const std::string window(spark::kUsualWork);
  table.begin_section("The window", {window});
  table.add({.names = {"config"},
             .value = spark::not_empty(spark::word(options.startup_file, "FILE")),
             .help =
                 "servers to choose from, a line HOST:PORT for each; the first is connected to unless a host or port "
                 "is given",
             .usual = "startup.cfg in the working folder, if it exists"});
  table.add({.names = {"size"},
             .value = spark::picture_size(options.width, options.height, 16, monitor::Offscreen::kMaxPixels),
             .help = "size of window or picture, in pixels",
             .with = {window, "play", "screenshot"},
             .not_with = {"dump"}});
  table.add({.names = {"full_screen"},
             .value = spark::flag(options.full_screen),
             .help = "fill the screen",
             .with = {window, "play"},
             .not_with = {"dump", "screenshot"}});
  table.add({.names = {"parent_window"},
             .value = window_number(options.parent_window),
             .help = "draw into this X11 window of another program, in its size",
             .with = {window, "play"},
             .not_with = {"full_screen", "dump", "screenshot"}});
  table.begin_section("Without a window");
  table.add({.names = {"screenshot"},
             .value = spark::png_file(options.screenshot),
             .help = "write a picture of the world into this file; of a recording that of its first frame",
             .is_mode = true,
             .with = {"play"},
             .not_with = {"dump"}});
  table.add({.names = {"print"},
             .value = spark::word(options.print, "OBJECT"),
             .help = "print the attributes and parts of this object",
             .is_mode = true});
}

void add_sound_options(OptionTable& table, Options& options) {
  table.begin_section("A sound for a controller", {"say"});
  table.add({.names = {"say"},
             .value = spark::file(options.say),
             .help = "send a wave file (PCM of 8 or 16 bits, mono or stereo, at most 10 MB), as the microphone of the "
                     "window sends what it hears",
             .is_mode = true});
  table.add({.names = {"to"},
             .value = spark::word(options.to, "NAME"),
             .help = "the agent whose controller hears it in onRecvSound; required"});
}

void add_eyes_options(OptionTable& table, Options& options) {
  table.begin_section("Eyes for controllers", {"offscreen"});
  table.add({.names = {"offscreen"},
             .value = spark::flag(options.offscreen),
             .help = "see for controllers: take pictures, detect objects and measure distances, without a screen",
             .is_mode = true});
  table.add({.names = {"service_host"},
             .value = spark::word(options.service_host, "HOST"),
             .help = "where the server and controllers reach it; it then listens on all addresses of this machine",
             .usual = "the address from which it connects to the server"});
  table.add({.names = {"service_port"},
             .value = spark::port(options.service_port, 0),
             .help = "where it listens for them; 0: any free port"});
  table.add({.names = {"viewer_port"},
             .value = spark::port_or_off(options.viewer_port),
             .help = "where services of SIGVerse 2.x ask for what agents see; published ones use 11000; 0: any free "
                     "port"});
}

void add_shape_options(OptionTable& table, Options& options) {
  table.begin_section("Shapes");
  table.add({.names = {"data_path"},
             .value = spark::shown_as(spark::words(options.data_path, "FOLDERS"), "FOLDER:..."),
             .help = "where to look for the files of shapes and textures, first of all; can be given several times. "
                     "Then come the working folder, shape and xml below $SIGVERSE_DATADIR, and the shapes that come "
                     "with the program"});
}

void add_options(OptionTable& table, Options& options) {
  add_recording_options(table, options);
  add_server_options(table, options);
  add_window_options(table, options);
  add_sound_options(table, options);
  add_eyes_options(table, options);
  add_shape_options(table, options);
  table.begin_section("Help");
  table.add_questions();
}

void check(const Options& options) {
  if (!options.say.empty() && options.to.empty()) throw spark::WrongUsage("--to is missing: who hears the sound");
  if (options.name.empty() || options.name.size() > wire::kLongestName || options.name.find(',') != std::string::npos)
    throw spark::WrongUsage("--name: expected a name of 1 to 255 octets without a comma");
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options) {
  OptionTable table(program());
  add_options(table, options);
  const spark::NamedValues given = spark::split_arguments(table, {argv + 1, argv + argc});
  if (auto answer = spark::answer_questions(table, given)) return answer;
  if (environment && *environment != '\0') {
    spark::host(options.server.host, options.server.port).read("SIGVERSE_SERVER", {environment});
    options.has_server = true;
  }
  for (const auto& [name, value] : given)
    options.has_server = options.has_server || name == "h" || name == "host" || name == "p" || name == "port";
  table.take(given, [](const std::string&, const std::string&) {});
  table.check_modes(given);
  check(options);
  return std::nullopt;
}

}  // namespace sigverse::viewer
