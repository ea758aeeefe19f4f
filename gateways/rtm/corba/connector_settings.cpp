// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/connector_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/nv_list.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace rtm {
namespace {

/// None of our components is executed at a higher rate.
constexpr double kMaxPushRate = 10'000.0;

std::string lower(std::string_view text) {
  const auto is_blank = [](unsigned char letter) { return std::isspace(letter) != 0; };
  while (!text.empty() && is_blank(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && is_blank(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return result;
}

/// Reads the settings of one side.
class ConnectorWords {
 public:
  ConnectorWords(const SDOPackage::NVList& properties, DataSide side) : properties_(properties), side_(side) {}

  /// The unchanged text; nothing if it is missing or empty.
  std::optional<std::string> text(std::string_view key) const {
    for (const char* const prefix : {side_ == DataSide::in ? "dataport.inport." : "dataport.outport.", "dataport."}) {
      auto found = find_text(properties_, prefix + std::string(key));
      if (found && !lower(*found).empty()) return found;
    }
    return std::nullopt;
  }
  std::string word(std::string_view key, std::string_view otherwise = {}) const {
    return lower(text(key).value_or(std::string(otherwise)));
  }

 private:
  const SDOPackage::NVList& properties_;
  DataSide side_;
};

ConnectorRefusal refuse(RTC::ReturnCode_t code, std::string problem) {
  return {code, std::move(problem)};
}

std::string unknown_word(std::string_view key, std::string_view word, std::string_view taken) {
  return fmt::format("{} '{}' is not known here; it is taken as {}", key, spark::printable(word), taken);
}

BufferSettings read_buffer(const ConnectorWords& words, std::vector<std::string>& notes) {
  BufferSettings buffer;
  if (const auto length = words.text("buffer.length")) {
    double number = 0.0;
    if (spark::whole_number(lower(*length), number) && number >= 1.0)
      buffer.length = static_cast<std::size_t>(std::min(number, static_cast<double>(BufferSettings::kMaxLength)));
    else
      notes.push_back(unknown_word("buffer.length", *length, std::to_string(buffer.length)));
  }
  if (const std::string word = words.word("buffer.write.full_policy"); !word.empty()) {
    if (const auto full = full_policy(word)) {
      buffer.full = *full;
    } else {
      // A user who asks to wait for room cares about lost values, so a full buffer refuses the value, which the writer
      // notices.
      if (word == "block") buffer.full = Full::do_nothing;
      notes.push_back(unknown_word("buffer.write.full_policy", word, word == "block" ? "do_nothing" : "overwrite"));
    }
  }
  if (const std::string word = words.word("buffer.read.empty_policy"); !word.empty()) {
    if (const auto empty = empty_policy(word)) {
      buffer.empty = *empty;
    } else {
      if (word == "block") buffer.empty = Empty::do_nothing;
      notes.push_back(unknown_word("buffer.read.empty_policy", word, word == "block" ? "do_nothing" : "readback"));
    }
  }
  return buffer;
}

/// "flush", "new" or "periodic", or another text from the settings. `io_mode` is a newer key for the first two.
std::string subscription_type(const ConnectorWords& words) {
  if (std::string type = words.word("subscription_type"); !type.empty()) return type;
  const std::string mode = words.word("io_mode");
  if (mode == "nonblock") return "new";
  return mode.empty() || mode == "block" ? "flush" : mode;
}

ConnectorRefusal read_delivery(const ConnectorWords& words, Delivery& into, std::vector<std::string>& notes) {
  const std::string type = subscription_type(words);
  if (type == "flush") {
    into.kind = Delivery::Kind::flush;
    return {};
  }
  if (type == "periodic") {
    const auto rate = words.text("publisher.push_rate");
    const std::string text = lower(rate ? *rate : words.word("push_rate"));
    double hertz = 0.0;
    if (!spark::whole_number(text, hertz) || !std::isfinite(hertz) || hertz <= 0.0)
      return refuse(RTC::RTC_ERROR,
                    fmt::format("a periodic subscription has a rate > 0, and not '{}'", spark::printable(text)));
    into.kind = Delivery::Kind::periodic;
    into.rate = std::min(hertz, kMaxPushRate);
    return {};
  }
  if (type != "new") return refuse(RTC::BAD_PARAMETER, fmt::format("no subscription is '{}'", spark::printable(type)));
  const std::string policy = words.word("publisher.push_policy", "new");
  into.kind = policy == "all" ? Delivery::Kind::all : Delivery::Kind::newest;
  if (policy != "all" && policy != "new") notes.push_back(unknown_word("publisher.push_policy", policy, "new"));
  return {};
}

ConnectorRefusal read_form(const ConnectorWords& words, ValueType type, DataConnector& into) {
  if (const std::string word = words.word("interface_type", "corba_cdr"); word != "corba_cdr")
    return refuse(RTC::BAD_PARAMETER, fmt::format("no interface is '{}'", spark::printable(word)));
  const std::string flow = words.word("dataflow_type");
  if (flow != "push" && flow != "pull")
    return refuse(RTC::BAD_PARAMETER,
                  fmt::format("the data flow is push or pull, and not '{}'", spark::printable(flow)));
  into.flow = flow == "push" ? DataConnector::Flow::push : DataConnector::Flow::pull;
  if (const std::string word = words.word("marshaling_type", "cdr"); word != "cdr")
    return refuse(RTC::RTC_ERROR, fmt::format("values are not marshaled as '{}'", spark::printable(word)));
  const auto theirs = words.text("data_type");
  if (theirs && last_name(*theirs) != last_name(repository_id(type)))
    return refuse(RTC::BAD_PARAMETER, fmt::format("its values are {}, and not {}", last_name(repository_id(type)),
                                                  spark::printable(last_name(*theirs))));
  const std::string orders = words.word("serializer.cdr.endian", "little");
  const std::string order = lower(std::string_view(orders).substr(0, orders.find(',')));
  if (order != "little" && order != "big")
    return refuse(RTC::UNSUPPORTED, fmt::format("no byte order is '{}'", spark::printable(order)));
  into.order = order == "little" ? std::endian::little : std::endian::big;
  return {};
}

}  // namespace

ConnectorRefusal read_data_connector(const SDOPackage::NVList& properties, DataSide side, ValueType type,
                                     DataConnector& into, std::vector<std::string>& notes) {
  const ConnectorWords words(properties, side);
  if (auto refused = read_form(words, type, into); refused.is_refused()) return refused;
  into.buffer = read_buffer(words, notes);
  if (side == DataSide::out && into.flow == DataConnector::Flow::push) {
    if (auto refused = read_delivery(words, into.delivery, notes); refused.is_refused()) return refused;
    into.delivery.buffer = into.buffer;
  }
  return {};
}

void add_data_presets(SDOPackage::NVList& properties, ValueType type) {
  const auto add = [&properties](std::string_view name, std::string_view text) {
    const auto found = find_text(properties, name);
    if (!found || lower(*found).empty()) set_text(properties, name, text);
  };
  add("dataport.interface_type", "corba_cdr");
  add("dataport.dataflow_type", "push");
  add("dataport.data_type", repository_id(type));
  add("dataport.serializer.cdr.endian", "little,big");
}

std::string_view last_name(std::string_view repository_id) {
  if (repository_id.starts_with("IDL:")) repository_id = repository_id.substr(0, repository_id.rfind(':'));
  repository_id.remove_prefix(repository_id.find_last_of("/:") + 1);
  return repository_id;
}

bool is_word(std::string_view text, std::string_view word) {
  return lower(text) == word;
}

bool is_yes(std::string_view word) {
  const std::string text = lower(word);
  return text == "yes" || text == "true" || text == "on" || text == "1";
}

}  // namespace rtm
