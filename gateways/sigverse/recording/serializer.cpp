// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/serializer.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace sigverse::recording {

Serializer::~Serializer() {
  try {
    if (file_) writeToFile(file_->path());
  } catch (...) {  // NOLINT(bugprone-empty-catch): a caller that cares has called it before
  }
}

void Serializer::serializeWorld(double time, const client::World& world) {
  if (!builder_.add(time, world)) {
    flush();
    builder_.add(time, world);
  }
  if (header_.empty()) put_header(world);
}

void Serializer::flush() {
  if (!builder_.is_empty()) put(builder_.take());
}

/// Writes the header. This happens late because the poses of shapes in their parts are known only now.
void Serializer::put_header(const client::World& world) {
  header_ = Header::of(shapes_, world).octets();
  if (file_) file_->append_header(header_);
}

void Serializer::put(std::string block) {
  if (file_)
    file_->append_block(block);
  else
    blocks_.push_back(std::move(block));
}

void Serializer::writeToFile(const std::filesystem::path& file) {
  if (file_ && file_->path() != file)
    throw std::runtime_error(
        fmt::format("cannot write {}: the recording is in {}", file.string(), file_->path().string()));
  if (!file_) {
    file_ = std::make_unique<SvdFile>(file);
    if (header_.empty()) return;
    file_->append_header(header_);
    for (const std::string& block : std::exchange(blocks_, {})) file_->append_block(block);
  }
  if (header_.empty()) put_header({});
  flush();
  file_->append_index();
}

void Serializer::readFromFile(const std::filesystem::path& file) {
  problems_.clear();
  recording_.reset();
  recording_ = std::make_unique<Recording>(file, [this](const std::string& line) { problems_.push_back(line); });
}

const client::World* Serializer::deserializeWorld(std::size_t index, double& time) {
  const client::World* const world = recording_ ? recording_->world(index) : nullptr;
  if (world) time = world->time;
  return world;
}

}  // namespace sigverse::recording
