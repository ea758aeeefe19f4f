// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/pictures/picture_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace rtm {
static_assert(CameraPicture::kMaxPixels <= rctp::kMaxPicturePixels);
namespace {

using Pipe = PicturePipes::Result;

constexpr std::size_t kMaxText = 300;  // octets of a message from the program

std::shared_ptr<const CameraPicture> picture_of(const rctp::PictureMessage& message, spark::Step step) {
  auto made = std::make_shared<CameraPicture>();
  made->step = step;
  made->width = static_cast<int>(message.width);
  made->height = static_cast<int>(message.height);
  made->rgb.assign(message.rgb.begin(), message.rgb.end());
  made->depth.resize(message.depths.size() / sizeof(float));
  std::memcpy(made->depth.data(), message.depths.data(), message.depths.size());
  return made;
}

}  // namespace

PictureLink::PictureLink(Settings settings, const WorldMoments& moments, const spark::RealClock& clock, spark::Log& log)
    : settings_(settings), moments_(moments), clock_(clock), log_(log), pipes_(clock), thread_([this] { run(); }) {}

void PictureLink::attach(spark::Descriptor to_program, spark::Descriptor from_program) {
  const std::scoped_lock lock(mutex_);
  new_to_ = std::move(to_program);
  new_from_ = std::move(from_program);
  problem_.clear();
  ++attached_;
  ordered_.notify_all();
}

bool PictureLink::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  return finished_.wait_for(lock, longest, [this] { return is_ready() || is_lost(); });
}

void PictureLink::set_unavailable() {
  const std::scoped_lock lock(mutex_);
  is_unavailable_ = true;
  drop_orders();
}

/// Called with the lock.
void PictureLink::drop_orders() {
  for (auto& [camera, known] : cameras_) known.is_ordered = known.is_late = false;
  orders_.clear();
  finished_.notify_all();
}

void PictureLink::end() {
  {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    ordered_.notify_all();
    finished_.notify_all();
  }
  pipes_.interrupt();
  if (thread_.joinable()) thread_.join();
  pipes_.close();
  const std::scoped_lock lock(mutex_);
  new_to_.close();
  new_from_.close();
}

std::string PictureLink::problem() const {
  const std::scoped_lock lock(mutex_);
  return problem_;
}

bool PictureLink::fits(const Picture& picture, spark::Step step, bool with_depth) const {
  return picture && (!settings_.lock_step || picture->step == step) && (!with_depth || !picture->depth.empty());
}

std::shared_ptr<const CameraPicture> PictureLink::picture(const std::string& label, const Camera& camera,
                                                          spark::Step step, bool with_depth) {
  std::unique_lock lock(mutex_);
  Known& known = cameras_[camera];
  known.with_depth = known.with_depth || with_depth;
  // Several ports may request the same picture in one step. Without lock-step the next picture is ordered nevertheless.
  if (settings_.lock_step && fits(known.last, step, with_depth)) return known.last;
  if (is_unavailable_ || has_ended_) return nullptr;
  const bool is_overdue = known.is_ordered;
  const bool is_ordered_now = known.last && known.last->step == step && fits(known.last, step, with_depth);
  if (!is_overdue && !is_ordered_now) {
    known.is_ordered = true;
    orders_.push_back({camera, step, known.with_depth, label});
    ordered_.notify_all();
  }
  if (!settings_.lock_step) return fits(known.last, step, with_depth) ? known.last : nullptr;
  // A picture that did not arrive in time has been reported, and is not waited for again.
  if (!is_overdue) return wait_for(label, camera, known, step, lock);
  ++missed_;
  return nullptr;
}

PictureLink::Picture PictureLink::wait_for(const std::string& label, const Camera& camera, Known& known,
                                           spark::Step step, std::unique_lock<std::mutex>& lock) {
  const auto longest =
      drawn_ == 0 && is_ready() ? std::max<std::chrono::milliseconds>(settings_.timeout, kLongest) : settings_.timeout;
  const bool came = finished_.wait_for(lock, longest, [&] { return !known.is_ordered || has_ended_; });
  if (came && fits(known.last, step, false)) return known.last;
  ++missed_;
  if (!came && !std::exchange(known.is_late, true))
    log_.complain(label, "camera {}: no picture of step {} within {} ms", camera.second, step, longest.count());
  return nullptr;
}

