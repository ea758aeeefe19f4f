// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/server_link.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#include "spark/http/get.h"

namespace rctp::camera {
namespace {

using namespace std::chrono_literals;

/// The time within which a server has to listen and to answer, and the interval between two attempts.
constexpr auto kTimeout = 10s;
constexpr auto kAgain = 200ms;
/// The maximum size of a server's message, octets: contents of `world` records, and names.
constexpr std::size_t kMaxMessage = 16 * 1024 * 1024;
/// The maximum number of octets of pictures that wait for the server; beyond it no picture is drawn.
constexpr std::size_t kMaxUnsent = 64 * 1024;
/// The wait if there is nothing to do.
constexpr auto kIdle = 10s;

}  // namespace

ServerLink::ServerLink(const Options& options)
    : options_(options),
      video_(
          {options.width, options.height, options.rate}, [this] { return load(); },
          [this](const std::string& robot, std::string_view jpeg) { send(robot, jpeg); }) {}

void ServerLink::run() {
  connect();
  spark::print(STDOUT_FILENO, "connected to the server at {}\n", options_.server());
  work();
}

void ServerLink::connect() {
  const auto end = loop_.now() + kTimeout;
  for (;;) {
    problem_.reset();
    client_.emplace(loop_, fmt::format("ws://{}/camera", options_.server()), kMaxMessage,
                    spark::http::WebSocketClient::Events{[this] { was_open_ = true; },
                                                         [this](std::string_view payload, bool is_text) {
                                                           if (!is_text && !video_.take_world(payload))
                                                             complain("a state of the world");
                                                           if (is_text && !video_.take_text(payload, loop_.now()))
                                                             complain(payload);
                                                         },
                                                         [this](const std::string& problem) { problem_ = problem; }});
    while (!was_open_ && !problem_ && loop_.now() < end) loop_.wait(end - loop_.now());
    if (was_open_) return;
    if (!problem_) throw std::runtime_error(fmt::format("{} does not answer", options_.server()));
    if (!client_->could_not_connect())
      throw std::runtime_error(fmt::format("the server at {} refuses: {}", options_.server(), *problem_));
    if (loop_.now() + kAgain >= end)
      throw std::runtime_error(fmt::format("there is no server at {}: {}", options_.server(), *problem_));
    for (const auto again = loop_.now() + kAgain; loop_.now() < again;) loop_.wait(again - loop_.now());
  }
}

void ServerLink::work() {
  while (!problem_) {
    const auto now = loop_.now();
    // While the server does not read, the wait ends when it reads again or closes the connection.
    const bool is_behind = client_->unsent() > kMaxUnsent;
    const auto due = is_behind ? std::optional(now + kAgain) : video_.due(now);
    loop_.wait(due ? std::min<spark::RealClock::Duration>(*due - now, kIdle) : kIdle);
    if (!problem_ && client_->unsent() <= kMaxUnsent) video_.draw(loop_.now());
  }
  const std::string line =
      problem_->empty() ? fmt::format("the server at {} has ended", options_.server())
                        : fmt::format("the server at {} has ended the connection: {}", options_.server(), *problem_);
  if (!problem_->empty() && !client_->was_closed()) throw std::runtime_error(line);
  spark::print(STDOUT_FILENO, "{}\n", line);
}

std::unique_ptr<const monitor::Model> ServerLink::load() const {
  const std::string url = fmt::format("http://{}/world.wrl", options_.server());
  return model_of_world(url, spark::http::get(url).body);
}

void ServerLink::send(const std::string& robot, std::string_view jpeg) {
  message_.assign(1, static_cast<char>(robot.size()));
  message_ += robot;
  message_ += jpeg;
  client_->send(message_, false);
}

void ServerLink::complain(std::string_view what) {
  if (std::exchange(has_complained_, true)) return;
  spark::print(STDERR_FILENO, "rctp-camera: the server sent something that this version does not know: {}\n",
               spark::printable(what));
}

}  // namespace rctp::camera
