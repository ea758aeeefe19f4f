// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/commands.h"

#include <fmt/format.h>

#include "gateways/sigverse/tools/link.h"
#include "gateways/sigverse/tools/object_json.h"
#include "gateways/sigverse/tools/service_list.h"
#include "gateways/sigverse/wire/object_text.h"
#include "gateways/sigverse/wire/wave.h"
#include "spark/command_line/option_values.h"
#include "spark/core/log.h"
#include "spark/core/near_name.h"

namespace sigverse::tools {
namespace {

using wire::Address;
using wire::GetObjectNames;
using wire::kLongestName;
using wire::ObjectRecord;
using wire::SimCommand;

std::string hint(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = spark::near_name(word, known);
  return near.empty() ? near : fmt::format("; did you mean {}?", spark::printable(near, near.size()));
}

template <SimCommand kCommand>
std::string control(Link& link, const Command&) {
  link.control(kCommand);
  return {};
}

std::string quit(Link& link, const Command&) {
  link.end_simulation();
  return {};
}

std::string names(Link& link, const Command&) {
  std::string out;
  for (const std::string& name : link.names(GetObjectNames{}.what)) out += spark::printable(name, name.size()) + '\n';
  return out;
}

std::string services(Link& link, const Command& command) {
  const std::vector<Service> all = link.services();
  if (command.json) return services_as_json(all);
  return all.empty() ? "no services\n" : services_as_text(all);
}

std::string time(Link& link, const Command&) {
  return fmt::format("{:.9g}\n", link.time());
}

[[noreturn]] void refuse_unknown(Link& link, const std::string& name, std::uint16_t kind) {
  throw CommandError(fmt::format("there is no {} '{}'{}", kind == GetObjectNames::kAgents ? "agent" : "object",
                                 spark::printable(name, kLongestName), hint(name, link.names(kind))));
}

std::string print(Link& link, const Command& command) {
  const std::string& name = command.words[1];
  double now = 0.0;
  ObjectRecord object;
  if (!link.entity(name, now, object)) refuse_unknown(link, name, GetObjectNames{}.what);
  if (command.json) return object_as_json(object, now);
  // Characters that would move the cursor of a terminal are shown as '?'.
  return wire::object_as_text(object, now, [](std::string_view text) { return spark::printable(text, text.size()); });
}

/// Refuses an agent that has no controller; returns the SIG time.
double require_controller(Link& link, const std::string& name) {
  double now = 0.0;
  ObjectRecord object;
  if (!link.entity(name, now, object)) refuse_unknown(link, name, GetObjectNames::kAgents);
  if (!object.attached)
    throw CommandError(fmt::format("'{}' has no controller to hear it", spark::printable(name, kLongestName)));
  return now;
}

std::string send(Link& link, const Command& command) {
  require_controller(link, command.words[1]);
  link.message(command.words[1], command.words[2]);
  return {};
}

std::string say(Link& link, const Command& command) {
  std::string octets, problem;
  const std::optional<wire::Wave> wave = wire::load_wave(command.words[1], octets, problem);
  if (!wave) throw CommandError(spark::printable(problem, problem.size()));
  link.sound(command.to, require_controller(link, command.to), *wave);
  return {};
}

struct Row {
  std::string_view word;
  std::size_t words;  ///< including the command itself
  const char* expected;
  std::string (*carry_out)(Link&, const Command&);
  bool has_receiver = false;  ///< it takes --to
};
constexpr Row kCommands[] = {
    {"start", 1, "", control<SimCommand::start>},
    {"stop", 1, "", control<SimCommand::stop>},
    {"reset", 1, "", control<SimCommand::reset>},
    {"restart", 1, "", control<SimCommand::restart>},
    {"quit", 1, "", quit},
    {"names", 1, "", names},
    {"services", 1, "", services},
    {"print", 2, " NAME", print},
    {"send", 3, " NAME TEXT", send},
    {"say", 2, " FILE --to NAME", say, true},
    {"time", 1, "", time},
};

const Row* find(const Command& command) {
  for (const Row& row : kCommands)
    if (!command.words.empty() && row.word == command.words[0]) return &row;
  return nullptr;
}

}  // namespace

void check(const Command& command) {
  std::vector<std::string> known;
  for (const Row& row : kCommands) known.emplace_back(row.word);
  if (command.words.empty()) throw spark::WrongUsage(fmt::format("expected a command: {}", fmt::join(known, ", ")));
  const Row* const row = find(command);
  if (!row)
    throw spark::WrongUsage(
        fmt::format("unknown command '{}'{}", spark::printable(command.words[0]), hint(command.words[0], known)));
  if (command.words.size() != row->words || command.to.empty() == row->has_receiver)
    throw spark::WrongUsage(fmt::format("expected: {}{}", row->word, row->expected));
}

std::string carry_out(const Command& command, const Address& server, std::chrono::milliseconds timeout,
                      std::string_view program) {
  Link link(server, timeout, program);
  return find(command)->carry_out(link, command);
}

}  // namespace sigverse::tools
