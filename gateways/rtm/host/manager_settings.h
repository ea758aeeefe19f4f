// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/component/life_cycle.h"
#include "gateways/rtm/host/properties.h"
#include "spark/core/log.h"

namespace rtm_host {

/// A word of a property, with its place: "rtc.conf:7".
struct PlacedWord {
  std::string text, place;
};

/// `CATEGORY.OWNER.conf.SET.PARAMETER: TEXT`, or the choice of a set: `CATEGORY.OWNER.configuration.active_config:
/// SET`.
struct ParameterSetting {
  std::string owner;      ///< a type or an instance
  std::string set;        ///< the name of the set (gateways/rtm/component/parameters.h)
  std::string parameter;  ///< empty: the set becomes the active one
  std::string text, place;
};

/// `CATEGORY.OWNER.exec_cxt.…`: a setting of the execution contexts of a type, or of that of an instance.
struct ContextChange {
  std::string owner, place;
  std::function<void(rtm::ContextSettings&)> change;
};

/// The settings of a manager from its properties; `manager_keys` lists the keys.
struct ManagerSettings {
  std::vector<PlacedWord> preload;      ///< modules
  std::vector<PlacedWord> precreate;    ///< types, each with one component
  std::vector<PlacedWord> preactivate;  ///< components
  std::vector<std::string> module_folders;
  bool allows_absolute_paths = true;  ///< of modules
  std::vector<std::string> name_servers, endpoints;
  bool has_names = true;                   ///< false: components are not bound in a naming service
  std::optional<std::string> name_format;  ///< `rtm::NamingSettings::format`
  bool checks_names = true;                ///< names are rebound when they are lost
  std::optional<std::chrono::nanoseconds> check_interval;
  bool is_logging = true;                   ///< false: only errors are printed
  rtm::ContextSettings context;             ///< of the execution contexts of all components
  std::vector<PlacedWord> context_types;    ///< all types that are named anywhere
  std::vector<ContextChange> own_contexts;  ///< files first, then the command line
  /// The minimum level of the lines that are printed; nothing: no lines.
  std::optional<spark::LogLevel> min_level = spark::LogLevel::normal;
  std::vector<ParameterSetting> parameters;  ///< files first, then the command line
  /// A line for users about each property without effect, and each line that cannot be parsed.
  std::vector<std::string> remarks;
};

/// Reads all properties, and the files of parameters that they name (`CATEGORY.OWNER.config_file`). Throws
/// std::runtime_error with one line that has place, key and value if a value is impossible, and `spark::WrongUsage` if
/// it is on the command line.
ManagerSettings read_manager_settings(Properties properties);

/// The supported keys and their meanings, for the help.
std::vector<std::pair<std::string, std::string>> manager_keys();

}  // namespace rtm_host
