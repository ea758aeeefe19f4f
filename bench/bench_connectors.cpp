// SPDX-License-Identifier: Apache-2.0
// RT components as specified by the OMG, connected with those of another process (bench_rtm.sh starts both):
//
//   bench_connectors serve FOLDER MODULES            components that only receive values; ends with its standard input
//   bench_connectors measure FOLDER MODULES PID SECONDS_OF_LINKS HERTZ     PID: that of the other process
//
// FOLDER is for references; the modules of execution contexts are in MODULES.
#include <fmt/format.h>
#include <OpenRTM.hh>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/report.h"
#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"

namespace {

using Clock = std::chrono::steady_clock;
using Properties = std::vector<std::pair<std::string, std::string>>;

constexpr int kValues = 20'000, kJoints = 29, kPairs = 25, kLinksOfEach = 8, kConnects = 10'000, kPasses = 10'000;

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

double part(std::vector<double>& values, double of) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(of * static_cast<double>(values.size() - 1))];
}

/// Has one InPort of doubles and many of floats, and ignores the values that arrive.
class Sink final : public rtm::Component {
 public:
  Sink() : Component("Sink", rtm::Pattern::passive) {
    add_in_port("angles", rtm::ValueType::doubles);
    for (int i = 0; i != kLinksOfEach; ++i) add_in_port(fmt::format("in{}", i));
  }
};

class Source final : public rtm::Component {
 public:
  Source()
      : Component("Source", rtm::Pattern::passive),
        angles(add_out_port("angles", rtm::ValueType::doubles)),
        out(add_out_port("out")) {}
  rtm::OutPort &angles, &out;
};

class Idle final : public rtm::Component {
 public:
  Idle() : Component("Idle", rtm::Pattern::client) {}
};

/// Records the times at which it is called.
class Punctual final : public rtm::Component {
 public:
  Punctual() : Component("Punctual", rtm::Pattern::client) { times.reserve(2 * kPasses); }
  void on_execute() override {
    if (times.size() < times.capacity()) times.push_back(Clock::now());
    count = times.size();
  }
  std::vector<Clock::time_point> times;
  std::atomic<std::size_t> count{0};
};

/// A process with components in it.
struct Process {
  Process(const std::string& folder, const std::string& modules)
      : naming{.name_server = "none", .reference_folder = folder} {
    log.add_sink(spark::LogLevel::warning, [](spark::LogLevel, std::string_view line) { std::cerr << line << '\n'; });
    manager = std::make_unique<rtm::Manager>(
        rtm::Environment{.log = log, .real_clock = clock, .time = [this] { return clock.now().time_since_epoch(); }},
        std::vector<std::filesystem::path>{modules}, &publisher);
  }

  template <typename T>
  std::shared_ptr<T> add() {
    auto component = std::make_shared<T>();
    manager->adopt(component);
    return component;
  }

  RTC::RTObject_var component(const std::string& name) {
    std::ifstream file(naming.reference_folder / (name + ".rtc"));
    std::string text;
    if (!(file >> text)) throw std::runtime_error("there is no reference of " + name);
    const CORBA::Object_var object = orb.access().orb->string_to_object(text.c_str());
    return RTC::RTObject::_narrow(object.in());
  }

  /// The port with a name such as "Sink0.in".
  RTC::PortService_var port(const std::string& name) {
    const RTC::RTObject_var owner = component(name.substr(0, name.find('.')));
    RTC::PortServiceList_var ports = owner->get_ports();
    for (CORBA::ULong i = 0; i != ports->length(); ++i) {
      const RTC::PortProfile_var profile = ports[i]->get_port_profile();
      if (name == profile->name.in()) return RTC::PortService::_duplicate(ports[i]);
    }
    throw std::runtime_error("there is no port " + name);
  }

  spark::Log log;
  spark::RealClock& clock = spark::RealClock::system();
  rtm::Orb orb{{}, log};
  const rtm::NamingSettings naming;
  rtm::CorbaPublisher publisher{orb, naming, clock};
  std::unique_ptr<rtm::Manager> manager;
};

/// Connects two ports by a call to the first. Returns the connector's id.
std::string connect(RTC::PortService_ptr from, RTC::PortService_ptr into, const Properties& more) {
  Properties properties{{"dataport.interface_type", "corba_cdr"}, {"dataport.dataflow_type", "push"}};
  properties.insert(properties.end(), more.begin(), more.end());
  RTC::ConnectorProfile profile;
  profile.ports.length(2);
  profile.ports[0] = RTC::PortService::_duplicate(from);
  profile.ports[1] = RTC::PortService::_duplicate(into);
  profile.properties = rtm::nv_list(properties);
  if (from->connect(profile) != RTC::RTC_OK) throw std::runtime_error("two ports cannot be connected");
  return profile.connector_id.in();
}

