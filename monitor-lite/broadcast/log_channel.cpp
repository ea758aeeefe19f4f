// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "monitor-lite/broadcast/channel.h"

namespace monitor {

LogChannel::LogChannel(std::vector<std::filesystem::path> files, TeamNames names)
    : files_(std::move(files)), names_(std::move(names)) {
  now_ = open_one();
  if (!now_) throw std::runtime_error(problems_.empty() ? "there is no log to show" : problems_.front());
  following_ = open_one();
}

std::unique_ptr<LogFootage> LogChannel::open_one() {
  while (opened_ < files_.size()) {
    const std::filesystem::path& file = files_[opened_++];
    try {
      auto footage = std::make_unique<LogFootage>(file, names_);
      if (const std::string problem = footage->log().problem(); !problem.empty())
        problems_.push_back(fmt::format("{}: {}", file.string(), problem));
      return footage;
    } catch (const std::exception& error) {
      problems_.emplace_back(error.what());
    }
  }
  return nullptr;
}

void LogChannel::next() {
  if (!following_) return;
  now_ = std::move(following_);
  following_ = open_one();
}

std::vector<std::string> LogChannel::take_problems() {
  return std::exchange(problems_, {});
}

}  // namespace monitor
