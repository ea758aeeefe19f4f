// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "spark/core/log.h"
#include "spark/core/split.h"

namespace rtm {
namespace {

/// Editors on Windows put it at the beginning of a file.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_letter_of_variable(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    words.push_back(spark::trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return words;
}

/// Whether a text of the file can be a name: printable, without blanks.
bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

std::optional<double> number_of(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Reads a bridge file line by line.
class BridgeFileReader {
 public:
  BridgeFileReader(std::string_view name, const EnvironmentVariables& variable) : variable_(variable) {
    file_.name = name;
  }

  BridgeFile read(std::string_view text);

 private:
  using Setter = void (BridgeFileReader::*)(std::string_view value);
  struct Key {
    std::string_view word;
    Setter set;
  };
  static const Key kKeys[];

  template <typename... Args>
  [[noreturn]] void fail_at(const std::string& place, fmt::format_string<Args...> format, Args&&... args) const {
    throw std::runtime_error(fmt::format("{}: {}", place, fmt::format(format, std::forward<Args>(args)...)));
  }
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(place_, format, std::forward<Args>(args)...);
  }

  void take_line(std::string_view line);
  std::string replace_variables(std::string_view value) const;
  void once(std::optional<std::string>& into, std::string_view value);
  void check_word(std::string_view what, std::string_view word) const;
  void check_port(std::string_view name) const;

  void server_name(std::string_view value) { once(file_.server_name, value); }
  void robot_name(std::string_view value);
  void name_server(std::string_view value) { once(file_.name_server, value); }
  void out_port(std::string_view value) { add_port(value, true); }
  void in_port(std::string_view value) { add_port(value, false); }
  void add_port(std::string_view value, bool is_out);
  void add_owners(BridgeFile::Port& port, std::string_view owners) const;
  void connection(std::string_view value);
  void module(std::string_view value);
  void periodic_rate(std::string_view value);
  void tick_mode(std::string_view value);
  void check_connections() const;

  const EnvironmentVariables& variable_;
  BridgeFile file_;
  std::string place_;     ///< of the line
  std::string_view key_;  ///< of the line
};

constexpr BridgeFileReader::Key BridgeFileReader::kKeys[] = {
    {"server-name", &BridgeFileReader::server_name}, {"robot-name", &BridgeFileReader::robot_name},
    {"name-server", &BridgeFileReader::name_server}, {"out-port", &BridgeFileReader::out_port},
    {"in-port", &BridgeFileReader::in_port},         {"connection", &BridgeFileReader::connection},
    {"module", &BridgeFileReader::module},           {"periodic-rate", &BridgeFileReader::periodic_rate},
    {"tick-mode", &BridgeFileReader::tick_mode},
};

BridgeFile BridgeFileReader::read(std::string_view text) {
  if (text.size() > BridgeFile::kMaxBytes)
    throw std::runtime_error(fmt::format("{}: longer than {} KiB", file_.name, BridgeFile::kMaxBytes / 1024));
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    place_ = fmt::format("{}:{}", file_.name, number);
    take_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  check_connections();
  return std::move(file_);
}

void BridgeFileReader::take_line(std::string_view line) {
  line = spark::trimmed(line.substr(0, line.find('#')));
  if (line.empty()) return;
  const std::size_t equals = line.find('=');
  if (equals == line.npos) fail("expected KEY = VALUE, not '{}'", spark::printable(line));
  key_ = spark::trimmed(line.substr(0, equals));
  const auto key = std::ranges::find(kKeys, key_, &Key::word);
  if (key == std::end(kKeys)) {
    std::string known;
    for (const Key& one : kKeys) known += fmt::format("{}{}", known.empty() ? "" : ", ", one.word);
    fail("unknown key '{}' (known: {})", spark::printable(key_), known);
  }
  const std::string value = replace_variables(spark::trimmed(line.substr(equals + 1)));
  if (value.size() > BridgeFile::kMaxLineBytes)
    fail("{}: a value of more than {} bytes", key_, BridgeFile::kMaxLineBytes);
  if (value.empty()) fail("{}: there is no value", key_);
  (this->*key->set)(value);
}

std::string BridgeFileReader::replace_variables(std::string_view value) const {
  std::string text;
  while (!value.empty() && text.size() <= BridgeFile::kMaxLineBytes) {
    const std::size_t dollar = std::min(value.find('$'), value.size());
    text += value.substr(0, dollar);
    value.remove_prefix(dollar);
    const std::size_t end =
        value.empty() ? 0
                      : 1 + static_cast<std::size_t>(std::ranges::find_if_not(value.substr(1), is_letter_of_variable) -
                                                     value.begin() - 1);
    const auto found = end > 1 ? variable_(std::string(value.substr(1, end - 1))) : std::nullopt;
    text += found ? std::string_view(*found) : value.substr(0, end);
    value.remove_prefix(end);
  }
  return std::string(spark::trimmed(text));
}

void BridgeFileReader::once(std::optional<std::string>& into, std::string_view value) {
  if (into) fail("{} is given twice", key_);
  check_word(key_, value);
  into = value;
}

void BridgeFileReader::check_word(std::string_view what, std::string_view word) const {
  if (!is_word(word)) fail("{} '{}': expected printable characters without blanks", what, spark::printable(word));
}

void BridgeFileReader::robot_name(std::string_view value) {
  once(file_.robot_name, value);
  if (!is_name(value)) fail("robot-name: {}", not_a_name(value, "a robot"));
}

void BridgeFileReader::check_port(std::string_view name) const {
  if (!is_name(name)) fail("{}: {}", key_, not_a_name(name, "a port"));
}

void BridgeFileReader::add_owners(BridgeFile::Port& port, std::string_view owners) const {
  for (const std::string_view owner : split_at(owners, ',')) {
    check_word("owner", owner);
    if (owner.starts_with('$'))
      fail("{}: the environment variable {} is not set", key_, spark::printable(owner.substr(1)));
    if (port.owners.size() == BridgeFile::kMaxOwners) fail("{}: more than {} owners", key_, BridgeFile::kMaxOwners);
    if (std::ranges::find(port.owners, owner) != port.owners.end())
      fail("{}: the owner {} is named twice", key_, spark::printable(owner));
    port.owners.emplace_back(owner);
  }
}

void BridgeFileReader::add_port(std::string_view value, bool is_out) {
  auto words = split_at(value, ':');
  BridgeFile::Port port{.place = place_, .is_out = is_out, .name = std::string(words.front()), .owners = {}};
  check_port(port.name);
  const auto same = std::ranges::find(file_.ports, port.name, &BridgeFile::Port::name);
  if (same != file_.ports.end()) fail("{}: there already is a port '{}', at {}", key_, port.name, same->place);
  if (file_.ports.size() == kMaxPorts) fail("{}: more than {} ports", key_, kMaxPorts);
  // A number after the property is its interval.
  if (is_out && words.size() > 2 && find_property(words[words.size() - 2]) && !find_property(words.back())) {
    port.seconds = number_of(words.back());
    if (!port.seconds || *port.seconds <= 0.0)
      fail("{}: '{}' is not an interval in seconds", key_, spark::printable(words.back()));
    words.pop_back();
  }
  if (words.size() < 2 || words.size() > 3)
    fail("{}: expected PORT[:OWNER,OWNER...]:PROPERTY{}, not '{}'", key_, is_out ? "[:SECONDS]" : "",
         spark::printable(value));
  const PropertyTraits* const property = find_property(words.back());
  if (!property || !(is_out ? property->has_out : property->has_in))
    fail("{}: {} '{}' (known: {})", key_, property ? "no such port has the property" : "unknown property",
         spark::printable(words.back()), property_words(is_out));
  port.property = property->property;
  if (words.size() == 3) add_owners(port, words[1]);
  if (property->is_single && port.owners.size() > 1) fail("{}: {} takes one owner", key_, property->word);
  if (port.owners.empty() && (property->owners == OwnerKind::percept || property->owners == OwnerKind::effector))
    fail("{}: {} needs an owner", key_, property->word);
  file_.ports.push_back(std::move(port));
}

void BridgeFileReader::connection(std::string_view value) {
  const auto words = split_at(value, ':');
  if (words.size() < 2 || words.size() > 3)
    fail("connection: expected ROBOTPORT:[INSTANCE:]PORT, not '{}'", spark::printable(value));
  if (file_.connections.size() == BridgeFile::kMaxConnections)
    fail("connection: more than {}", BridgeFile::kMaxConnections);
  if (words.size() == 3) check_word("instance", words[1]);
  check_word("port", words.back());
  const std::string_view instance = words.size() == 3 ? words[1] : std::string_view();
  const auto same = std::ranges::find_if(file_.connections, [&](const BridgeFile::Connection& one) {
    return one.robot_port == words.front() && one.instance == instance && one.port == words.back();
  });
  if (same != file_.connections.end()) fail("connection: the same one is already at {}", same->place);
  file_.connections.push_back({.place = place_,
                               .robot_port = std::string(words.front()),
                               .instance = std::string(instance),
                               .port = std::string(words.back())});
}

/// Connections may precede the ports that they name.
void BridgeFileReader::check_connections() const {
  for (const BridgeFile::Connection& one : file_.connections) {
    if (std::ranges::find(file_.ports, one.robot_port, &BridgeFile::Port::name) != file_.ports.end()) continue;
    std::string known;
    for (const BridgeFile::Port& port : file_.ports) known += fmt::format("{}{}", known.empty() ? "" : ", ", port.name);
    fail_at(one.place, "connection: the robot has no port '{}' (known: {})", spark::printable(one.robot_port),
            known.empty() ? "none" : known);
  }
}

void BridgeFileReader::module(std::string_view value) {
  const auto words = split_at(value, ':');
  // A path may contain blanks.
  const bool is_path = !words.front().empty() &&
                       std::ranges::all_of(words.front(), [](unsigned char c) { return c >= ' ' && c != '#'; });
  if (words.size() > 2 || !is_path || (words.size() == 2 && !is_word(words[1])))
    fail("module: expected PATH[:INITFUNCTION], not '{}'", spark::printable(value, 200));
  if (file_.modules.size() == BridgeFile::kMaxModules) fail("module: more than {}", BridgeFile::kMaxModules);
  file_.modules.push_back({place_, std::string(words.front()), std::string(words.size() == 2 ? words[1] : "")});
}

void BridgeFileReader::periodic_rate(std::string_view value) {
  const auto words = split_at(value, ':');
  if (words.size() != 2 || !is_word(words[0]))
    fail("periodic-rate: expected INSTANCE:RATE, not '{}'", spark::printable(value));
  const auto rate = number_of(words[1]);
  if (!rate || !(*rate > 0.0 && *rate <= 1.0))
    fail("periodic-rate: a rate is above 0 and at most 1, not '{}'", spark::printable(words[1]));
  const auto same = std::ranges::find(file_.rates, words[0], &BridgeFile::Rate::instance);
  if (same != file_.rates.end()) fail("periodic-rate: {} already has a rate, at {}", same->instance, same->place);
  file_.rates.push_back({place_, std::string(words[0]), *rate});
}

void BridgeFileReader::tick_mode(std::string_view value) {
  const auto words = split_at(value, ':');
  const std::string_view mode = words.back();
  if (words.size() > 2 || (words.size() == 2 && !is_word(words[0])))
    fail("tick-mode: expected [INSTANCE:]MODE, not '{}'", spark::printable(value));
  if (mode != "wait" && mode != "return")
    fail("tick-mode: unknown mode '{}' (known: wait, return)", spark::printable(mode));
  const std::string_view instance = words.size() == 2 ? words[0] : std::string_view();
  const auto same = std::ranges::find(file_.tick_modes, instance, &BridgeFile::TickMode::instance);
  if (same != file_.tick_modes.end())
    fail("tick-mode: {} already has one, at {}", instance.empty() ? "the file" : instance, same->place);
  file_.tick_modes.push_back({place_, std::string(instance), mode == "return"});
}

}  // namespace

ValueType port_type(const BridgeFile::Port& port) {
  const bool is_item = port.property == Property::percept && port.owners.size() == 1 &&
                       port.owners.front().find('/') != std::string::npos;
  return is_item ? ValueType::doubles : traits(port.property).type;
}

std::optional<std::string> environment_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

BridgeFile read_bridge_file(std::string_view text, std::string_view name, const EnvironmentVariables& variable) {
  return BridgeFileReader(name, variable).read(text);
}

BridgeFile load_bridge_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(BridgeFile::kMaxBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!stream.is_open() || stream.bad())
    throw std::runtime_error(fmt::format("the bridge file {} cannot be read", file.string()));
  return read_bridge_file(text, file.filename().string());
}

}  // namespace rtm
