// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <pugixml.hpp>
#include <stdexcept>

#include "commserver/guardian/program_search.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace commserver {
namespace {

/// Real databases have a few kilobytes.
constexpr std::size_t kMaxBytes = 1024 * 1024;
/// Well below the limit of an order to the guardian.
constexpr std::size_t kMaxFieldLength = 16 * 1024;
constexpr int kMaxDescriptor = 255;
constexpr int kMaxPort = 65535;

/// The name without its namespace: `adb:agentdb` is an `agentdb`.
std::string_view local_name(const pugi::xml_node& node) {
  std::string_view name = node.name();
  return name.substr(name.find(':') + 1);
}

/// The text of an element. Comments inside are common in old files and split it: `<working_dir><!-- PATH
/// -->/x</working_dir>`.
std::string text_of(const pugi::xml_node& element) {
  std::string text;
  for (const pugi::xml_node& part : element)
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) text += part.value();
  return std::string(spark::trimmed(text));
}

}  // namespace

/// Fills a database from its file.
class AgentDatabaseReader {
 public:
  explicit AgentDatabaseReader(AgentDatabase& database) : database_(database) {}

  void read() {
    const std::string bytes = contents();
    pugi::xml_document document;
    // The default, "auto", honours the encoding in the XML declaration, which is ISO-8859-1 in these files.
    const pugi::xml_parse_result result = document.load_buffer(bytes.data(), bytes.size());
    if (!result) {
      const auto line =
          1 +
          std::count(bytes.begin(), bytes.begin() + std::min<std::ptrdiff_t>(result.offset, std::ssize(bytes)), '\n');
      fail(fmt::format("line {}: {}", line, result.description()));
    }
    const pugi::xml_node root = document.document_element();
    if (local_name(root) != "agentdb")
      fail(fmt::format("not an agent database (its outermost element is '{}')", spark::printable(root.name())));
    for (const pugi::xml_node& element : root) {
      if (element.type() != pugi::node_element) continue;
      if (local_name(element) == "agent_type_external")
        read_type(element);
      else
        warn(fmt::format("'{}' ignored: only agent_type_external is known", spark::printable(element.name())));
    }
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw std::runtime_error(fmt::format("{}: {}", database_.file_.string(), what));
  }
  void warn(std::string_view what) {
    database_.warnings_.push_back(fmt::format("{}: {}", database_.file_.string(), what));
  }

  std::string contents() const {
    errno = 0;
    std::ifstream in(database_.file_, std::ios::binary);
    std::string bytes;
    std::array<char, 4096> piece;
    while (in && bytes.size() <= kMaxBytes) {
      in.read(piece.data(), std::ssize(piece));
      bytes.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.is_open() || in.bad())
      fail(fmt::format("cannot read the agent database: {}", std::strerror(errno ? errno : EIO)));
    if (bytes.size() > kMaxBytes) fail("too large for an agent database");
    return bytes;
  }

  void read_type(const pugi::xml_node& element) {
    AgentType type;
    type.name = std::string(spark::trimmed(element.attribute("name").value()));
    type.commserver = std::string(spark::trimmed(element.attribute("commserver").value()));
    if (type.name.empty()) fail("an agent_type_external has no name");
    const std::string label = fmt::format("agent type '{}'", spark::printable(type.name));
    if (database_.find(type.name)) return warn(fmt::format("{} is defined again; the first definition counts", label));

    std::string folder = ".";
    for (const pugi::xml_node& field : element) {
      if (field.type() != pugi::node_element) continue;
      const std::string_view name = local_name(field);
      const std::string text = text_of(field);
      if (text.size() > kMaxFieldLength) fail(fmt::format("{}: {} is too long", label, name));
      if (name == "inputfd") {
        type.input_fd = number(label, name, text, kMaxDescriptor);
      } else if (name == "outputfd") {
        type.output_fd = number(label, name, text, kMaxDescriptor);
      } else if (name == "timer") {
        try {
          type.timer = Timer::parse(text);
        } catch (const std::runtime_error& error) {
          fail(fmt::format("{}: {}", label, error.what()));
        }
      } else if (name == "working_dir") {
        if (!text.empty()) folder = text;
      } else if (name == "exec_line") {
        type.command = spark::split_command_line(text);
      } else if (name == "connects") {
        type.connects = connects(label, text);
      } else if (name == "port") {
        type.port = number(label, name, text, kMaxPort);
      } else {
        warn(fmt::format("{}: '{}' ignored", label, spark::printable(name)));
      }
    }
    const bool needs_command = type.connects != AgentType::Connects::awaited;
    if (!needs_command) type.command.clear();
    if (needs_command && (type.command.empty() || type.command.front().empty()))
      fail(fmt::format("{}: exec_line is missing or empty", label));
    if (type.port != 0 && type.connects != AgentType::Connects::all && type.connects != AgentType::Connects::awaited)
      fail(fmt::format("{}: only 'awaited' and 'all' can have a port", label));
    if (type.input_fd == type.output_fd)
      fail(fmt::format("{}: inputfd and outputfd are both {}", label, type.input_fd));
    type.working_folder = (std::filesystem::absolute(database_.file_).parent_path() / folder).lexically_normal();
    database_.types_.push_back(std::move(type));
  }

  int number(std::string_view label, std::string_view field, std::string_view text, int max) const {
    std::int64_t number = -1;
    if (!spark::whole_integer(text, number) || number < 0 || number > max)
      fail(fmt::format("{}: {} '{}' is not a number from 0 to {}", label, field, spark::printable(text), max));
    return static_cast<int>(number);
  }

  AgentType::Connects connects(std::string_view label, std::string_view text) const {
    if (text == "each") return AgentType::Connects::each;
    if (text == "all") return AgentType::Connects::all;
    if (text == "awaited") return AgentType::Connects::awaited;
    fail(fmt::format("{}: connects '{}' is not one of each, all, awaited", label, spark::printable(text)));
  }

  AgentDatabase& database_;
};

AgentDatabase AgentDatabase::load(const std::filesystem::path& file) {
  AgentDatabase database;
  database.file_ = file;
  AgentDatabaseReader(database).read();
  return database;
}

const AgentType* AgentDatabase::find(std::string_view name) const {
  for (const AgentType& type : types_)
    if (type.name == name) return &type;
  return nullptr;
}

const AgentType& AgentDatabase::get(std::string_view name) const {
  if (const AgentType* type = find(name)) return *type;
  std::string known;
  for (const AgentType& type : types_) known += (known.empty() ? "" : ", ") + type.name;
  throw std::runtime_error(fmt::format("no agent type '{}' in {} (it has: {})", spark::printable(name), file_.string(),
                                       known.empty() ? "none" : known));
}

std::filesystem::path find_program(const AgentType& type, const std::vector<std::filesystem::path>& folders) {
  try {
    return find_program(type.command.front(), type.working_folder, folders);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("agent type '{}': {}", type.name, error.what()));
  }
}

}  // namespace commserver
