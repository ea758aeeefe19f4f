// SPDX-License-Identifier: Apache-2.0
// Replays the seeds of a fuzz target without a fuzzer: replay CASES FOLDER. It plays each seed unchanged, each of its
// beginnings, and CASES mutations of it, which are the same in every run. The fuzzer itself finds more; each of its
// findings becomes a seed.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"
#include "tests/support/files.h"

namespace {

void run(const std::string& octets) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(octets.data()), octets.size());
}

/// Replaces one to four octets, by any value or by a small number, as lengths and kinds are.
std::string changed(std::string octets, std::mt19937& random) {
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  for (std::size_t count = 1 + below(4); count != 0 && !octets.empty(); --count) {
    const std::size_t at = below(octets.size());
    switch (below(4)) {
      case 0:
        octets[at] = static_cast<char>(below(256));
        break;
      case 1:
        octets[at] = static_cast<char>(below(40));
        break;
      case 2:
        octets.erase(at, 1 + below(4));
        break;
      default:
        octets.insert(at, 1 + below(4), static_cast<char>(below(256)));
    }
  }
  return octets;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int cases = std::atoi(argv[1]);
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) files.insert(entry.path());
  std::mt19937 random(20061);
  for (const auto& file : files) {
    const std::string seed = content(file);
    for (std::size_t size = 0; size <= seed.size(); ++size) run(seed.substr(0, size));
    for (int i = 0; i != cases; ++i) run(changed(seed, random));
  }
  std::cout << files.size() << " seeds replayed\n";
  return files.empty() ? 1 : 0;
}
