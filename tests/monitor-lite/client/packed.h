// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zstd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "spark/monitor/seekable_zstd.h"

inline std::string one_frame(const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  return frame;
}

/// The log as the server compresses it, `lines_per_frame` lines in each frame.
inline std::string compressed(const std::vector<std::string>& lines, std::size_t lines_per_frame, bool index = true) {
  spark::SeekableZstd zstd;
  std::string out;
  for (std::size_t i = 0; i < lines.size(); i += lines_per_frame) {
    std::string text;
    for (std::size_t j = i; j < std::min(i + lines_per_frame, lines.size()); ++j) text += lines[j] + '\n';
    zstd.append_frame(text, out);
  }
  if (index) zstd.append_index(out);
  return out;
}

/// Compresses the text as two zstd frames, the first of which ends within a line.
inline std::string of_another_program(const std::string& text) {
  std::string out;
  for (const auto& part : {text.substr(0, text.size() / 3), text.substr(text.size() / 3)}) out += one_frame(part);
  return out;
}
