// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gateways/sigverse/world/lost_shapes.h"
#include "gateways/sigverse/world/world_reader.h"

/// Files of a world by name, without a disk and without folders.
struct Shelf : sigverse::FileSource {
  std::map<std::string, std::string> files{
      {"Entity.xml",
       R"(<define-class name="Entity"><attr name="name" type="string"/><attr name="mass" type="double" value="1"/>
<attr name="x" type="double" group="position" value="0"/><attr name="y" type="double" group="position" value="0"/>
<attr name="scalex" type="double" value="1"/><attr name="scaley" type="double" value="1"/>
<attr name="scalez" type="double" value="1"/><attr name="visStateAttrName" type="string" value="visual"/>
<attr name="dynamics" type="bool" value="true"/></define-class>)"},
      {"Ball.xml", R"(<define-class name="Ball" inherit="Entity.xml"/>)"}};
  sigverse::MissingClass missing = sigverse::MissingClass::error;
  std::uint64_t seed = 1;
  std::map<std::string, int> reads;

  std::optional<std::string> find(const std::string& name, const std::string&) override {
    return files.contains(name) ? std::optional(name) : std::nullopt;
  }
  std::optional<sigverse::SourceFile> read(const std::string& name, const std::string&) override {
    const auto at = files.find(name);
    ++reads[name];
    if (at == files.end()) return std::nullopt;
    return sigverse::SourceFile{name, "", at->second};
  }
  std::optional<std::string> find_lost_shape(const std::string& class_name, const std::string&) override {
    for (const auto& [name, text] : files)
      if (sigverse::shape_rank(class_name, name)) return name;
    return std::nullopt;
  }

  sigverse::WorldPlan world(const std::string& content) {
    files["w.xml"] = content;
    spark::RandomStreams random(seed);
    return sigverse::read_world("w.xml", *this, missing, random);
  }
  /// The error of a world; empty if there is none.
  std::string error(const std::string& content) {
    try {
      world(content);
    } catch (const sigverse::WorldFileError& error) {
      return error.what();
    }
    return {};
  }
};

inline std::string in_world(const std::string& content) {
  return "<world name=\"w\">\n" + content + "</world>";
}
