// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/option_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/core/number_text.h"

namespace monitor {

using spark::GivenValues;
using spark::OptionValue;
namespace {

constexpr int kMinPixels = 64;

}  // namespace

OptionValue size(PictureOptions& picture) {
  OptionValue value;
  value.placeholder = "WxH";
  value.expected = fmt::format("WxH, each from {} to {}", kMinPixels, Offscreen::kMaxPixels);
  value.read = spark::last_of([&picture, words = value.expected](std::string_view option, const std::string& text) {
    const auto good = [](int pixels) { return pixels >= kMinPixels && pixels <= Offscreen::kMaxPixels; };
    int used = 0;
    const int found = std::sscanf(text.c_str(), "%dx%d%n", &picture.width, &picture.height, &used);
    if (found != 2 || used != static_cast<int>(text.size()) || !good(picture.width) || !good(picture.height))
      spark::refuse_value(option, text, words);
  });
  value.written = [&picture] { return GivenValues{fmt::format("{}x{}", picture.width, picture.height)}; };
  return value;
}

OptionValue game_time(std::optional<double>& kept) {
  OptionValue value;
  value.kind = OptionValue::Kind::number;
  value.placeholder = "S";
  value.expected = "a time of the game, in seconds from 0 on";
  value.read = spark::last_of([&kept, words = value.expected](std::string_view option, const std::string& text) {
    double time = 0.0;
    if (!spark::whole_number(text, time) || !(std::isfinite(time) && time >= 0))
      spark::refuse_value(option, text, words);
    kept = time;
  });
  value.written = [&kept] { return kept ? GivenValues{fmt::format("{}", *kept)} : GivenValues(); };
  return value;
}

OptionValue picture_file(std::string& kept) {
  OptionValue value = spark::word(kept, "FILE.png");
  value.kind = OptionValue::Kind::file;
  value.read = [read = value.read](std::string_view option, const GivenValues& given) {
    std::string ending = std::filesystem::path(given.back()).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!ending.empty() && ending != ".png")
      spark::refuse_value(option, given.back(), "FILE.png: pictures are written as PNG");
    read(option, given);
  };
  return value;
}

OptionValue camera(std::string& kept) {
  const std::vector<std::string> names(kCameraNames.begin(), kCameraNames.end());
  const auto place = [&kept, names] {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), kept) - names.begin());
  };
  return spark::one_of(names, {place, [&kept, names](std::size_t chosen) { kept = names[chosen]; }});
}

OptionValue look(std::string& kept, std::string placeholder, std::function<void(const std::string&)> check) {
  OptionValue value = spark::word(kept, std::move(placeholder));
  value.read = [read = value.read, check = std::move(check)](std::string_view option, const GivenValues& given) {
    try {
      if (!given.back().empty()) check(given.back());
    } catch (const std::invalid_argument& error) {
      spark::refuse_value(option, given.back(), error.what());
    }
    read(option, given);
  };
  return value;
}

}  // namespace monitor
