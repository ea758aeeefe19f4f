// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace server {

/// The match.json of a log folder that may have been sent by somebody else.
class RecordedJson {
 public:
  static constexpr std::uintmax_t kMostBytes = 64u << 20;  ///< of a match of hours with many agents: some MB
  static constexpr int kMostNesting = 32;

  explicit RecordedJson(const std::filesystem::path& folder);

  bool exists() const { return exists_; }
  /// Why it is none that a server has written: "is no JSON object". Empty if it may be one, or there is none.
  const std::string& problem() const { return problem_; }
  /// An object, without members if there is a problem.
  const nlohmann::ordered_json& json() const { return json_; }
  /// How it says that the match ended; empty if it does not.
  std::string how() const;
  bool has_checksums() const;
  /// Whether its numbers were made by the same sources as this program's, or it does not say by which.
  bool is_of_this_build() const;
  /// A line for each file of the folder that is not the one whose checksum it has.
  std::vector<std::string> changed_files() const;

 private:
  void read();

  const std::filesystem::path folder_;
  bool exists_ = false;
  std::string problem_;
  nlohmann::ordered_json json_;
};

}  // namespace server
