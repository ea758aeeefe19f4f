// SPDX-License-Identifier: Apache-2.0
#include "spark/archive/archive_reader.h"

#include <sys/stat.h>
#include <zlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <future>

#include "spark/archive/zip_writer.h"
#include "tests/support/archive_file.h"
#include "tests/support/temporary_folder.h"

using namespace spark;

namespace {

using Kinds = ArchiveReader::Kinds;
constexpr ArchiveReader::Limits kLimits{1 << 30, 100};

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::filesystem::path write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// Names and contents; an entry that is not a file has "-" as its content.
Files contents(ArchiveReader archive) {
  Files files;
  while (const ArchiveReader::Entry* entry = archive.next()) {
    files.emplace_back(entry->name, entry->is_file ? "" : "-");
    if (!entry->is_file) continue;
    for (std::string_view bytes = archive.read(); !bytes.empty(); bytes = archive.read()) files.back().second += bytes;
  }
  return files;
}

}  // namespace

TEST_CASE("a written archive can be read, with names in all languages and long files") {
  const TemporaryFolder folder;
  const std::string text(300'000, 'x');
  {
    ZipWriter zip(folder / "a.zip");
    zip.add("M\u00fcller/a", write(folder / "a", text), ZipWriter::Packing::deflate);
    zip.add("b", write(folder / "b", text), ZipWriter::Packing::none);
    CHECK_FALSE(std::filesystem::exists(folder / "a.zip"));
    zip.close();
  }
  const auto size = std::filesystem::file_size(folder / "a.zip");
  CHECK((size > 300'000 && size < 310'000));
  CHECK_FALSE(std::filesystem::exists(folder / "a.zip.new"));
  const Files expected{{"M\u00fcller/a", text}, {"b", text}};
  CHECK(contents({folder / "a.zip", Kinds::zip, kLimits}) == expected);
  CHECK(contents({folder / "a.zip", Kinds::packs, kLimits}) == expected);
  CHECK(contents({folder / "a.zip", Kinds::others, kLimits}) == expected);  // without its table of contents
  CHECK(names_in_archive(folder / "a.zip", Kinds::zip, kLimits) == std::vector<std::string>{"M\u00fcller/a", "b"});
}

TEST_CASE("a pack that is not completed leaves the earlier file, and nothing else") {
  const TemporaryFolder folder;
  write(folder / "a.zip", "earlier");
  {
    ZipWriter zip(folder / "a.zip");
    CHECK_THROWS_WITH(zip.add("x", folder / "nowhere", ZipWriter::Packing::none),
                      "cannot add " + (folder / "nowhere").string() + ": No such file or directory");
  }
  CHECK(bytes_of(folder / "a.zip") == "earlier");
  CHECK_FALSE(std::filesystem::exists(folder / "a.zip.new"));
  CHECK_THROWS_WITH(ZipWriter(folder / "no/a.zip"), "cannot be written: No such file or directory");
}

TEST_CASE("a pack does not follow a link with the name of its temporary file") {
  const TemporaryFolder folder;
  write(folder / "mine", "not to be touched");
  std::filesystem::create_symlink("mine", folder / "a.zip.new");
  ZipWriter zip(folder / "a.zip");
  zip.add("a", write(folder / "a", "text"), ZipWriter::Packing::none);
  zip.close();
  CHECK(bytes_of(folder / "mine") == "not to be touched");
  CHECK_FALSE(std::filesystem::is_symlink(folder / "a.zip"));
  CHECK(contents({folder / "a.zip", Kinds::zip, kLimits}) == Files{{"a", "text"}});
}

TEST_CASE("a pack can be written into a pipe or through a link, which stay what they are") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  write(folder / "a", "text");
  const auto pack = [&](const fs::path& file) {
    ZipWriter zip(file);
    zip.add("a", folder / "a", ZipWriter::Packing::deflate);
    zip.close();
  };
  pack(folder / "a.zip");
  fs::create_symlink("target", folder / "link");
  pack(folder / "link");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(bytes_of(folder / "target") == bytes_of(folder / "a.zip"));
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  auto read = std::async(std::launch::async, [&] { return bytes_of(folder / "pipe"); });
  pack(folder / "pipe");
  CHECK(read.get() == bytes_of(folder / "a.zip"));
  CHECK(fs::is_fifo(folder / "pipe"));
}

