// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/options.h"

#include "spark/command_line/command_line.h"

namespace sigverse::speech {
namespace {

using spark::OptionTable;

OptionTable::Program program() {
  return {
      "sigjsp", RCSS_VERSION,
      "Recognises speech for the controllers of a SIGVerse server: what a controller asks for with getText(sound).",
      std::string("It registers at the server as a provider of speech recognition, and ends with the server. One sound "
                  "is recognised at a time, others wait. Sounds have any sampling rate from 1 kHz to 65 kHz, one or "
                  "two channels, 8 or 16 bits.\n"
                  "SIGVERSE_SERVER, HOST:PORT, stands for a host and a port that are not given. Exit status: 0 when "
                  "the server or a signal has ended it, 1 if there is no server or no recogniser, 2 for wrong "
                  "usage.\n") +
          (has_pocketsphinx() ? "" : "This sigjsp was built without pocketsphinx.\n")};
}

void add_pocketsphinx_options(OptionTable& table, PocketsphinxSettings& settings) {
  table.begin_section("With --backend pocketsphinx");
  table.add({.names = {"grammar"},
             .value = spark::shown_as(spark::file(settings.grammar), "F.jsgf"),
             .help =
                 "the sentences that may be said, as JSGF. Without it any sentence of the language model may be, which "
                 "is recognised far less well"});
  table.add({.names = {"dictionary"},
             .value = spark::file(settings.dictionary),
             .help = "words and pronunciations to add to those of the model: a word and its phones in each line "
                     "(can K AA N)"});
  table.add({.names = {"model"},
             .value = spark::folder(settings.model),
             .help = "folder of the model: an acoustic model (a folder with a file mdef), a dictionary (*.dict) and a "
                     "language model (*.lm.bin)"});
}

void add_julius_options(OptionTable& table, Julius::Settings& settings) {
  table.begin_section("With --backend julius");
  table.add({.names = {"julius"},
             .value = spark::word(settings.command, "COMMAND"),
             .help = "command that starts julius: \"julius -C main.jconf -module -input adinnet\". Without it, julius "
                     "must already be running"});
  table.add({.names = {"julius_log"},
             .value = spark::not_empty(spark::file(settings.log)),
             .help = "file to which its output is appended",
             .usual = "none"});
  table.add({.names = {"julius_host"},
             .value = spark::host(settings.host, settings.module_port),
             .help = "where it runs; the port is that of -module"});
  table.add({.names = {"module_port"}, .value = spark::port(settings.module_port, 1), .help = "its port of -module"});
  table.add({.names = {"adinnet_port"},
             .value = spark::port(settings.adinnet_port, 1),
             .help = "its port of -input adinnet (-adport)"});
  table.add({.names = {"rate"},
             .value = spark::whole_number(settings.rate, 4'000, 48'000),
             .help = "the sampling rate of its acoustic model (-smpFreq)",
             .unit = "Hz"});
}

void add_options(OptionTable& table, Options& options) {
  table.begin_section("Recognition");
  table.add({.names = {"backend"},
             .value = spark::one_of(options.backend, {"julius", "pocketsphinx"}),
             .help = "recogniser to use; required"});
  table.add({.names = {"timeout"},
             .value = spark::positive_number(options.timeout_s, 10.0),
             .help = "how long the recognition of one sound may take; then it has no text",
             .unit = "s"});
  add_pocketsphinx_options(table, options.pocketsphinx);
  add_julius_options(table, options.julius);
  table.begin_section("The server");
  table.add({.names = {"h", "host"},
             .value = spark::host(options.server.host, options.server.port),
             .help = "its name or address"});
  table.add({.names = {"p", "port"}, .value = spark::port(options.server.port, 1), .help = "its port"});
  table.begin_section("The provider");
  table.add({.names = {"name"},
             .value = spark::word(options.name, "NAME"),
             .help = "its name; must be unique among the programs at the server"});
  table.add({.names = {"service_host"},
             .value = spark::word(options.service_host, "HOST"),
             .help = "where the server and controllers reach it; it then listens on all addresses of this machine",
             .usual = "the address from which it connects to the server"});
  table.add({.names = {"service_port"},
             .value = spark::port(options.service_port, 0),
             .help = "where it listens; 0: any free port"});
  table.begin_section("Help");
  table.add_questions();
}

/// The first of these options that was given; null if none was given.
const std::string* first_given(const spark::NamedValues& given, std::initializer_list<std::string_view> names) {
  for (const auto& [name, value] : given)
    for (const std::string_view one : names)
      if (name == one) return &name;
  return nullptr;
}

void check_backend(const Options& options, const spark::NamedValues& given) {
  constexpr std::size_t kLongestName = 255;  // of a provider's name, in octets
  if (options.name.empty() || options.name.size() > kLongestName)
    throw spark::WrongUsage("--name: expected a name of 1 to 255 octets");
  if (options.backend.empty()) throw spark::WrongUsage("--backend is missing: julius or pocketsphinx");
  const std::string* const without_effect =
      options.backend == "julius"
          ? first_given(given, {"grammar", "dictionary", "model"})
          : first_given(given, {"julius", "julius_log", "julius_host", "module_port", "adinnet_port", "rate"});
  if (without_effect)
    throw spark::WrongUsage("--" + *without_effect + ": has no effect with --backend " + options.backend);
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options) {
  OptionTable table(program());
  add_options(table, options);
  const spark::NamedValues given = spark::split_arguments(table, {argv + 1, argv + argc});
  if (auto answer = spark::answer_questions(table, given)) return answer;
  if (environment && *environment != '\0')
    spark::host(options.server.host, options.server.port).read("SIGVERSE_SERVER", {environment});
  table.take(given, [](const std::string&, const std::string&) {});
  check_backend(options, given);
  return std::nullopt;
}

std::unique_ptr<Recogniser> make_recogniser(const Options& options, spark::RealClock& clock, const Say& say) {
  if (options.backend == "julius") return std::make_unique<Julius>(options.julius, clock, say);
  return make_pocketsphinx(options.pocketsphinx, clock, say);
}

}  // namespace sigverse::speech
