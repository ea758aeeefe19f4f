// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "monitor-lite/view/offscreen.h"
#include "spark/command_line/command_line.h"
#include "spark/core/number_text.h"

namespace rctp::camera {
namespace {

constexpr int kMinPixels = 16;
constexpr double kMaxRate = 100;

spark::OptionTable::Program program() {
  return {
      "rctp-camera", RCSS_VERSION,
      "Draws what the cameras of robots see, for a server whose robots are operated over the network: the server "
      "serves the pictures as video. It draws while someone watches, and ends when the server does. With --model it "
      "draws one picture of a VRML97 or X3D file instead. Servers whose robots' cameras are ports of RT components "
      "start it by themselves, with --pictures.",
      "It needs OpenGL 3.3, but no screen. Exit status: 0 when the server has ended or another camera program has "
      "taken over, 1 if there is no server or something cannot be drawn, 2 for wrong usage.\n"};
}

constexpr int kMaxDescriptor = 255;

spark::OptionValue pipe_pair(std::optional<Options::Pipes>& kept) {
  spark::OptionValue value;
  value.placeholder = "FROM,TO";
  value.expected = fmt::format("two descriptors from 0 to {}, with a comma between", kMaxDescriptor);
  value.read = spark::last_of([&kept, expected = value.expected](std::string_view option, const std::string& text) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::int64_t from = -1, to = -1;
    const auto is_descriptor = [](std::int64_t number) { return number >= 0 && number <= kMaxDescriptor; };
    if (comma == text.size() || !spark::whole_integer(text.substr(0, comma), from) ||
        !spark::whole_integer(text.substr(comma + 1), to) || !is_descriptor(from) || !is_descriptor(to) || from == to)
      spark::refuse_value(option, text, expected);
    kept = Options::Pipes{static_cast<int>(from), static_cast<int>(to)};
  });
  value.written = [&kept] {
    return kept ? spark::GivenValues{fmt::format("{},{}", kept->from_server, kept->to_server)} : spark::GivenValues();
  };
  return value;
}

void add_options(spark::OptionTable& table, Options& options) {
  const std::vector<std::string> kOfFile{"model"}, kOfServer{spark::kUsualWork};
  table.begin_section("Video of a server");
  table.add({.names = {"server"},
             .value = spark::host(options.host, options.port),
             .help = "where operators connect to it (--rctp_port), without PORT at 3300; it has to run on this "
                     "machine",
             .with = kOfServer});
  table.add({.names = {"size"},
             .value = spark::picture_size(options.width, options.height, kMinPixels, monitor::Offscreen::kMaxPixels),
             .help = "the largest picture, in pixels; with --model the size of the picture",
             .with = {spark::kUsualWork, "model"}});
  table.add({.names = {"rate"},
             .value = spark::positive_number(options.rate, kMaxRate),
             .help = "maximum number of pictures per second of one camera",
             .with = kOfServer});
  table.begin_section("A picture of a file");
  table.add({.names = {"model"},
             .value = spark::shown_as(spark::word(options.model, "FILE"), "FILE"),
             .help = "draw this file: VRML97, or X3D in XML or in the classic notation",
             .is_mode = true});
  table.add({.names = {"camera"},
             .value = spark::word(options.viewpoint, "NAME"),
             .help = "the viewpoint, by the name (DEF) of it or of the node that it stands in, or by its description; "
                     "without it the first one, or all of the model if there is none",
             .with = kOfFile});
  table.add({.names = {"screenshot"},
             .value = spark::png_file(options.screenshot),
             .help = "the picture to write",
             .with = kOfFile});
  table.begin_section("Pictures for a server that has started it");
  table.add({.names = {"pictures"},
             .value = pipe_pair(options.pipes),
             .help = "read requests for pictures (colours and depths of robots' cameras) from the first of these two "
                     "pipes, and answer through the second. A server with RT components starts it like this",
             .is_mode = true});
  table.begin_section("Help");
  table.add_questions();
}

}  // namespace

std::string Options::server() const {
  const bool is_ipv6 = host.find(':') != host.npos;
  return is_ipv6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  spark::OptionTable table(program());
  add_options(table, options);
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (!options.model.empty() && options.screenshot.empty())
    throw spark::WrongUsage("--model: expected --screenshot FILE.png, too");
  return std::nullopt;
}

}  // namespace rctp::camera
