// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace server {

/// The match.json of a log folder that may come from someone else.
class RecordedJson {
 public:
  static constexpr std::uintmax_t kMaxBytes = 64u << 20;  ///< a match of hours with many agents has some MB
  static constexpr int kMaxNesting = 32;

  explicit RecordedJson(const std::filesystem::path& folder);

  bool exists() const { return exists_; }
  /// Why no server can have written this file: "is not a JSON object". Empty if one may have, or if there is no file.
  const std::string& problem() const { return problem_; }
  /// An object; empty if there is a problem.
  const nlohmann::ordered_json& json() const { return json_; }
  /// How the match ended, according to the file; empty if that is missing.
  std::string how() const;
  bool has_checksums() const;
  /// Whether the same sources as this program's computed its numbers; also true if it does not name them.
  bool is_of_this_build() const;
  /// A line for each file of the folder that differs from its checksum.
  std::vector<std::string> changed_files() const;

 private:
  void read();

  const std::filesystem::path folder_;
  bool exists_ = false;
  std::string problem_;
  nlohmann::ordered_json json_;
};

}  // namespace server
