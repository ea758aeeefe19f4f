// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <future>
#include <string>

#include "spark/core/signal_dispositions.h"
#include "spark/core/standard_streams.h"
#include "spark/core/whole_file.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

namespace fs = std::filesystem;
using spark::FreshFile;
using spark::replace_file;
using spark::write_whole_file;

namespace {

/// Limits the size of files until the end of the scope.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t octets) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{octets, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  const spark::SignalDispositions dispositions_{};
  rlimit before_{};
};

std::string cannot_write(const fs::path& file, const std::string& why) {
  return "cannot write " + file.string() + ": " + why;
}

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a file is written whole, whatever it contained") {
  const TemporaryFolder folder;
  for (const auto& write : {write_whole_file, replace_file}) {
    write(folder / "a", "a longer text");
    CHECK(content(folder / "a") == "a longer text");
    write(folder / "a", std::string("\0b", 2));
    CHECK(content(folder / "a") == std::string("\0b", 2));
    CHECK_THROWS_WITH(write(folder / "none" / "a", "x"),
                      cannot_write(folder / "none" / "a", "No such file or directory"));
    CHECK_THROWS_WITH(write(folder.path(), "x"), cannot_write(folder.path(), "Is a directory"));
  }
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a file that cannot be replaced keeps its content, and no half of a new one is left") {
  const TemporaryFolder folder;
  write_file(folder / "a", "what was there");
  {
    const SizeLimit limit(1000);
    for (const char* name : {"a", "b"})
      CHECK_THROWS_WITH(replace_file(folder / name, std::string(2000, 'x')),
                        cannot_write(folder / name, "File too large"));
  }
  CHECK(content(folder / "a") == "what was there");
  CHECK(files_in(folder) == 1);
  if (::geteuid() == 0) return;  // root may write everything
  fs::permissions(folder / "a", fs::perms::owner_read);
  CHECK_THROWS_WITH(replace_file(folder / "a", "x"), cannot_write(folder / "a", "Permission denied"));
  CHECK(content(folder / "a") == "what was there");
}

TEST_CASE("a left-over FILE.new is replaced, and links of that name are not followed") {
  const TemporaryFolder folder;
  write_file(folder / "mine", "not to be touched");
  fs::create_symlink("mine", folder / "a.new");
  replace_file(folder / "a", "x");
  CHECK(content(folder / "a") == "x");
  CHECK_FALSE(fs::is_symlink(folder / "a"));
  CHECK(content(folder / "mine") == "not to be touched");
  write_file(folder / "a.new", "half of an earlier one, which was long");
  fs::create_hard_link(folder / "a.new", folder / "other");
  replace_file(folder / "a", "y");
  CHECK(content(folder / "a") == "y");
  CHECK(content(folder / "other") == "half of an earlier one, which was long");
  fs::create_directory(folder / "a.new");
  CHECK_THROWS_WITH(replace_file(folder / "a", "z"), cannot_write(folder / "a", "Is a directory"));
  CHECK(content(folder / "a") == "y");
  CHECK(files_in(folder) == 4);
}

TEST_CASE("the second of two writers of a file is refused, and changes nothing") {
  const TemporaryFolder folder;
  write_file(folder / "a", "what was there");
  {
    FreshFile first(folder / "a");
    REQUIRE(spark::write_text(first.descriptor(), "the first") == 0);
    CHECK_THROWS_WITH(replace_file(folder / "a", "the second"),
                      cannot_write(folder / "a", (folder / "a.new").string() + " is being written by another program"));
    CHECK(content(folder / "a.new") == "the first");
    first.replace();
    CHECK(content(folder / "a") == "the first");
    FreshFile third(folder / "a");  // it may begin while the first one is not yet destroyed
    CHECK(content(folder / "a.new").empty());
  }
  CHECK(content(folder / "a") == "the first");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a file that is replaced keeps its permissions") {
  const TemporaryFolder folder;
  for (const mode_t mode : {0600, 0640, 0666, 0200}) {
    write_file(folder / "a", "what was there");
    REQUIRE(::chmod((folder / "a").c_str(), mode) == 0);
    replace_file(folder / "a", "x");
    CHECK(fs::status(folder / "a").permissions() == static_cast<fs::perms>(mode));
    fs::remove(folder / "a");
  }
}

TEST_CASE("devices, pipes and links are written into and stay what they are") {
  const TemporaryFolder folder;
  // Links, so that only a link is lost if this fails.
  fs::create_symlink("/dev/full", folder / "full");
  CHECK_THROWS_WITH(replace_file(folder / "full", "x"), cannot_write(folder / "full", "No space left on device"));
  CHECK(fs::is_character_file(folder / "full"));
  fs::create_symlink("/dev/null", folder / "null");
  replace_file(folder / "null", "x");
  CHECK(fs::is_character_file(folder / "null"));
  fs::create_symlink("target", folder / "link");
  replace_file(folder / "link", "through the link");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(content(folder / "target") == "through the link");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  auto read = std::async(std::launch::async, [&] { return content(folder / "pipe"); });
  replace_file(folder / "pipe", "through the pipe");
  CHECK(read.get() == "through the pipe");
  CHECK(fs::is_fifo(folder / "pipe"));
}
