// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spark/x3d/read_error.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"

inline std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

/// The files of this folder, such as people and exporters write them.
inline std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/tests/spark/x3d/files"))
    files.push_back(entry.path());
  return files;
}

inline std::string file_text(std::string_view name) {
  return content(std::filesystem::path(source_folder() + "/tests/spark/x3d/files") / name);
}

/// The document of `text` without its first line, which counts as line 1.
inline x3d::Document read_body(std::string_view text, const x3d::Limits& limits = {}) {
  return x3d::read_vrml(std::string(x3d::kVrmlHeader).append("\n").append(text), "test.wrl", limits);
}

/// The error message for `text` without its first line; empty if there is none.
inline std::string problem_of(std::string_view text, const x3d::Limits& limits = {}) {
  try {
    read_body(text, limits);
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// The first node of a document.
inline const x3d::Node& first_node(const x3d::Document& document) {
  for (const x3d::Statement& statement : document.statements)
    if (const auto* node = std::get_if<x3d::Node>(&statement.what)) return *node;
  throw std::runtime_error("there is no node");
}
