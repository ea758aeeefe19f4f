// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/option_values.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "spark/core/number_text.h"

namespace spark {
namespace {

using Kind = OptionValue::Kind;

/// `Kept` is a type that can be made from text and converted to text: a path or a string.
template <typename Kept>
OptionValue text_in(Kept& kept, Kind kind, std::string placeholder) {
  OptionValue value{.kind = kind, .placeholder = std::move(placeholder)};
  value.read = last_of([&kept](std::string_view, const std::string& text) { kept = text; });
  value.written = [&kept] { return kept.empty() ? GivenValues() : GivenValues{std::string(kept)}; };
  return value;
}

/// "plain, zst or none"; of many "one of side, ball, left, right, top".
std::string choices_in_words(const std::vector<std::string>& choices) {
  if (choices.size() > 3) return fmt::format("one of {}", fmt::join(choices, ", "));
  std::string text = choices.front();
  for (std::size_t i = 1; i < choices.size(); ++i)
    text += fmt::format("{}{}", i + 1 == choices.size() ? " or " : ", ", choices[i]);
  return text;
}

}  // namespace

void refuse_value(std::string_view option, std::string_view value, std::string_view expected) {
  throw WrongUsage(fmt::format("{} {}: expected {}", option, value.empty() ? "''" : value, expected));
}

std::function<void(std::string_view, const GivenValues&)> last_of(
    std::function<void(std::string_view, const std::string&)> read) {
  return [read = std::move(read)](std::string_view option, const GivenValues& given) { read(option, given.back()); };
}

OptionValue zero_or_one(Place<bool> place) {
  OptionValue value{.placeholder = "0|1", .expected = "0 or 1"};
  value.choices = {"0", "1"};
  value.read = last_of([place](std::string_view option, const std::string& text) {
    constexpr std::array kNo{"0", "no", "off", "false"}, kYes{"1", "yes", "on", "true"};
    const bool yes = std::find(kYes.begin(), kYes.end(), text) != kYes.end();
    if (!yes && std::find(kNo.begin(), kNo.end(), text) == kNo.end()) refuse_value(option, text, "0 or 1");
    place.set(yes);
  });
  value.written = [place] { return GivenValues{place.get() ? "1" : "0"}; };
  return value;
}

OptionValue zero_or_one(bool& kept) {
  return zero_or_one({[&kept] { return kept; }, [&kept](bool yes) { kept = yes; }});
}

OptionValue perhaps_one(OptionValue value) {
  value.placeholder = fmt::format("[{}]", value.placeholder);
  value.min_words = 0;
  value.read = [read = value.read](std::string_view option, const GivenValues& given) {
    read(option, {given.back().empty() ? "1" : given.back()});
  };
  return value;
}

OptionValue flag(bool& kept) {
  OptionValue value = zero_or_one(kept);
  value.kind = Kind::flag;
  value.placeholder.clear();
  value.min_words = value.max_words = 0;
  return value;
}

OptionValue word(std::string& kept, std::string placeholder) {
  return text_in(kept, Kind::word, std::move(placeholder));
}

OptionValue file(std::filesystem::path& kept) {
  return text_in(kept, Kind::file, "FILE");
}

OptionValue folder(std::filesystem::path& kept) {
  return text_in(kept, Kind::folder, "DIR");
}

OptionValue words(std::vector<std::string>& kept, std::string placeholder) {
  OptionValue value{.placeholder = std::move(placeholder)};
  value.read = [&kept](std::string_view, const GivenValues& given) { kept = given; };
  value.written = [&kept] { return kept; };
  return value;
}

OptionValue files(std::vector<std::string>& kept) {
  OptionValue value = words(kept, "FILE");
  value.kind = Kind::file;
  return value;
}

OptionValue in_a_row(OptionValue value) {
  constexpr int kMaxWords = 1 << 20;
  value.placeholder += " ...";
  value.max_words = kMaxWords;
  return value;
}

std::optional<HostPort> read_host(std::string_view text) {
  std::array<unsigned char, 16> octets{};
  const auto is_ipv6 = [&](std::string_view host) {  // with or without an interface: fe80::1%eth0
    return ::inet_pton(AF_INET6, std::string(host.substr(0, host.find('%'))).c_str(), octets.data()) == 1;
  };
  if (is_ipv6(text)) return HostPort{std::string(text)};
  const bool is_bracketed = text.starts_with('[');
  const std::size_t end = is_bracketed ? text.find(']') : text.find(':');
  if (is_bracketed && (end == text.npos || !is_ipv6(text.substr(1, end - 1)))) return std::nullopt;
  HostPort address{std::string(is_bracketed ? text.substr(1, end - 1) : text.substr(0, end))};
  if (address.host.empty()) return std::nullopt;
  std::string_view rest = end == text.npos ? std::string_view() : text.substr(is_bracketed ? end + 1 : end);
  if (rest.empty()) return address;
  std::int64_t port = 0;
  if (!rest.starts_with(':') || rest.substr(1).starts_with('+') || !whole_integer(rest.substr(1), port) || port < 1 ||
      port > 65535)
    return std::nullopt;
  address.port = static_cast<std::uint16_t>(port);
  return address;
}

OptionValue host(std::string& host, std::uint16_t& port) {
  OptionValue value = word(host, "HOST[:PORT]");
  value.expected = "HOST or HOST:PORT, with a port from 1 to 65535";
  value.read = last_of([&host, &port, words = value.expected](std::string_view option, const std::string& text) {
    const auto address = read_host(text);
    if (!address) refuse_value(option, text, words);
    host = address->host;
    port = address->port.value_or(port);
  });
  return value;
}

OptionValue picture_size(int& width, int& height, int min, int max) {
  OptionValue value{.placeholder = "WxH", .expected = fmt::format("WxH, each from {} to {}", min, max)};
  value.read =
      last_of([&width, &height, min, max, words = value.expected](std::string_view option, const std::string& text) {
        const auto is_good = [&](int pixels) { return pixels >= min && pixels <= max; };
        int used = 0;
        const int found = std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &used);
        if (found != 2 || used != static_cast<int>(text.size()) || !is_good(width) || !is_good(height))
          refuse_value(option, text, words);
      });
  value.written = [&width, &height] { return GivenValues{fmt::format("{}x{}", width, height)}; };
  return value;
}

