// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm_host {
namespace {

/// "Logic0.threshold=50"
struct Setting {
  std::string owner, parameter, text;
  bool is_used = false;
};

std::vector<Setting> read_settings(const std::vector<std::string>& words) {
  std::vector<Setting> settings;
  for (const std::string& word : words) {
    const std::size_t dot = word.find('.'), equals = word.find('=');
    if (dot == std::string::npos || equals == std::string::npos || dot > equals || dot == 0 || dot + 1 == equals)
      throw std::runtime_error(fmt::format("--set {}: expected NAME.PARAMETER=TEXT", word));
    settings.push_back({word.substr(0, dot), word.substr(dot + 1, equals - dot - 1), word.substr(equals + 1)});
  }
  return settings;
}

/// Modules lie beside the library: in build folders and in installations.
std::vector<std::filesystem::path> module_folders(const Options& options) {
  std::vector<std::filesystem::path> folders(options.modules.begin(), options.modules.end());
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* const library : {"lib", RCSS_LIBRARY_DIR}) {
    auto folder = (program / ".." / library / "rcssserver3d" / "components").lexically_normal();
    if (folders.empty() || folders.back() != folder) folders.push_back(std::move(folder));
  }
  return folders;
}

class Maker {
 public:
  Maker(rtm::Manager& manager, std::vector<Setting> settings) : manager_(manager), settings_(std::move(settings)) {}

  /// Its types, also of a module that is there already.
  const std::vector<std::string>& load(const std::string& module) {
    const auto found = types_.find(module);
    if (found != types_.end()) return found->second;
    const std::vector<std::string> before = manager_.types();
    manager_.load(module);
    std::vector<std::string> brought;
    for (const std::string& type : manager_.types())
      if (!std::ranges::binary_search(before, type)) brought.push_back(type);
    return types_[module] = std::move(brought);
  }

  void create(const std::string& type) {
    rtm::Manager::Parameters parameters;
    for (Setting& one : settings_) {
      if (one.owner != type) continue;
      parameters.emplace_back(one.parameter, one.text);
      one.is_used = true;
    }
    const auto component = manager_.create(type, parameters);
    for (Setting& one : settings_) {
      if (one.owner != component->name()) continue;
      if (!component->set_parameter(one.parameter, one.text))
        throw std::runtime_error(fmt::format("{} has no parameter {}", one.owner, one.parameter));
      one.is_used = true;
    }
  }

  void check_all_used() const {
    for (const Setting& one : settings_)
      if (!one.is_used)
        throw std::runtime_error(
            fmt::format("--set {}.{}: there is no such component or type here", one.owner, one.parameter));
  }

 private:
  rtm::Manager& manager_;
  std::vector<Setting> settings_;
  std::map<std::string, std::vector<std::string>> types_;
};

void make_all(const Options& options, rtm::Manager& manager, std::vector<Setting> settings) {
  Maker maker(manager, std::move(settings));
  for (const std::string& module : options.preload) maker.load(module);
  for (const std::string& module : options.load)
    for (const std::string& type : maker.load(module)) maker.create(type);
  for (const std::string& type : options.create) maker.create(type);
  maker.check_all_used();
}

}  // namespace

void serve(const Options& options, spark::Log& log, spark::RealClock& clock, const std::function<void()>& wait) {
  std::vector<Setting> settings = read_settings(options.set);
  const std::chrono::milliseconds call_timeout(options.call_timeout_ms);
  rtm::OrbSettings orb_settings{.call_timeout = call_timeout};
  orb_settings.endpoint = options.endpoint.starts_with("giop:") ? options.endpoint : "giop:tcp:" + options.endpoint;
  rtm::Orb orb(orb_settings, log);
  rtm::CorbaPublisher publisher(orb, {options.name_server, options.references}, clock);
  const auto start = clock.now();
  rtm::Manager manager({.log = log,
                        .real_clock = clock,
                        .time = [&clock, start] { return clock.now() - start; },
                        .driven = false,
                        .call_timeout = call_timeout,
                        .patience = std::chrono::milliseconds(std::llround(1000 * options.patience_s))},
                       module_folders(options), &publisher);
  make_all(options, manager, std::move(settings));
  log.normal("ready");
  wait();
  const rtm::CorbaPublisher::Counts counts = publisher.counts();
  manager.shut_down();
  log.normal("rtm: values in {}, out {}, refused {}, overwritten {}, watchdogs {}", counts.values_in, counts.values_out,
             counts.refused, counts.overwritten, counts.watchdogs);
}

}  // namespace rtm_host
