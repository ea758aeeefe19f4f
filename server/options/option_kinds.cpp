// SPDX-License-Identifier: Apache-2.0
#include "server/options/option_kinds.h"

#include <fmt/format.h>

#include <utility>

#include "commserver/think/timer.h"
#include "spark/core/number_text.h"

namespace server {

using namespace spark;
namespace {

constexpr int kMaxInBatch = 11;
constexpr const char* kAsWritten = "as_written";

Options::Batch read_batch(std::string_view option, const std::string& text) {
  if (text == "none" || text == "none:0") return {"none", 0};
  const auto colon = text.rfind(':');
  Options::Batch batch{text.substr(0, colon), kMaxInBatch};
  std::int64_t count = kMaxInBatch;
  if (batch.type.empty() ||
      (colon != text.npos && (!whole_integer(text.substr(colon + 1), count) || count < 0 || count > kMaxInBatch)))
    refuse_value(option, text, fmt::format("TYPE or TYPE:N with N from 0 to {}", kMaxInBatch));
  batch.count = static_cast<int>(count);
  return batch;
}

bool is_fixed(const std::string& text) {
  return text.starts_with("fixed ") && commserver::Timer::parse(text).min_cost() >= 0;
}

}  // namespace

OptionValue batches(std::vector<Options::Batch>& kept) {
  OptionValue value;
  value.placeholder = "TYPE[:N]";
  value.expected = fmt::format("TYPE or TYPE:N with N from 0 to {}", kMaxInBatch);
  value.read = [&kept](std::string_view option, const GivenValues& given) {
    kept.clear();
    for (const std::string& text : given) kept.push_back(read_batch(option, text));
  };
  value.written = [&kept] {
    GivenValues texts;
    for (const auto& batch : kept) texts.push_back(fmt::format("{}:{}", batch.type, batch.count));
    return texts;
  };
  return value;
}

OptionValue speed(Options& options) {
  const Place<double> multiple{[&options] { return options.chosen_speed.value_or(1.0); },
                               [&options](double times) { options.chosen_speed = times; }};
  OptionValue value = or_word(positive_number(multiple), "max", ", or 'max'",
                              {[&options] { return !options.chosen_speed; },
                               [&options](bool is_max) {
                                 options.speed_chosen = true;
                                 if (is_max) options.chosen_speed.reset();
                               }});
  value.written = [&options, written = value.written] { return options.speed_chosen ? written() : GivenValues(); };
  return value;
}

OptionValue timers(std::string& kept) {
  OptionValue value;
  value.placeholder = "TIMER";
  value.expected = "as_written or fixed N";
  value.max_words = 2;
  value.read = [&kept, words = value.expected](std::string_view option, const GivenValues& given) {
    std::string text;
    for (const std::string& word : given) {
      const bool begins = text.empty() || word.starts_with(kAsWritten) || word.starts_with("fixed");
      text = begins ? word : fmt::format("{} {}", text, word);
    }
    if (text != kAsWritten && !is_fixed(text)) refuse_value(option, text, words);
    kept = text;
  };
  value.written = [&kept] { return GivenValues{kept}; };
  return value;
}

OptionValue seconds_or_off(double& kept) {
  return or_word(shown_as(positive_number(kept), "S"), "off", ", or 'off'",
                 {[&kept] { return kept == 0; },
                  [&kept](bool off) {
                    if (off) kept = 0;
                  }});
}

OptionValue folder_or_off(std::string& kept) {
  OptionValue value = word(kept, "DIR|off");
  value.kind = OptionValue::Kind::folder;
  return value;
}

OptionValue two_names(std::vector<std::string>& kept, std::string placeholder) {
  OptionValue value{.kind = OptionValue::Kind::file,
                    .placeholder = std::move(placeholder),
                    .expected = "two names",
                    .min_words = 2,
                    .max_words = 2};
  value.read = [&kept, words = value.expected](std::string_view option, const GivenValues& given) {
    if (given.size() != 2) refuse_value(option, given.back(), words);
    kept = given;
  };
  value.written = [&kept] { return kept; };
  return value;
}

OptionValue perhaps_a_name(std::optional<std::string>& kept) {
  return {.kind = OptionValue::Kind::word,
          .placeholder = "[NAME]",
          .min_words = 0,
          .read = [&kept](std::string_view, const GivenValues& given) { kept = given.back(); },
          .written = [&kept]() -> GivenValues { return kept ? GivenValues{*kept} : GivenValues{}; }};
}

OptionValue noted(OptionValue value, bool& given) {
  value.read = [read = std::move(value.read), &given](std::string_view option, const GivenValues& values) {
    read(option, values);
    given = true;
  };
  return value;
}

OptionValue agent_wall(Options& options) {
  OptionValue value = noted(seconds_or_off(options.agent_wall_s), options.agent_wall_chosen);
  value.written = [&options, written = value.written] {
    return options.agent_wall_chosen || options.agent_wall_s > 0 ? written() : GivenValues();
  };
  return value;
}

namespace {

/// Reads and refuses like the option that `make` creates for a field, but with a temporary field.
template <typename Field, typename Make>
OptionValue script_text(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                        Make make) {
  const auto field = std::make_shared<Field>();
  OptionValue value = make(*field);
  value.read = [read = std::move(value.read), field, &variables, name](std::string_view option,
                                                                       const GivenValues& given) {
    read(option, given);
    variables.emplace_back(name, given.back());
  };
  // The script's variables are written separately.
  value.written = [] { return GivenValues(); };
  return value;
}

}  // namespace

OptionValue script_port(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name) {
  using Port = std::optional<std::uint16_t>;
  return script_text<Port>(variables, name, [](Port& port) { return port_or_off(port); });
}

OptionValue script_word(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                        std::string placeholder) {
  return script_text<std::string>(variables, name,
                                  [&](std::string& text) { return word(text, std::move(placeholder)); });
}

OptionValue script_file(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name) {
  return script_text<std::filesystem::path>(variables, name, [](std::filesystem::path& path) { return file(path); });
}

OptionValue script_words(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                         std::string placeholder) {
  OptionValue value = script_text<std::vector<std::string>>(
      variables, name, [&](std::vector<std::string>& all) { return words(all, std::move(placeholder)); });
  value.read = [&variables, name](std::string_view, const GivenValues& given) {
    variables.emplace_back(name, fmt::format("{}", fmt::join(given, " ")));
  };
  return value;
}

OptionValue script_folder(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name) {
  return script_text<std::filesystem::path>(variables, name, [](std::filesystem::path& path) { return folder(path); });
}

OptionValue script_switch(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name) {
  OptionValue value = zero_or_one(Place<bool>{
      [] { return false; }, [&variables, name](bool on) { variables.emplace_back(name, on ? "true" : "false"); }});
  // The script's variables are written separately.
  value.written = [] { return GivenValues(); };
  return value;
}

}  // namespace server
