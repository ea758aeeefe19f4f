// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/component/time_of_day.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"
#include "spark/core/near_name.h"

namespace rtm_host {
namespace {

/// Parses the values of --set, such as "Logic0.threshold=50".
std::vector<ParameterSetting> read_settings(const std::vector<std::string>& words) {
  std::vector<ParameterSetting> settings;
  for (const std::string& word : words) {
    const std::size_t dot = word.find('.'), equals = word.find('=');
    if (dot == std::string::npos || equals == std::string::npos || dot > equals || dot == 0 || dot + 1 == equals)
      throw std::runtime_error(fmt::format("--set {}: expected NAME.PARAMETER=TEXT", word));
    settings.push_back(
        {word.substr(0, dot), "default", word.substr(dot + 1, equals - dot - 1), word.substr(equals + 1), {}});
  }
  return settings;
}

/// Modules are beside the library: in build folders and in installations.
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

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = spark::near_name(word, names);
  return near.empty() ? std::string() : fmt::format("; did you mean {}?", near);
}

/// "giop:tcp:127.0.0.1:" from "127.0.0.1:".
std::string orb_endpoint(const std::string& endpoint) {
  return endpoint.starts_with("giop:") ? endpoint : "giop:tcp:" + endpoint;
}

/// Empty without a log. Logs the port's own value, which has been converted to its type and has a time.
std::function<void(const rtm::OutPort&, const rtm::Value&)> log_of_out_ports(rtm::PortLog* log) {
  if (!log) return {};
  return [log](const rtm::OutPort& port, const rtm::Value&) {
    const rtm::Value sent = port.get();
    log->write(sent.time(), port.component_name(), port.name(), sent);
  };
}

/// A value without a time is logged with the time of its arrival.
std::function<void(const rtm::InPort&, const rtm::Value&)> log_of_in_ports(rtm::PortLog* log) {
  if (!log) return {};
  return [log](const rtm::InPort& port, const rtm::Value& given) {
    const auto component = port.owner();
    rtm::Value taken(port.type());
    if (!component || assign(given, taken) != rtm::Refusal::none) return;
    const rtm::Value::Time time = taken.time();
    log->write(time == rtm::Value::Time::zero() ? component->time() : time, component->name(), port.name(), taken);
  };
}

/// Runs `work`. An exception gets the place of the property that requested it.
template <typename Work>
void at_place(const std::string& place, const Work& work) try {
  work();
} catch (const std::runtime_error& error) {
  if (place.empty()) throw;
  throw std::runtime_error(fmt::format("{}: {}", place, error.what()));
}

class Maker {
 public:
  Maker(const Options& options, rtm::Manager& manager, const Remark& remark)
      : options_(options), manager_(manager), remark_(remark) {
    for (const ParameterSetting& one : options.manager.parameters) settings_.push_back({one});
    for (ParameterSetting& one : read_settings(options.set)) settings_.push_back({std::move(one)});
    for (const ContextChange& one : options.manager.own_contexts) changes_.push_back({&one});
  }

  void make_all() {
    const ManagerSettings& manager = options_.manager;
    for (const PlacedWord& module : manager.preload) at_place(module.place, [&] { load(module.text); });
    for (const PlacedWord& type : manager.context_types)
      at_place(type.place, [&] { manager_.need_context_type(type.text); });
    for (const std::string& module : options_.load)
      for (const std::string& type : load(module)) create(type);
    for (const std::string& type : options_.create) create(type);
    for (const PlacedWord& type : manager.precreate) at_place(type.place, [&] { create(type.text); });
    check_all_used();
    for (const PlacedWord& name : manager.preactivate) at_place(name.place, [&] { activate(name.text); });
  }

 private:
  struct Setting {
    ParameterSetting wanted;
    bool is_used = false;
  };
  struct Change {
    const ContextChange* wanted;
    bool is_used = false;
  };

  /// Loads a module; returns its types, also if it is already loaded.
  const std::vector<std::string>& load(const std::string& module) {
    const auto found = types_.find(module);
    if (found != types_.end()) return found->second;
    if (!options_.manager.allows_absolute_paths && module.starts_with('/'))
      throw std::runtime_error(
          fmt::format("component module {}: manager.modules.abs_path_allowed is NO", spark::printable(module, 300)));
    const std::vector<std::string> before = manager_.types();
    manager_.load(module);
    std::vector<std::string> brought;
    for (const std::string& type : manager_.types())
      if (!std::ranges::binary_search(before, type)) brought.push_back(type);
    return types_[module] = std::move(brought);
  }

  void create(const std::string& type) {
    manager_.create(type, [&](rtm::Component& component, const std::string& name, rtm::ContextSettings& context) {
      // Settings of one component take precedence over those of its type.
      for (const std::string& owner : {type, name}) change(owner, context);
      // The active set is chosen after all sets have been made.
      for (const bool is_choice : {false, true})
        for (const std::string& owner : {type, name})
          for (Setting& one : settings_)
            if (one.wanted.owner == owner && one.wanted.parameter.empty() == is_choice) set(component, one);
    });
  }

  void change(const std::string& owner, rtm::ContextSettings& context) {
    for (Change& one : changes_) {
      if (one.wanted->owner != owner) continue;
      one.wanted->change(context);
      one.is_used = true;
    }
  }

