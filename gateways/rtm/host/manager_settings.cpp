// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/manager_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/naming_format.h"
#include "spark/command_line/option_values.h"
#include "spark/core/near_name.h"
#include "spark/core/number_text.h"

namespace rtm_host {
namespace {

constexpr double kLongestInterval = 86'400.0;   // s
constexpr double kLongestTransition = 3'600.0;  // s
constexpr double kHighestRate = 1e9;            // Hz; configuration files in use have 1000000
constexpr std::size_t kMaxRemarks = 50;         ///< further ones are only counted
constexpr std::size_t kMaxConfigFiles = 256;    ///< as many as components are allowed

/// A property under its key.
struct Entry {
  std::string_view key;
  const Properties::Value* value;
};

bool is_option(const Entry& entry) {
  return entry.value->place.starts_with("-o ");
}

/// "rtc.conf:7: KEY", or for -o the place alone, which contains key and value.
std::string place_of(const Entry& entry) {
  if (is_option(entry)) return entry.value->place;
  return fmt::format("{}: {}", entry.value->place, spark::printable(entry.key));
}

[[noreturn]] void fail(const Entry& entry, std::string_view problem) {
  const std::string line = fmt::format("{}: {}", place_of(entry), problem);
  if (is_option(entry)) throw spark::WrongUsage(line);
  throw std::runtime_error(line);
}

[[noreturn]] void refuse(const Entry& entry, std::string_view expected) {
  if (is_option(entry)) fail(entry, fmt::format("expected {}", expected));
  fail(entry, fmt::format("expected {}, not '{}'", expected, spark::printable(entry.value->text)));
}

std::string upper(std::string_view text) {
  std::string letters(text);
  std::ranges::transform(letters, letters.begin(), [](unsigned char c) { return std::toupper(c); });
  return letters;
}

bool yes_or_no(const Entry& entry) {
  const std::string word = upper(entry.value->text);
  for (const std::string_view yes : {"YES", "TRUE", "ON", "1", "ENABLE"})
    if (word == yes) return true;
  for (const std::string_view no : {"NO", "FALSE", "OFF", "0", "DISABLE"})
    if (word == no) return false;
  refuse(entry, "YES or NO");
}

/// The number, above 0 and at most `most`.
double positive_number(const Entry& entry, double most) {
  double number = 0.0;
  if (!spark::whole_number(entry.value->text, number) || !(number > 0.0 && number <= most))
    refuse(entry, fmt::format("a number above 0, at most {}", most));
  return number;
}

std::chrono::nanoseconds seconds(const Entry& entry, double most) {
  return std::chrono::nanoseconds(std::llround(1e9 * positive_number(entry, most)));
}

void add_words(const Entry& entry, std::vector<PlacedWord>& words) {
  for (std::string& word : comma_list(entry.value->text)) words.push_back({std::move(word), entry.value->place});
}

void read_name_format(const Entry& entry, ManagerSettings& settings) try {
  const rtm::NamingFormat checked(entry.value->text);
  settings.name_format = entry.value->text;
} catch (const std::runtime_error& problem) {
  fail(entry, problem.what());
}

void read_log_level(const Entry& entry, ManagerSettings& settings) {
  using spark::LogLevel;
  static constexpr std::pair<std::string_view, LogLevel> kLevels[] = {
      {"FATAL", LogLevel::error},     {"ERROR", LogLevel::error}, {"WARN", LogLevel::warning},
      {"WARNING", LogLevel::warning}, {"INFO", LogLevel::normal}, {"NORMAL", LogLevel::normal},
      {"DEBUG", LogLevel::debug},     {"TRACE", LogLevel::debug}, {"VERBOSE", LogLevel::debug},
      {"PARANOID", LogLevel::debug}};
  const std::string word = upper(entry.value->text);
  if (word == "SILENT" || word == "SILENCE") {
    settings.min_level.reset();
    return;
  }
  const auto found = std::ranges::find(kLevels, word, [](const auto& level) { return level.first; });
  if (found == std::end(kLevels)) refuse(entry, "SILENT, ERROR, WARN, INFO or DEBUG");
  settings.min_level = found->second;
}

/// A key of the settings of execution contexts, which may also follow CATEGORY.OWNER.
struct ContextKey {
  std::string_view name;
  const char* meaning;
  std::function<void(rtm::ContextSettings&)> (*read)(const Entry&);
};

const ContextKey kContextKeys[] = {
    {"exec_cxt.periodic.type", "type of execution contexts, of this program or a module (PeriodicExecutionContext)",
     [](const Entry& entry) -> std::function<void(rtm::ContextSettings&)> {
       if (!rtm::is_name(entry.value->text)) refuse(entry, "the name of a type");
       return [type = entry.value->text](auto& context) { context.type = type; };
     }},
    {"exec_cxt.periodic.rate", "passes per second, Hz (what the component asks for)",
     [](const Entry& entry) -> std::function<void(rtm::ContextSettings&)> {
       return [rate = positive_number(entry, kHighestRate)](auto& context) { context.rate = rate; };
     }},
    {"exec_cxt.sync_transition", "NO: who activates a component does not wait until it is active",
     [](const Entry& entry) -> std::function<void(rtm::ContextSettings&)> {
       return [waits = yes_or_no(entry)](auto& context) { context.sync_transition = waits; };
     }},
    {"exec_cxt.transition_timeout", "how long it waits at most, s (0.5)",
     [](const Entry& entry) -> std::function<void(rtm::ContextSettings&)> {
       const auto timeout = std::chrono::ceil<std::chrono::milliseconds>(seconds(entry, kLongestTransition));
       return [timeout](auto& context) { context.transition_timeout = timeout; };
     }},
    {"exec_cxt.realtime.priority", "of a RealTimeEC, 1 to 99 (40)",
     [](const Entry& entry) -> std::function<void(rtm::ContextSettings&)> {
       std::int64_t priority = 0;
       if (!spark::whole_integer(entry.value->text, priority) || priority < 1 || priority > 99)
         refuse(entry, "a whole number from 1 to 99");
       return [priority](auto& context) { context.realtime_priority = static_cast<int>(priority); };
     }},
};

struct Key {
  std::string_view name;
  const char* meaning;
  void (*read)(const Entry&, ManagerSettings&);
};

/// In the order of the help text.
constexpr Key kKeys[] = {
    {"corba.nameservers", "HOST:PORT of the naming service",
     [](const Entry& entry, ManagerSettings& settings) { settings.name_servers = comma_list(entry.value->text); }},
    {"corba.endpoints", "HOST:PORT, or several, where it listens",
     [](const Entry& entry, ManagerSettings& settings) { settings.endpoints = comma_list(entry.value->text); }},
    {"naming.enable", "NO: as --nameserver none",
     [](const Entry& entry, ManagerSettings& settings) { settings.has_names = yes_or_no(entry); }},
    {"naming.formats", "names in the form of the OMG (%n.rtc); %n instance, %t type, %h host, %p process",
     read_name_format},
    {"naming.update.enable", "NO: names that the naming service loses are not bound again",
     [](const Entry& entry, ManagerSettings& settings) { settings.checks_names = yes_or_no(entry); }},
    {"naming.update.interval", "how often names are checked, s (10)",
     [](const Entry& entry, ManagerSettings& settings) { settings.check_interval = seconds(entry, kLongestInterval); }},
    {"manager.modules.load_path", "folders of modules",
     [](const Entry& entry, ManagerSettings& settings) { settings.module_folders = comma_list(entry.value->text); }},
    {"manager.modules.abs_path_allowed", "NO: absolute paths of modules are refused",
     [](const Entry& entry, ManagerSettings& settings) { settings.allows_absolute_paths = yes_or_no(entry); }},
    {"manager.modules.preload", "modules to load",
     [](const Entry& entry, ManagerSettings& settings) { add_words(entry, settings.preload); }},
    {"manager.components.precreate", "types, each of a component to make",
     [](const Entry& entry, ManagerSettings& settings) { add_words(entry, settings.precreate); }},
    {"manager.components.preactivation", "components to switch on",
     [](const Entry& entry, ManagerSettings& settings) { add_words(entry, settings.preactivate); }},
    {"logger.enable", "NO: only errors are printed",
     [](const Entry& entry, ManagerSettings& settings) { settings.is_logging = yes_or_no(entry); }},
    {"logger.log_level", "SILENT, ERROR, WARN, INFO or DEBUG", read_log_level},
};

/// Returns null if it is not such a key.
const ContextKey* context_key(std::string_view name) {
  const auto found = std::ranges::find(kContextKeys, name, &ContextKey::name);
  return found == std::end(kContextKeys) ? nullptr : found;
}

/// "CATEGORY.OWNER.REST", where OWNER is a type or an instance. The category is ignored, because names of types and
/// instances are unique in a process.
struct ComponentKey {
  std::string_view owner, rest;
};

std::optional<ComponentKey> component_key(std::string_view key) {
  const std::size_t first = key.find('.');
  const std::size_t second = first == key.npos ? key.npos : key.find('.', first + 1);
  if (second == key.npos || first == 0 || second == first + 1) return std::nullopt;
  return ComponentKey{key.substr(first + 1, second - first - 1), key.substr(second + 1)};
}

class Reader {
 public:
  explicit Reader(Properties properties) : properties_(std::move(properties)) {}