void PictureLink::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ordered_.wait(lock, [&] { return has_ended_ || new_from_ || (pipes_.is_open() && !orders_.empty()); });
    if (has_ended_) return;
    if (new_from_) {
      pipes_.set(std::move(new_to_), std::move(new_from_));
      new_to_ = spark::Descriptor();
      new_from_ = spark::Descriptor();
      present_ = attached_;
      lock.unlock();
      greet();
      lock.lock();
      finished_.notify_all();
      continue;
    }
    const Order order = orders_.front();
    lock.unlock();
    Picture picture;
    const Outcome outcome = draw(order, picture);
    lock.lock();
    finish(order, outcome, std::move(picture));
  }
}

/// Called with the lock.
void PictureLink::finish(const Order& order, Outcome outcome, Picture picture) {
  if (outcome == Outcome::program_gone) return drop_orders();
  if (outcome == Outcome::ended || orders_.empty()) return;
  orders_.pop_front();
  Known& known = cameras_[order.camera];
  known.is_ordered = known.is_late = false;
  if (outcome == Outcome::drawn) {
    known.last = std::move(picture);
    ++drawn_;
  }
  finished_.notify_all();
}

/// Receives the first message of the program, which states whether it can draw.
void PictureLink::greet() {
  scene_.forget();
  std::string_view message;
  const Pipe result = pipes_.read(message, clock_.now() + kLongest);
  if (result == Pipe::done && rctp::is_ready_message(message)) {
    ready_ = present_;
    return;
  }
  if (const auto failed = result == Pipe::done ? rctp::read_failed_message(message) : std::nullopt) note(failed->text);
  lose_program(result);
}

void PictureLink::note(std::string_view problem) {
  const std::scoped_lock lock(mutex_);
  problem_ = spark::printable(problem, kMaxText);
}

PictureLink::Outcome PictureLink::lose_program(PicturePipes::Result why) {
  if (why == Pipe::interrupted) return Outcome::ended;
  pipes_.close();
  lost_ = present_;
  return Outcome::program_gone;
}

PictureLink::Outcome PictureLink::fail(const Order& order, std::string_view why) {
  {
    const std::scoped_lock lock(mutex_);
    if (cameras_[order.camera].is_late) return Outcome::failed;
  }
  log_.complain(order.label, "camera {}: no picture: {}", order.camera.second, why);
  return Outcome::failed;
}

/// The frame of the order, with the poses that have changed.
std::string_view PictureLink::order_frame(const Order& order, const RobotCamera& camera) {
  message_.id = std::max(message_.id + 1, 1U);
  message_.camera = static_cast<std::uint32_t>(camera.number);
  message_.width = static_cast<std::uint32_t>(camera.width);
  message_.height = static_cast<std::uint32_t>(camera.height);
  message_.nearest = static_cast<float>(camera.nearest);
  message_.farthest = static_cast<float>(camera.farthest);
  message_.with_depth = order.with_depth;
  message_.poses.clear();
  scene_.add_poses(moment_, message_.poses);
  rctp::write_frame(frame_, message_);
  return frame_;
}

PictureLink::Outcome PictureLink::draw(const Order& order, Picture& picture) {
  if (!moments_.find(settings_.lock_step ? std::optional(order.step) : std::nullopt, moment_))
    return fail(order, fmt::format("step {} has passed", order.step));
  const auto [robot, number] = order.camera;
  if (robot >= moment_.cameras.size() || number >= moment_.cameras[robot].size())
    return fail(order, "the robot has no such camera");
  const RobotCamera& camera = moment_.cameras[robot][number];
  if (std::int64_t{camera.width} * camera.height > static_cast<std::int64_t>(CameraPicture::kMaxPixels))
    return fail(order,
                fmt::format("{} x {} pixels, of {} at most", camera.width, camera.height, CameraPicture::kMaxPixels));
  const auto by = clock_.now() + kLongest;
  Pipe result = Pipe::done;
  if (scene_.renew(moment_, frame_)) {
    if (frame_.size() > rctp::kPictureFrames.max_message) {
      scene_.forget();
      return fail(order, "the world is too large to be drawn");
    }
    result = pipes_.write(frame_, by);
  }
  std::string_view answer;
  if (result == Pipe::done) result = pipes_.write(order_frame(order, camera), by);
  if (result == Pipe::done) result = pipes_.read(answer, by);
  if (result != Pipe::done) return lose_program(result);
  if (const auto made = rctp::read_picture_message(answer); made && made->id == message_.id) {
    picture = picture_of(*made, moment_.step);
    return Outcome::drawn;
  }
  const auto failed = rctp::read_failed_message(answer);
  if (failed && failed->id == message_.id) return fail(order, spark::printable(failed->text, kMaxText));
  // The program itself has failed, and ends.
  if (failed) note(failed->text);
  return lose_program(Pipe::ended);
}

}  // namespace rtm