  /// A parameter or set that the component does not have is an error on the command line, but only a remark in a file,
  /// because files are written for more than one program.
  void set(rtm::Component& component, Setting& setting) {
    const ParameterSetting& wanted = setting.wanted;
    setting.is_used = true;
    const std::string problem = set(component, wanted);
    if (problem.empty()) return;
    if (wanted.place.empty()) throw std::runtime_error(problem);
    remark_(fmt::format("{}: {}", wanted.place, problem));
  }

  /// Returns empty, or the reason why it cannot be set.
  static std::string set(rtm::Component& component, const ParameterSetting& wanted) {
    rtm::Parameters& sets = component.parameter_sets();
    if (wanted.parameter.empty())
      return sets.activate(wanted.set) ? std::string()
                                       : fmt::format("{} has no set of parameters {} that can be active", wanted.owner,
                                                     spark::printable(wanted.set));
    if (wanted.set == "default" && component.set_parameter(wanted.parameter, wanted.text)) return {};
    rtm::Parameters::Set changed{wanted.set, {}, {{wanted.parameter, wanted.text}}};
    if (const auto present = sets.find(wanted.set)) {
      changed.description = present->description;
      if (wanted.set != "default" && sets.change(std::move(changed))) return {};
    } else if (sets.add(std::move(changed))) {
      return {};
    }
    std::vector<std::string> known;
    for (const auto& [name, text] : component.parameters()) known.push_back(name);
    if (std::ranges::find(known, wanted.parameter) == known.end())
      return fmt::format("{} has no parameter {}{}", wanted.owner, spark::printable(wanted.parameter),
                         did_you_mean(wanted.parameter, known));
    return fmt::format("{}: there is no room for parameter {} of set {}", wanted.owner, wanted.parameter,
                       spark::printable(wanted.set));
  }

  void check_all_used() const {
    for (const auto& [wanted, is_used] : settings_) {
      if (is_used) continue;
      if (wanted.place.empty())
        throw std::runtime_error(
            fmt::format("--set {}.{}: there is no such component or type here", wanted.owner, wanted.parameter));
      remark_no_owner(wanted.place, wanted.owner);
    }
    for (const auto& [wanted, is_used] : changes_)
      if (!is_used) remark_no_owner(wanted->place, wanted->owner);
  }

  void remark_no_owner(const std::string& place, const std::string& owner) const {
    remark_(fmt::format("{}: there is no component or type {} here", place, spark::printable(owner)));
  }

  void activate(const std::string& name) {
    const auto component = manager_.find(name);
    if (!component) {
      std::vector<std::string> known;
      for (const auto& one : manager_.components()) known.push_back(one->name());
      throw std::runtime_error(
          fmt::format("there is no component {}{}", spark::printable(name), did_you_mean(name, known)));
    }
    // A component that fails reports that itself; users can switch it on again.
    component->switch_on();
  }

  const Options& options_;
  rtm::Manager& manager_;
  const Remark& remark_;
  std::vector<Setting> settings_;
  std::vector<Change> changes_;
  std::map<std::string, std::vector<std::string>> types_;
};

}  // namespace

void serve(const Options& options, spark::Log& log, spark::RealClock& clock, const Remark& remark,
           const std::function<void()>& wait) {
  const std::chrono::milliseconds call_timeout(options.call_timeout_ms);
  rtm::OrbSettings orb_settings{.call_timeout = call_timeout};
  orb_settings.endpoint = orb_endpoint(options.endpoints.front());
  for (std::size_t i = 1; i < options.endpoints.size(); ++i)
    orb_settings.more_endpoints.push_back(orb_endpoint(options.endpoints[i]));
  rtm::Orb orb(orb_settings, log);
  rtm::NamingSettings naming{options.name_server, options.references};
  if (options.manager.name_format) naming.format = *options.manager.name_format;
  if (options.manager.check_interval) naming.check_interval = *options.manager.check_interval;
  if (!options.manager.checks_names) naming.check_interval = {};
  rtm::CorbaPublisher publisher(orb, naming, clock);
  std::unique_ptr<rtm::PortLog> port_log;
  if (!options.port_log.empty()) port_log = std::make_unique<rtm::PortLog>(options.port_log, log);
  rtm::Manager manager(
      {.log = log,
       .real_clock = clock,
       .time = rtm::time_of_day(clock),
       .driven = false,
       .call_timeout = call_timeout,
       .on_put = log_of_out_ports(port_log.get()),
       .on_taken = log_of_in_ports(port_log.get()),
       .switch_on_timeout = std::chrono::milliseconds(std::llround(1000 * options.switch_on_timeout_s)),
       .context = options.manager.context},
      module_folders(options), &publisher);
  Maker(options, manager, remark).make_all();
  log.normal("ready");
  wait();
  const rtm::CorbaPublisher::Counts counts = publisher.counts();
  manager.shut_down();
  log.normal("rtm: values in {}, out {}, refused {}, overwritten {}, watchdogs {}", counts.values_in, counts.values_out,
             counts.refused, counts.overwritten, counts.watchdogs);
}

}  // namespace rtm_host