OptionValue png_file(std::string& kept) {
  OptionValue value = word(kept, "FILE.png");
  value.kind = OptionValue::Kind::file;
  value.read = [read = value.read](std::string_view option, const GivenValues& given) {
    std::string ending = std::filesystem::path(given.back()).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!ending.empty() && ending != ".png")
      refuse_value(option, given.back(), "FILE.png: pictures are written as PNG");
    read(option, given);
  };
  return value;
}

OptionValue one_of(std::vector<std::string> choices, Place<std::size_t> place) {
  OptionValue value{.placeholder = fmt::format("{}", fmt::join(choices, "|")), .expected = choices_in_words(choices)};
  value.choices = std::move(choices);
  value.read =
      last_of([place, names = value.choices, words = value.expected](std::string_view option, const std::string& text) {
        const auto name = std::find(names.begin(), names.end(), text);
        if (name == names.end()) refuse_value(option, text, words);
        place.set(static_cast<std::size_t>(name - names.begin()));
      });
  value.written = [place, names = value.choices] { return GivenValues{names[place.get()]}; };
  return value;
}

OptionValue one_of(std::string& kept, std::vector<std::string> choices) {
  const auto place_of = [&kept, choices] {
    return static_cast<std::size_t>(std::find(choices.begin(), choices.end(), kept) - choices.begin());
  };
  OptionValue value = one_of(choices, {place_of, [&kept, choices](std::size_t place) { kept = choices[place]; }});
  value.written = [&kept] { return kept.empty() ? GivenValues() : GivenValues{kept}; };
  return value;
}

OptionValue or_word(OptionValue value, std::string word, std::string_view more, Place<bool> holds) {
  value.placeholder += fmt::format("|{}", word);
  value.expected += more;
  value.read = last_of(
      [read = value.read, holds, word, words = value.expected](std::string_view option, const std::string& text) {
        if (text == word) return holds.set(true);
        try {
          read(option, {text});
        } catch (const WrongUsage&) {
          refuse_value(option, text, words);  // the refusal of `value` does not mention the word
        }
        holds.set(false);
      });
  value.written = [written = value.written, holds, word] { return holds.get() ? GivenValues{word} : written(); };
  return value;
}

OptionValue not_empty(OptionValue value) {
  value.read = [read = value.read](std::string_view option, const GivenValues& given) {
    if (given.back().empty()) refuse_value(option, {}, "the name of a file");
    read(option, given);
  };
  return value;
}

OptionValue shown_as(OptionValue value, std::string placeholder) {
  value.placeholder = std::move(placeholder);
  return value;
}

}  // namespace spark