TEST_CASE("folders and links are not read as files") {
  const TemporaryFolder folder;
  write_zip(folder / "a.zip", {{"f/", ""}, {"f/a", "text"}, {"link@", ""}});
  CHECK(contents({folder / "a.zip", Kinds::zip, kLimits}) == Files{{"f/", "-"}, {"f/a", "text"}, {"link@", "-"}});
}

TEST_CASE("a compressed file is an archive of one file without a name") {
  const TemporaryFolder folder;
  write(folder / "a.gz", gzipped("text"));
  CHECK(contents({folder / "a.gz", Kinds::others, kLimits}) == Files{{"", "text"}});
  CHECK(ArchiveReader(folder / "a.gz", Kinds::others, kLimits).is_single_file());
  CHECK_THROWS_AS(ArchiveReader(folder / "a.gz", Kinds::packs, kLimits), NotAnArchive);
  CHECK_THROWS_AS(ArchiveReader(folder / "a.gz", Kinds::zip, kLimits), NotAnArchive);
}

TEST_CASE("data that is not an archive is refused, whatever it is") {
  const TemporaryFolder folder;
  const Kinds kinds = GENERATE(Kinds::zip, Kinds::packs, Kinds::others);
  for (const std::string& bytes : {std::string(), std::string("text"), std::string(100'000, '\0')})
    CHECK_THROWS_AS(ArchiveReader(write(folder / "a", bytes), kinds, kLimits), NotAnArchive);
}

TEST_CASE("archives that would take too much memory or time are refused") {
  const TemporaryFolder folder;
  Files files;
  for (int i = 0; i <= kLimits.files; ++i) files.emplace_back(std::to_string(i), "");
  write_zip(folder / "a.zip", files);
  CHECK_THROWS_WITH(names_in_archive(folder / "a.zip", Kinds::packs, kLimits), "it has more than 100 files");
  files.pop_back();
  write_zip(folder / "a.zip", files);
  CHECK(names_in_archive(folder / "a.zip", Kinds::packs, kLimits).size() == 100);

  constexpr ArchiveReader::Limits kSmall{std::uint64_t{1} << 30, 100};
  write(folder / "twice.gz", gzipped(gzipped(std::string(1 << 20, 'x'))));
  CHECK_THROWS_WITH(ArchiveReader(folder / "twice.gz", Kinds::others, kSmall),
                    "it is packed more than once: unpack it");

  // All unpacked bytes count, even those that are skipped; in a .zip file only the files that are read are unpacked.
  constexpr ArchiveReader::Limits kTight{1 << 20, 100};
  const std::string large((1 << 20) + 1, 'x');
  write(folder / "large.gz", gzipped(large));
  CHECK_THROWS_WITH(contents({folder / "large.gz", Kinds::others, kTight}), "it unpacks to more than 0 GiB");
  write(folder / "fits.gz", gzipped(large.substr(1)));
  CHECK(contents({folder / "fits.gz", Kinds::others, kTight})[0].second == large.substr(1));
  write_zip(folder / "large.zip", {{"a", large}, {"b", ""}});
  CHECK(names_in_archive(folder / "large.zip", Kinds::packs, kTight).size() == 2);
  CHECK_THROWS_WITH(names_in_archive(folder / "large.zip", Kinds::others, kTight), "it unpacks to more than 0 GiB");
}

TEST_CASE("damaged archives are read or fail with one line") {
  const TemporaryFolder folder;
  write_zip(folder / "good.zip", {{"a", "some text"}, {"b", std::string(5000, ' ')}});
  for (const std::string& whole : {bytes_of(folder / "good.zip"), gzipped("some more text")})
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (const Kinds kinds : {Kinds::packs, Kinds::others}) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
        for (const std::string& damaged : {bytes, whole.substr(0, at)}) try {
            for (const auto& [name, text] : contents({write(folder / "a", damaged), kinds, kLimits}))
              CHECK(text.size() <= 5000);
          } catch (const ArchiveError& error) {
            CHECK(std::string(error.what()).find('\n') == std::string::npos);
          }
      }
}

TEST_CASE("the files of a match are in the outermost folder that has one of them") {
  constexpr const char* kNames[] = {"a.log", "b.log"};
  CHECK(outermost_folder({"x", "y/a.logs", "za.log"}, kNames) == std::nullopt);
  CHECK(outermost_folder({"b.log", "m/a.log"}, kNames) == "");
  CHECK(outermost_folder({"m/agent/a.log", "m/b.log"}, kNames) == "m/");
  CHECK_THROWS_WITH(outermost_folder({"m/a.log", "n/b.log"}, kNames),
                    "it has the logs of several matches, in m/ and n/: unpack it, and name one folder");
}
