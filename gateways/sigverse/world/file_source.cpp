// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/file_source.h"

#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/log.h"

namespace sigverse {
namespace {

[[noreturn]] void fail_to_find(const NamedFile& file) {
  throw MissingFile(fmt::format("{}: there is no file '{}'", file.where, spark::printable(file.name, 200)));
}

}  // namespace

std::string FileSource::path_of(const NamedFile& file) {
  auto path = find(file.name, file.folder);
  if (!path) fail_to_find(file);
  return std::move(*path);
}

SourceFile FileSource::read(const NamedFile& file) {
  auto source = read(file.name, file.folder);
  if (!source) fail_to_find(file);
  return std::move(*source);
}

}  // namespace sigverse
