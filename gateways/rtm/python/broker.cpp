// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/broker.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <stdexcept>

#include "gateways/rtm/component/time_of_day.h"
#include "spark/core/real_clock.h"

namespace rtm::python {

namespace {

std::mutex mutex;
std::shared_ptr<Broker> the_one;  // NOLINT: one per process, as the ORB in it
bool has_ended = false;
std::atomic<spark::LogLevel> least{spark::LogLevel::warning};

void write(spark::LogLevel level, std::string_view line) {
  if (level < least) return;
  fmt::print(stderr, "{}{}\n",
             level == spark::LogLevel::warning ? "warning: "
             : level == spark::LogLevel::error ? "error: "
                                               : "",
             line);
  std::fflush(stderr);
}

}  // namespace

std::shared_ptr<Broker> Broker::get(const std::optional<std::string>& endpoint,
                                    std::chrono::milliseconds call_timeout) {
  const std::lock_guard lock(mutex);
  if (has_ended) throw std::runtime_error("the process is ending: there are no components any more");
  if (the_one) {
    if (endpoint && *endpoint != the_one->settings_.endpoint)
      throw std::runtime_error(fmt::format("this process serves components on {} already, so not on {}",
                                           the_one->settings_.endpoint, *endpoint));
    return the_one;
  }
  OrbSettings settings;
  if (endpoint) settings.endpoint = *endpoint;
  settings.call_timeout = call_timeout;
  settings.listens = endpoint.has_value();
  the_one = std::make_shared<Broker>(settings);
  return the_one;
}

void Broker::end() {
  std::shared_ptr<Broker> last;
  {
    const std::lock_guard lock(mutex);
    has_ended = true;
    last = std::move(the_one);
  }
  if (last) last->orb_.shut_down();
}

void Broker::set_level(spark::LogLevel level) {
  least = level;
}

Broker::Broker(const OrbSettings& settings)
    : settings_(settings),
      orb_((log_.add_sink(spark::LogLevel::debug, write), settings), log_),
      time_(time_of_day(spark::RealClock::system())) {}

// Real time: components in a Python process use the system's clock.
Environment Broker::environment() {
  return {.log = log_,
          .real_clock = spark::RealClock::system(),
          .time = time_,
          .driven = false,
          .call_timeout = settings_.call_timeout};
}

}  // namespace rtm::python
