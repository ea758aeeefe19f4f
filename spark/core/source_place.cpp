// SPDX-License-Identifier: Apache-2.0
#include "spark/core/source_place.h"

#include <utility>

#include "spark/core/core.h"

namespace spark {

SourcePlace::SourcePlace(Core& core, std::function<std::string()> name)
    : core_(core), name_(std::move(name)), outer_(std::exchange(core.place, this)) {}

SourcePlace::~SourcePlace() {
  core_.place = outer_;
}

std::string place_name(const Core& core) {
  return core.place ? core.place->name() : std::string();
}

std::string at_place(const Core& core) {
  return core.place ? core.place->name() + ": " : std::string();
}

void report(Core& core, LogLevel level, std::string_view kind, std::string_view text) {
  if (core.place)
    core.log.mistake(level, core.place->name(), kind, text);
  else
    core.log.write(level, text);
}

}  // namespace spark
