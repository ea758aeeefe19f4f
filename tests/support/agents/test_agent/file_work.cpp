// SPDX-License-Identifier: Apache-2.0
#include "file_work.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace {

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool create(const std::string& file) {
  std::ofstream(file) << "new\n";
  return text_of(file) == "new\n";
}

bool append(const std::string& file) {
  const std::string before = text_of(file);
  std::ofstream(file, std::ios::app) << "more\n";
  return !before.empty() && text_of(file) == before + "more\n";
}

bool cut(const std::string& file) {
  return truncate(file.c_str(), 2) == 0 && text_of(file).size() == 2;
}

bool map(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0666);
  if (descriptor < 0 || ftruncate(descriptor, 8192) != 0) return false;
  void* place = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (place == MAP_FAILED) return false;
  static_cast<char*>(place)[5000] = 'm';
  return munmap(place, 8192) == 0 && text_of(file).at(5000) == 'm';
}

bool use_nameless(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR, 0600);
  return descriptor >= 0 && write(descriptor, "x", 1) == 1;
}

bool run(const std::string& file) {
  std::ofstream(file) << "#!/bin/sh\nexit 7\n";
  chmod(file.c_str(), 0755);
  const pid_t child = fork();
  if (child == 0) {
    execl(file.c_str(), file.c_str(), nullptr);
    _exit(1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

/// Writes megabytes until the disk is full, which must be the reported error.
bool fill(const std::string& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT, 0666);
  const std::string megabyte(1 << 20, 'f');
  for (int i = 0; i < 100; ++i) {
    const ssize_t count = write(descriptor, megabyte.data(), megabyte.size());
    if (count < 0) return errno == ENOSPC;
  }
  return false;
}

bool make_nasty(const std::string& folder) {
  // Links out of the folder, a pipe on which a reader would wait, a name that ends a line, a file that looks large.
  if (mkdir(folder.c_str(), 0777) != 0) return false;
  const int large = open((folder + "/large").c_str(), O_WRONLY | O_CREAT, 0666);
  std::ofstream(folder + "/two\nlines\x1b[2J") << "x";
  std::ofstream(folder + "/program") << "#!/bin/sh\n";
  return symlink("/etc/passwd", (folder + "/passwd").c_str()) == 0 && symlink("/etc", (folder + "/etc").c_str()) == 0 &&
         symlink("..", (folder + "/loop").c_str()) == 0 && mkfifo((folder + "/fifo").c_str(), 0666) == 0 &&
         chmod((folder + "/program").c_str(), 06777) == 0 && ftruncate(large, 900L << 20) == 0 &&
         pwrite(large, "end", 3, (900L << 20) - 3) == 3;
}

}  // namespace

std::optional<bool> work_on_file(const std::string& what, const std::string& with) {
  static const std::map<std::string, std::function<bool(const std::string&)>> all{
      {"create", create},
      {"append", append},
      {"cut", cut},
      {"map", map},
      {"use_nameless", use_nameless},
      {"run", run},
      {"fill", fill},
      {"make_nasty", make_nasty},
      {"make_folder", [](const std::string& name) { return mkdir(name.c_str(), 0777) == 0; }},
      {"rename", [](const std::string& name) { return rename(name.c_str(), (name + ".old").c_str()) == 0; }},
      {"move_up",
       [](const std::string& name) {
         return rename(name.c_str(), (name.substr(0, name.rfind('/')) + "/../moved").c_str()) == 0;
       }},
      {"link", [](const std::string& name) { return link(name.c_str(), (name + ".link").c_str()) == 0; }},
      {"remove", [](const std::string& name) { return remove(name.c_str()) == 0 && access(name.c_str(), F_OK) != 0; }},
      {"holds", [](const std::string& name) { return !text_of(name).empty(); }},
  };
  const auto found = all.find(what);
  if (found == all.end()) return std::nullopt;
  return found->second(with);
}
