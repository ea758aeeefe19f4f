// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>

#include "commserver/host/places.h"
#include "server/options/options.h"
#include "spark/core/descriptor.h"

namespace server {

class Console;

/// Reports changes of scene files: of one file, and of the others (.rsg) in its folder, which it may import. A separate
/// thread checks five times per second. A change is reported once the files have been the same in two checks, so not
/// while one is being written.
class FileWatch {
 public:
  /// `changed`, and in each check `look`, are called on that thread. Throws `std::runtime_error` if the system is out
  /// of descriptors.
  FileWatch(std::filesystem::path file, std::function<void()> changed, std::function<void()> look);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

 private:
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;
  using Stamps = std::map<std::string, Stamp>;
  static constexpr std::size_t kMaxFiles = 1000;
  Stamps stamps() const;
  void serve();

  const std::filesystem::path file_;
  const std::function<void()> changed_, look_;
  spark::Descriptor leave_;  ///< eventfd that ends the thread
  std::thread thread_;
};

/// Plays the scene of the options in real time, with the monitor's window, and reloads the file whenever it changes,
/// until the window is closed or a signal arrives. Returns the exit status.
int watch_scene(const Options& options, const commserver::Places& places, Console& console);

}  // namespace server
