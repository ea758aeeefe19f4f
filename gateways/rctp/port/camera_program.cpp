// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/camera_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/http/target.h"

namespace rctp {
namespace {

using spark::http::Conversation;
using spark::http::Response;

constexpr std::chrono::milliseconds kCheckInterval{500};
constexpr std::string_view kBoundary = "picture";
constexpr std::uint16_t kReplaced = 1001, kNotUnderstood = 1003, kNotInTime = 1008;  ///< RFC 6455, 7.4.1
/// The maximum number of octets of pictures in the system's send buffer.
constexpr int kPictureQueue = 32 * 1024;

bool is_jpeg(std::string_view octets) {
  return octets.size() > 4 && octets.starts_with("\xff\xd8") && octets.ends_with("\xff\xd9");
}

Response later(std::string sentence) {
  Response response = spark::http::text_response(503, std::move(sentence));
  response.headers.push_back({"Retry-After", "2"});
  return response;
}

Response one_picture(std::string_view jpeg, std::int64_t step) {
  Response response;
  response.type = "image/jpeg";
  response.headers = {{"Cache-Control", "no-store"}, {"X-Step", fmt::to_string(step)}};
  response.body = std::make_shared<const std::string>(jpeg);
  return response;
}

/// One part of a multipart stream, after the boundary that ends the previous part.
spark::net::Connection::Shared part(std::string_view jpeg, std::int64_t step) {
  return std::make_shared<const std::string>(
      fmt::format("--{}\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\nX-Step: {}\r\n\r\n{}\r\n", kBoundary,
                  jpeg.size(), step, jpeg));
}

/// Returns nothing if a number is invalid or out of range.
std::optional<CameraProgram::Format> format_of(const spark::http::Request& request) {
  CameraProgram::Format format;
  const auto read = [&](std::string_view name, int& value, int min, int max) {
    const auto text = spark::http::query_value(request.target, name);
    std::int64_t number = 0;
    if (!text) return true;
    if (!spark::whole_integer(*text, number) || number < min || number > max) return false;
    value = static_cast<int>(number);
    return true;
  };
  const auto &min = CameraProgram::kMin, &max = CameraProgram::kMax;
  const bool is_right = read("width", format.width, min.width, max.width) &&
                        read("height", format.height, min.height, max.height) &&
                        read("rate", format.rate, min.rate, max.rate);
  return is_right ? std::optional(format) : std::nullopt;
}

}  // namespace

std::optional<CameraPicture> read_picture(std::string_view message, std::string& problem) {
  const auto length = message.empty() ? 0 : static_cast<std::size_t>(static_cast<unsigned char>(message.front()));
  if (message.size() < 1 + length) {
    problem = "a picture begins with the name of a robot";
    return std::nullopt;
  }
  const CameraPicture picture{message.substr(1, length), message.substr(1 + length)};
  if (picture.jpeg.size() > CameraPicture::kMaxSize) {
    problem =
        fmt::format("a picture of {} octets is refused; {} are allowed", picture.jpeg.size(), CameraPicture::kMaxSize);
    return std::nullopt;
  }
  if (!is_jpeg(picture.jpeg)) {
    problem = "a picture that is not a JPEG is refused";
    return std::nullopt;
  }
  return picture;
}

void CameraProgram::connect(Conversation& conversation) {
  if (program_) leave_program("another camera program has taken over");
  program_ = &conversation;
  heard_ = parts_.loop.now();
  parts_.watchers.add(conversation, "scene");
  offer(true);
  for (View& view : views_)
    if (!view.viewers.empty()) watch(view);
}

void CameraProgram::leave_program(std::string_view why) {
  Conversation& program = *std::exchange(program_, nullptr);
  parts_.watchers.remove(program);
  for (View& view : views_) view.is_watched = false;
  if (program.is_over()) return;
  parts_.log.complain(program.label(), "{}", why);
  program.close_websocket(kReplaced, why);
}

void CameraProgram::offer(bool is_offered) {
  for (const auto& robot : parts_.robots) robot->link.offer_camera(is_offered);
  parts_.offered();
}

void CameraProgram::remove(const Conversation& conversation) {
  if (is(conversation)) {
    leave_program({});
    offer(false);
    return;
  }
  for (View& view : views_)
    std::erase_if(view.viewers, [&](const Viewer& viewer) { return viewer.conversation == &conversation; });
}

CameraProgram::View& CameraProgram::view_of(const RobotProxy& robot) {
  const auto known = std::ranges::find(views_, &robot, &View::robot);
  if (known != views_.end()) return *known;
  return views_.emplace_back(View{.robot = &robot, .viewers = {}});
}

void CameraProgram::send_command(std::string words) {
  if (program_) program_->send_message(std::move(words), true);
}

/// Requests pictures in the largest size and at the highest rate that any viewer needs.
void CameraProgram::watch(View& view) {
  Format format = kMin;
  for (const Viewer& viewer : view.viewers)
    format = {std::max(format.width, viewer.format.width), std::max(format.height, viewer.format.height),
              std::max(format.rate, viewer.format.rate)};
  if (!program_ || (view.is_watched && view.format == format)) return;
  const bool is_first = std::ranges::none_of(views_, &View::is_watched);
  if (is_first) heard_ = parts_.loop.now();
  view.format = format;
  view.is_watched = true;
  send_command(fmt::format("watch {} {} {} {}", view.robot->link.name(), format.width, format.height, format.rate));
}

void CameraProgram::unwatch(View& view) {
  view.is_watched = false;
  send_command(fmt::format("unwatch {}", view.robot->link.name()));
}

void CameraProgram::show(Conversation& conversation, const spark::http::Request& request, const RobotProxy& robot,
                         bool is_stream) {
  const std::string& name = robot.link.name();
  if (!robot.state.has_camera && robot.claim.objects())
    return conversation.answer(spark::http::text_response(404, name + " has no camera"));
  if (!program_)
    return conversation.answer(
        later(fmt::format("there are no pictures of {}: no camera program is connected; start rctp-camera", name)));
  const auto format = format_of(request);
  if (!format)
    return conversation.answer(spark::http::text_response(
        400, fmt::format("expected width {} to {}, height {} to {}, rate {} to {}", kMin.width, kMax.width, kMin.height,
                         kMax.height, kMin.rate, kMax.rate)));
  std::size_t viewers = 0;
  for (const View& view : views_) viewers += view.viewers.size();
  if (viewers >= kMaxViewers) return conversation.answer(later(fmt::format("{} look at pictures already", viewers)));
  if (is_stream) {
    Response head;
    head.type = fmt::format("multipart/x-mixed-replace; boundary={}", kBoundary);
    head.headers = {{"Cache-Control", "no-store"}};
    conversation.begin_stream(std::move(head));
    if (!conversation.is_streaming()) return;  // HEAD
    conversation.leave_address();
    conversation.connection().keep_queue_short(kPictureQueue);
  }
  View& view = view_of(robot);
  view.viewers.push_back({&conversation, is_stream, *format, parts_.loop.now()});
  watch(view);
  start_timer();
}

void CameraProgram::refuse(std::string_view why) {
  parts_.log.complain(program_->label(), "{}", why);
}

void CameraProgram::message(std::string_view payload, bool is_text) {
  std::string problem = "the camera program sends pictures, and this is a text";
  const auto picture = is_text ? std::nullopt : read_picture(payload, problem);
  if (!picture) return refuse(problem);
  const auto robot =
      std::ranges::find_if(parts_.robots, [&](const auto& each) { return each->link.name() == picture->robot; });
  if (robot == parts_.robots.end())
    return refuse(fmt::format("'{}' is not a robot, and its picture is dropped", spark::printable(picture->robot)));
  heard_ = parts_.loop.now();
  pass_on(view_of(**robot), picture->jpeg);
}

void CameraProgram::pass_on(View& view, std::string_view jpeg) {
  spark::net::Connection::Shared shared;  // created once, and only if a viewer gets it
  const auto now = parts_.loop.now();
  std::vector<Conversation*> single;
  for (Viewer& viewer : view.viewers) {
    if (!viewer.is_stream) {
      single.push_back(viewer.conversation);
      continue;
    }
    viewer.is_behind = viewer.conversation->connection().unacknowledged() > 0;
    if (viewer.is_behind) continue;
    if (!shared) shared = part(jpeg, parts_.world.step);
    viewer.begun = now;
    viewer.conversation->stream(shared);
  }
  std::erase_if(view.viewers, [](const Viewer& viewer) { return !viewer.is_stream; });
  if (!single.empty()) view.seen = now;
  for (Conversation* conversation : single) conversation->answer(one_picture(jpeg, parts_.world.step));
}

void CameraProgram::start_timer() {
  if (std::exchange(is_timing_, true)) return;
  timer_.start(kCheckInterval, [this] {
    is_timing_ = false;
    check_time();
  });
}

/// Runs repeatedly while there are viewers or watched robots.
void CameraProgram::check_time() {
  const auto now = parts_.loop.now();
  bool is_needed = false;
  for (View& view : views_) {
    std::vector<Viewer> late;
    std::erase_if(view.viewers, [&](const Viewer& viewer) {
      const bool waits = !viewer.is_stream || viewer.conversation->connection().unacknowledged() > 0;
      const bool is_late = waits && now - viewer.begun >= kMaxDelay;
      if (is_late) late.push_back(viewer);
      return is_late;
    });
    for (const Viewer& viewer : late) {
      if (!viewer.is_stream) {
        viewer.conversation->answer(later("the camera program has sent no picture yet"));
        continue;
      }
      parts_.log.complain(viewer.conversation->label(), "does not read the pictures, disconnected");
      viewer.conversation->close();
    }
    if (!view.viewers.empty()) view.seen = now;
    if (view.viewers.empty() && view.is_watched && now - view.seen >= kWatchedLonger) unwatch(view);
    if (!view.viewers.empty()) watch(view);
    is_needed = is_needed || !view.viewers.empty() || view.is_watched;
  }
  const bool is_watched = std::ranges::any_of(views_, &View::is_watched);
  if (program_ && is_watched && now - heard_ >= kMaxQuiet) {
    leave_program("the camera program has sent no picture for too long, disconnected");
    offer(false);
  }
  if (is_needed) start_timer();
}

}  // namespace rctp
