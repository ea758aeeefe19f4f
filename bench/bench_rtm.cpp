// SPDX-License-Identifier: Apache-2.0
// RT components over CORBA, connected with those of another process (bench_rtm.sh starts it): measures calls, the time
// of a value from a put to a subscriber, and many links at once. bench_rtm FOLDER_OF_REFERENCES SECONDS_OF_LINKS HERTZ
#include <fmt/format.h>
#include <RtComponent.hh>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench/report.h"
#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/directory.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/port_finder.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCalls = 20'000, kValues = 5'000, kSources = 25, kLinksOfEach = 8;

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

double part(std::vector<double>& values, double of) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(of * static_cast<double>(values.size() - 1))];
}

void time_calls(bench::Report& report, rtm::Directory& directory) {
  std::vector<std::string> others;
  const ::InPort_var in = rtm::find_in_port({directory, "Logic0.in1"}, others);
  const ::OutPort_var out = rtm::find_out_port({directory, "Logic0.out"}, others);
  std::vector<double> times;
  rtm::Value value;
  for (int i = 0; i != kCalls; ++i) {
    const auto begin = Clock::now();
    rtm::get_from(out.in(), value);
    times.push_back(microseconds(Clock::now() - begin));
  }
  report.add("get p50", part(times, 0.5), "us", 1);
  report.add("get p99", part(times, 0.99), "us", 1);
  const auto begin = Clock::now();
  for (int i = 0; i != kCalls; ++i) rtm::put_into(in.in(), rtm::Value(static_cast<float>(i)));
  report.add("puts on one connection", kCalls / (microseconds(Clock::now() - begin) * 1e-6), "1/s");
}

/// Measures the time from before a put until a subscriber in another process than the component has the value: two
/// calls and a change of threads.
void time_values(bench::Report& report, rtm::Client& client, rtm::Directory& directory) {
  std::vector<std::string> others;
  const ::InPort_var in = rtm::find_in_port({directory, "Logic0.in1"}, others);
  client.put("Logic0.in2", rtm::Value(1000.0F));  // opens the gate
  client.switch_on("Logic0");
  client.put("Logic0.in2", rtm::Value(1000.0F));  // again, because activation has discarded the previous value
  std::atomic<int> seen{-1};
  const auto watch = client.watch("Logic0.out", [&seen](const rtm::Value& value) {
    seen = static_cast<int>(value.number());
    seen.notify_all();
  });
  std::vector<double> times;
  for (int i = 1; i <= kValues; ++i) {
    const auto begin = Clock::now();
    rtm::put_into(in.in(), rtm::Value(static_cast<float>(i)));
    for (int now = seen; now != i; now = seen) seen.wait(now);
    times.push_back(microseconds(Clock::now() - begin));
  }
  client.switch_off("Logic0");
  report.add("put to subscriber p50", part(times, 0.5), "us", 1);
  report.add("put to subscriber p99", part(times, 0.99), "us", 1);
}

class Source final : public rtm::Component {
 public:
  Source() : Component("Source", rtm::Pattern::passive), out_(add_out_port("out")) {}
  void tell(float number) { out_.put(rtm::Value(number)); }

 private:
  rtm::OutPort& out_;
};

/// Measures links from sources in this process to InPorts in the other one. Each source has its own link and sends at
/// this rate.
void time_links(bench::Report& report, rtm::Client& client, rtm::Manager& manager, double seconds, double hertz) {
  std::vector<std::shared_ptr<Source>> sources;
  for (int i = 0; i != kSources; ++i) {
    manager.adopt(sources.emplace_back(std::make_shared<Source>()));
    for (int j = 0; j != kLinksOfEach; ++j)
      client.connect(sources.back()->name() + ".out", fmt::format("Logic{}.in{}", (i + j / 2) % kSources, 1 + j % 2));
  }
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / hertz));
  const int rounds = static_cast<int>(seconds * hertz);
  auto next = Clock::now();
  const auto begin = next;
  for (int i = 0; i != rounds; ++i, next += period) {
    std::this_thread::sleep_until(next);
    for (const auto& source : sources) source->tell(static_cast<float>(i));
  }
  const double took = microseconds(Clock::now() - begin) * 1e-6;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::uint64_t pushed = 0, overwritten = 0, failed = 0;
  for (const auto& source : sources)
    for (const auto& link : source->out_ports().front()->links()) {
      pushed += link.pushed;
      overwritten += link.overwritten;
      failed += link.failed;
    }
  report.add("links", kSources * kLinksOfEach, "");
  report.add("rate reached", rounds / took, "Hz", 1);
  report.add("values pushed", static_cast<double>(pushed), "");
  report.add("values wanted", static_cast<double>(rounds) * kSources * kLinksOfEach, "");
  report.add("overwritten", static_cast<double>(overwritten), "");
  report.add("failed", static_cast<double>(failed), "");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: bench_rtm FOLDER_OF_REFERENCES SECONDS_OF_LINKS HERTZ\n";
    return 2;
  }
  try {
    spark::Log log;
    log.add_sink(spark::LogLevel::warning, [](spark::LogLevel, std::string_view line) { std::cerr << line << '\n'; });
    rtm::Orb orb({}, log);
    const rtm::NamingSettings naming{.name_server = "none", .reference_folder = argv[1]};
    spark::RealClock& clock = spark::RealClock::system();
    rtm::CorbaPublisher publisher(orb, naming, clock);
    rtm::Manager manager({.log = log, .real_clock = clock, .time = [&clock] { return clock.now().time_since_epoch(); }},
                         {}, &publisher);
    rtm::Client client(orb, naming);
    const auto names = rtm::reference_folder(orb, naming);
    bench::Report report;
    rtm::Directory directory(*names);
    time_calls(report, directory);
    time_values(report, client, directory);
    time_links(report, client, manager, std::atof(argv[2]), std::atof(argv[3]));
    std::cout << report.text();
  } catch (const std::exception& problem) {
    std::cerr << "bench_rtm: " << problem.what() << '\n';
    return 1;
  }
}