/// The resident memory of a process in kB.
double memory_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:"))
      return std::strtod(line.c_str() + std::char_traits<char>::length("VmRSS:"), nullptr);
  return 0.0;
}

/// Sends 29 angles to another process, which is what a robot's controller receives in each period.
void time_angles(bench::Report& report, Process& here) {
  const auto source = here.add<Source>();
  const RTC::PortService_var from = here.port(source->name() + ".angles"), into = here.port("Sink0.angles");
  const std::string id = connect(from.in(), into.in(), {{"dataport.subscription_type", "flush"}});
  rtm::Value value(rtm::Value::Doubles(kJoints, 0.5));
  std::vector<double> times;
  const auto begin = Clock::now();
  for (int i = 0; i != kValues; ++i) {
    const auto before = Clock::now();
    source->angles.put(value);
    times.push_back(microseconds(Clock::now() - before));
  }
  const double took = microseconds(Clock::now() - begin) * 1e-6;
  if (source->angles.counts().pushed != kValues) throw std::runtime_error("not all angles have been taken");
  report.add("flush of 29 doubles p50", part(times, 0.5), "us", 1);
  report.add("flush of 29 doubles p99", part(times, 0.99), "us", 1);
  report.add("flushes on one connector", kValues / took, "1/s");
  from->disconnect(id.c_str());
}

/// Measures a tick of the execution context of a component in another process: one pass in which there is nothing to
/// do.
void time_ticks(bench::Report& report, Process& here) {
  const RTC::RTObject_var idle = here.component("Idle0");
  RTC::ExecutionContextList_var contexts = idle->get_owned_contexts();
  const OpenRTM::ExtTrigExecutionContextService_var context =
      OpenRTM::ExtTrigExecutionContextService::_narrow(contexts[0]);
  if (CORBA::is_nil(context.in())) throw std::runtime_error("the context of Idle0 is not ticked");
  context->activate_component(idle.in());  // its answer comes too early, because the tick makes the change
  context->tick();
  if (context->get_component_state(idle.in()) != RTC::ACTIVE_STATE) throw std::runtime_error("Idle0 is not active");
  std::vector<double> times;
  for (int i = 0; i != kValues; ++i) {
    const auto before = Clock::now();
    context->tick();
    times.push_back(microseconds(Clock::now() - before));
  }
  report.add("tick of an idle component p50", part(times, 0.5), "us", 1);
  report.add("tick of an idle component p99", part(times, 0.99), "us", 1);
}

/// Measures how late a component is called, relative to its period, beside a thread that uses a whole core.
void time_lateness(bench::Report& report, Process& here) {
  constexpr double kPeriod = 1000.0;  // us
  std::shared_ptr<Punctual> punctual;
  here.manager->add_type("Punctual", [&punctual] { return punctual = std::make_shared<Punctual>(); });
  here.manager->create("Punctual", {}, rtm::ContextSettings{.type = "RealTimeEC", .rate = 1e6 / kPeriod});
  std::atomic<bool> ends = false;
  std::thread load([&ends] {
    while (!ends) continue;
  });
  punctual->switch_on();
  while (punctual->count < kPasses) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ends = true;
  load.join();
  punctual->switch_off();
  // Each time is assigned to the nearest period, and the earliest of all counts as punctual. The first passes are
  // skipped: the very first comes when the component is activated.
  constexpr int kFirst = 10;
  const auto begun = punctual->times[kFirst], ended = punctual->times.back();
  std::vector<double> late;
  for (std::size_t i = kFirst; i != punctual->times.size(); ++i) {
    const double since = microseconds(punctual->times[i] - begun);
    late.push_back(since - std::round(since / kPeriod) * kPeriod);
  }
  const double on_time = *std::ranges::min_element(late);
  for (double& one : late) one -= on_time;
  report.add("lateness at 1 kHz p50", part(late, 0.5), "us", 1);
  report.add("lateness at 1 kHz p99", part(late, 0.99), "us", 1);
  report.add("lateness at 1 kHz, most", part(late, 1.0), "us", 1);
  const double periods = std::round(microseconds(ended - begun) / kPeriod);
  report.add("passes left out at 1 kHz", periods + 1 - static_cast<double>(late.size()), "");
  here.manager->remove(punctual);
}