  ManagerSettings read() {
    read_config_files();
    for (const Key& key : kKeys)
      if (const auto* value = properties_.find(key.name)) key.read({key.name, value}, settings_);
    for (const ContextKey& key : kContextKeys)
      if (const auto* value = properties_.find(key.name)) read_context(key, {key.name, value})(settings_.context);
    take_others();
    for (Properties::Problem& problem : properties_.problems()) remarks_.push_back(std::move(problem));
    std::ranges::stable_sort(remarks_, {}, &Properties::Problem::order);
    for (Properties::Problem& remark : remarks_) settings_.remarks.push_back(std::move(remark.text));
    if (further_remarks_ > 0)
      settings_.remarks.push_back(fmt::format("and {} properties more that have no effect here", further_remarks_));
    return std::move(settings_);
  }

 private:
  void remark(const Entry& entry, std::string_view text) {
    if (remarks_.size() < kMaxRemarks)
      remarks_.push_back({fmt::format("{}: {}", entry.value->place, text), entry.value->order});
    else
      ++further_remarks_;
  }

  void read_config_files() {
    static constexpr std::string_view kLastWord = "config_file";
    std::vector<std::pair<std::string, Properties::Value>> files;  // reading them adds properties
    for (const auto& [key, value] : properties_.values()) {
      const auto parts = component_key(key);
      if (parts && parts->rest == kLastWord) files.emplace_back(key, value);
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Entry entry{files[i].first, &files[i].second};
      if (i == kMaxConfigFiles)
        throw std::runtime_error(fmt::format("{}: more than {} such files", place_of(entry), kMaxConfigFiles));
      try {
        properties_.read_file(entry.value->text, std::string(entry.key.substr(0, entry.key.size() - kLastWord.size())));
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("{}: {}", place_of(entry), error.what()));
      }
    }
  }