/// Sources here, InPorts there: the given number of connectors, each with a thread and a buffer, and sources at that
/// rate.
void time_links(bench::Report& report, Process& here, double seconds, double hertz) {
  std::vector<std::shared_ptr<Source>> sources;
  for (int i = 0; i != kPairs; ++i) {
    sources.push_back(here.add<Source>());
    const RTC::PortService_var from = here.port(sources.back()->name() + ".out");
    for (int j = 0; j != kLinksOfEach; ++j) {
      const RTC::PortService_var into = here.port(fmt::format("Sink{}.in{}", (i + j) % kPairs, j));
      connect(from.in(), into.in(), {{"dataport.subscription_type", "new"}, {"dataport.publisher.push_policy", "all"}});
    }
  }
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / hertz));
  const int rounds = static_cast<int>(seconds * hertz);
  auto next = Clock::now();
  const auto begin = next;
  for (int i = 0; i != rounds; ++i, next += period) {
    std::this_thread::sleep_until(next);
    for (const auto& source : sources) source->out.put(rtm::Value(static_cast<float>(i)));
  }
  const double took = microseconds(Clock::now() - begin) * 1e-6;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  rtm::OutPort::Counts sum;
  for (const auto& source : sources) {
    const auto counts = source->out.counts();
    sum.pushed += counts.pushed;
    sum.overwritten += counts.overwritten;
    sum.failed += counts.failed;
  }
  report.add("connectors", kPairs * kLinksOfEach, "");
  report.add("rate reached", rounds / took, "Hz", 1);
  report.add("values pushed", static_cast<double>(sum.pushed), "");
  report.add("values wanted", static_cast<double>(rounds) * kPairs * kLinksOfEach, "");
  report.add("overwritten", static_cast<double>(sum.overwritten), "");
  report.add("failed", static_cast<double>(sum.failed), "");
  for (const auto& source : sources) here.manager->remove(source);
}

void weigh_connects(bench::Report& report, Process& here, const std::string& peer) {
  const auto source = here.add<Source>();
  const RTC::PortService_var from = here.port(source->name() + ".out"), into = here.port("Sink0.in0");
  const auto connect_often = [&](int times) {
    for (int i = 0; i != times; ++i) {
      const std::string id = connect(from.in(), into.in(), {{"dataport.subscription_type", i % 2 ? "new" : "flush"}});
      source->out.put(rtm::Value(static_cast<float>(i)));
      from->disconnect(id.c_str());
    }
  };
  connect_often(kConnects / 10);
  const double before = memory_of("self"), before_there = memory_of(peer);
  const auto begin = Clock::now();
  connect_often(kConnects);
  report.add("connects and disconnects", kConnects / (microseconds(Clock::now() - begin) * 1e-6), "1/s");
  report.add(fmt::format("memory after {} more, here", kConnects), memory_of("self") - before, "kB");
  report.add(fmt::format("memory after {} more, there", kConnects), memory_of(peer) - before_there, "kB");
}

int serve(Process& here) {
  for (int i = 0; i != kPairs; ++i) here.add<Sink>();
  here.manager->add_type("Idle", [] { return std::make_shared<Idle>(); });
  here.manager->create("Idle", {}, rtm::ContextSettings{.type = "SynchExtTriggerEC"});
  std::cout << "ready" << std::endl;
  while (std::cin.get() != std::char_traits<char>::eof()) continue;
  return 0;
}

int measure(Process& here, const std::string& peer, double seconds, double hertz) {
  bench::Report report;
  time_angles(report, here);
  time_ticks(report, here);
  time_lateness(report, here);
  weigh_connects(report, here, peer);
  time_links(report, here, seconds, hertz);
  std::cout << report.text();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (!(mode == "serve" && argc == 4) && !(mode == "measure" && argc == 7)) {
    std::cerr << "usage: bench_connectors serve FOLDER MODULES\n"
                 "       bench_connectors measure FOLDER MODULES PID SECONDS_OF_LINKS HERTZ\n";
    return 2;
  }
  try {
    Process here(argv[2], argv[3]);
    return mode == "serve" ? serve(here) : measure(here, argv[4], std::atof(argv[5]), std::atof(argv[6]));
  } catch (const std::exception& problem) {
    std::cerr << "bench_connectors: " << problem.what() << '\n';
  } catch (const CORBA::Exception& problem) {
    std::cerr << "bench_connectors: " << problem._name() << '\n';
  }
  return 1;
}