  /// Handles the keys that are not in the table, in the order in which they were read.
  void take_others() {
    std::vector<Entry> others;
    for (const auto& [key, value] : properties_.values())
      if (std::ranges::find(kKeys, key, &Key::name) == std::end(kKeys) && !context_key(key))
        others.push_back({key, &value});
    std::ranges::sort(others, {}, [](const Entry& entry) { return entry.value->order; });
    for (const Entry& entry : others) take_other(entry);
  }

  /// Handles a parameter of a component, or an unknown key.
  void take_other(const Entry& entry) {
    const auto parts = component_key(entry.key);
    if (parts && parts->rest == "config_file") return;
    if (parts && parts->rest.starts_with("conf.")) return take_parameter(entry, *parts);
    if (const ContextKey* const key = parts ? context_key(parts->rest) : nullptr) {
      settings_.own_contexts.push_back({std::string(parts->owner), entry.value->place, read_context(*key, entry)});
      return;
    }
    if (parts && parts->rest == "configuration.active_config")
      return add_setting(entry, parts->owner, entry.value->text, {}, {});
    if (remarks_.size() >= kMaxRemarks) return remark(entry, {});
    std::vector<std::string> known;
    for (const auto& [key, meaning] : manager_keys()) known.push_back(key);
    const std::string near = spark::near_name(entry.key, known);
    remark(entry, fmt::format("{} has no effect here{}", spark::printable(entry.key),
                              near.empty() ? std::string() : fmt::format("; did you mean {}?", near)));
  }

  std::function<void(rtm::ContextSettings&)> read_context(const ContextKey& key, const Entry& entry) {
    if (&key == &kContextKeys[0]) settings_.context_types.push_back({entry.value->text, entry.value->place});
    return key.read(entry);
  }

  void take_parameter(const Entry& entry, const ComponentKey& key) {
    const std::string_view rest = key.rest.substr(std::string_view("conf.").size());
    const std::size_t dot = rest.find('.');
    if (dot == 0 || dot == rest.npos || dot + 1 == rest.size())
      return remark(entry, fmt::format("{} has no effect here; expected CATEGORY.TYPE.conf.default.PARAMETER",
                                       spark::printable(entry.key)));
    add_setting(entry, key.owner, rest.substr(0, dot), rest.substr(dot + 1), entry.value->text);
  }

  void add_setting(const Entry& entry, std::string_view owner, std::string_view set, std::string_view parameter,
                   std::string_view text) {
    settings_.parameters.push_back(
        {std::string(owner), std::string(set), std::string(parameter), std::string(text), entry.value->place});
  }

  Properties properties_;
  ManagerSettings settings_;
  std::vector<Properties::Problem> remarks_;
  std::size_t further_remarks_ = 0;
};

}  // namespace

ManagerSettings read_manager_settings(Properties properties) {
  return Reader(std::move(properties)).read();
}

std::vector<std::pair<std::string, std::string>> manager_keys() {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const Key& key : kKeys) keys.emplace_back(key.name, key.meaning);
  for (const ContextKey& key : kContextKeys) keys.emplace_back(key.name, key.meaning);
  keys.emplace_back("CATEGORY.TYPE.conf.default.PARAMETER",
                    "parameter of all components of a type, or of one: CATEGORY.INSTANCE.conf…; in place of default "
                    "another set of parameters");
  keys.emplace_back("CATEGORY.TYPE.configuration.active_config", "the initial set of parameters");
  keys.emplace_back("CATEGORY.TYPE.exec_cxt…", "as above, for the components of a type, or for one");
  keys.emplace_back("CATEGORY.TYPE.config_file", "file of such lines without CATEGORY.TYPE");
  return keys;
}

}  // namespace rtm_host
