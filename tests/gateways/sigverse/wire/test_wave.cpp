// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "gateways/sigverse/wire/wave.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse::wire;
using namespace sigverse_test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

std::string little(std::uint64_t value, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
  return out;
}
std::string chunk(const std::string& name, const std::string& content) {
  return name + little(content.size(), 4) + content + std::string(content.size() % 2, '\0');
}
std::string format(unsigned channels, unsigned rate, unsigned bits, unsigned kind = 1) {
  const unsigned frame = channels * bits / 8;
  return little(kind, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4) + little(frame, 2) +
         little(bits, 2);
}
std::string riff(const std::string& chunks) {
  return "RIFF" + little(chunks.size() + 4, 4) + "WAVE" + chunks;
}
std::string file_of(unsigned channels, unsigned rate, unsigned bits, const std::string& samples) {
  return riff(chunk("fmt ", format(channels, rate, bits)) + chunk("data", samples));
}

/// The reason for which a file is refused; empty if it is not.
std::string fault(std::string_view file) {
  std::string problem;
  const auto wave = read_wave(file, problem);
  CHECK(wave.has_value() == problem.empty());
  return problem;
}

/// A file that is removed at the end.
struct WaveFile {
  explicit WaveFile(std::string_view content) {
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  ~WaveFile() { std::filesystem::remove(path); }
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("wave-" + std::to_string(::getpid()) + ".wav");
};

}  // namespace

TEST_CASE("Waves of 1 to 65,535 Hz, mono and stereo, 8 and 16 bits, are read and written alike") {
  for (const unsigned rate : {8'000U, 16'000U, 44'100U, 1U, 65'535U})
    for (const unsigned channels : {1U, 2U})
      for (const unsigned bits : {8U, 16U}) {
        std::string samples;
        for (unsigned i = 0; i < 3 * channels * bits / 8; ++i) samples.push_back(static_cast<char>(0xfe + i));
        const std::string file = file_of(channels, rate, bits, samples);
        std::string problem, written;
        const auto wave = read_wave(file, problem);
        REQUIRE(wave);
        CHECK(wave->channels == static_cast<int>(channels));
        CHECK(wave->rate == static_cast<int>(rate));
        CHECK(wave->bits == static_cast<int>(bits));
        CHECK(shown(wave->samples) == shown(samples));
        CHECK(wave->seconds() == Approx(3.0 / rate));
        const SoundFormat format = wave->format();
        CHECK((format.channels == static_cast<int>(channels) && format.rate == rate && format.bits == bits));
        CHECK((format.endian == 0 && format.length == samples.size()));
        REQUIRE(append_wave(written, *wave));
        CHECK(shown(written) == shown(file));
      }
}

TEST_CASE("A wave, octet for octet") {
  std::string file;
  REQUIRE(append_wave(file, {.channels = 1, .rate = 8'000, .bits = 8, .samples = "abc"}));
  CHECK(shown(file) == shown(octets("52494646 28000000 57415645"
                                    "666d7420 10000000 0100 0100 401f0000 401f0000 0100 0800"
                                    "64617461 03000000 616263 00")));
}

TEST_CASE("An incomplete frame is not written") {
  std::string file;
  REQUIRE(append_wave(file, {.channels = 2, .rate = 8'000, .bits = 16, .samples = "123456789"}));
  CHECK(shown(file) == shown(file_of(2, 8'000, 16, "12345678")));
}

TEST_CASE("Other chunks, an extensible format and a missing pad octet do no harm") {
  const std::string samples = "12345678", data = chunk("data", samples), fmt = chunk("fmt ", format(1, 8'000, 16));
  std::string problem;
  const auto samples_of = [&](const std::string& file) {
    const auto wave = read_wave(file, problem);
    return wave ? std::string(wave->samples) : "refused: " + problem;
  };
  CHECK(samples_of(riff(chunk("LIST", "odd") + fmt + chunk("fact", "1234") + data + chunk("data", "others"))) ==
        samples);
  CHECK(samples_of(riff(fmt + data) + "what follows the end") == samples);
  const std::string guid = octets("0100 00000000 1000 8000 00aa00389b71");
  const std::string extensible =
      format(1, 8'000, 16, 0xfffe) + little(22, 2) + little(16, 2) + little(4, 4) + guid.substr(0, 16);
  CHECK(samples_of(riff(chunk("fmt ", extensible) + data)) == samples);
  const std::string odd = file_of(1, 8'000, 8, "123");
  CHECK(samples_of(odd.substr(0, odd.size() - 1)) == "123");
  CHECK(samples_of(file_of(1, 8'000, 16, "")).empty());
  CHECK(problem.empty());
}

TEST_CASE("A wave that is cut off anywhere is refused") {
  const std::string file = file_of(2, 44'100, 16, "12345678");
  for (std::size_t length = 0; length < file.size(); ++length) CHECK_FALSE(fault(file.substr(0, length)).empty());
}

TEST_CASE("A wave with wrong lengths or of another kind is refused with the reason") {
  const std::string fmt = chunk("fmt ", format(1, 16'000, 16)), data = chunk("data", "1234");
  CHECK(fault("") == "it is not a RIFF/WAVE file");
  CHECK(fault("RIFX" + riff(fmt + data).substr(4)) == "it is not a RIFF/WAVE file");
  CHECK(fault(riff(fmt)) == "it has no samples");
  CHECK(fault(riff(data + fmt)) == "its samples come before their format");
  CHECK(fault(riff(fmt + fmt + data)) == "it has two chunks 'fmt '");
  CHECK(fault(riff(fmt + chunk("data", "12345"))) == "its samples end within a frame");
  CHECK(fault(riff(chunk("fmt ", "short") + data)) == "its chunk 'fmt ' is too short");
  const auto with = [&](const std::string& format) { return fault(riff(chunk("fmt ", format) + data)); };
  CHECK(with(format(3, 16'000, 16)) == "it has 3 channels, expected 1 or 2");
  CHECK(with(format(0, 16'000, 16)) == "it has 0 channels, expected 1 or 2");
  CHECK(with(format(1, 16'000, 24)) == "it has 24 bits a sample, expected 8 or 16");
  CHECK(with(format(1, 96'000, 16)) == "it has 96000 samples a second, expected 1 to 65535");
  CHECK(with(format(1, 0, 16)) == "it has 0 samples a second, expected 1 to 65535");
  CHECK(with(format(1, 16'000, 16, 3)) == "its samples are not PCM (format 3)");
  CHECK(with(format(1, 16'000, 16, 0xfffe) + std::string(24, '\1')) == "its samples are not PCM (format 65534)");
  std::string frames = format(1, 16'000, 16);
  frames[12] = 4;
  CHECK(with(frames) == "the size of its frames is not that of its samples");
}

TEST_CASE("A wave whose header gives more octets than follow is refused") {
  const std::string fmt = chunk("fmt ", format(1, 16'000, 16));
  const std::string endless = "data" + little(0x7ffff000, 4) + std::string(1000, 's');
  CHECK(fault(riff(fmt + endless)) == "a chunk header gives 2147479552 octets, but only 1000 follow");
  const std::string octet_long = riff(chunk("fmt ", format(1, 8'000, 8)) + "data" + little(4, 4) + "123");
  CHECK(fault(octet_long) == "a chunk header gives 4 octets, but only 3 follow");
  std::string whole = riff(fmt + chunk("data", "1234"));
  whole.replace(4, 4, little(0xffffffff, 4));
  CHECK(fault(whole) == "its header gives 4294967303 octets, but it has 48");
  whole.replace(4, 4, little(0, 4));
  CHECK_THAT(fault(whole), EndsWith(" octets, but it has 48"));
}

TEST_CASE("A wave of many empty chunks, or of more than the largest sound, is refused") {
  std::string bomb;
  while (bomb.size() < kMaxSoundOctets) bomb += chunk("RIFF", "");
  CHECK(fault(riff(bomb)) == "it has no samples");
  const std::string fmt = chunk("fmt ", format(1, 16'000, 16)), longest(kMaxSoundOctets, 's');
  CHECK(fault(riff(fmt + chunk("data", longest))).empty());
  CHECK(fault(riff(fmt + chunk("data", longest + "ss"))) ==
        "it has 10485762 octets of samples, expected at most 10485760");
  std::string out = "as it was";
  const std::string longer = longest + "ss";
  CHECK_FALSE(append_wave(out, {.samples = longer}));
  CHECK_FALSE(append_wave(out, {.channels = -1}));
  CHECK_FALSE(append_wave(out, {.rate = 96'000}));
  CHECK_FALSE(append_wave(out, {.bits = 24}));
  CHECK(out == "as it was");
}

TEST_CASE("A wave is loaded from a file, and an error names the file") {
  const std::string content = file_of(2, 44'100, 16, "12345678");
  const WaveFile file(content);
  std::string octets, problem;
  const auto wave = load_wave(file.path, octets, problem);
  REQUIRE(wave);
  CHECK(wave->samples == "12345678");
  CHECK(octets == content);
  CHECK_FALSE(load_wave("no/such.wav", octets, problem));
  CHECK(problem == "no/such.wav: No such file or directory");
  CHECK_FALSE(load_wave("/", octets, problem));
  CHECK(problem == "/: Is a directory");
  CHECK_FALSE(load_wave("/dev/zero", octets, problem));
  CHECK(problem == "/dev/zero: it is not a regular file");
  {
    const WaveFile large("");
    std::filesystem::resize_file(large.path, 10'551'297);
    CHECK_FALSE(load_wave(large.path, octets, problem));
    CHECK(problem == large.path.string() + ": it is longer than 10551296 octets");
  }
  {
    const WaveFile pipe("");
    std::filesystem::remove(pipe.path);
    REQUIRE(::mkfifo(pipe.path.c_str(), 0600) == 0);
    // No program writes to it.
    CHECK_FALSE(load_wave(pipe.path, octets, problem));
    CHECK(problem == pipe.path.string() + ": it is not a regular file");
  }
  const WaveFile text("no sound");
  CHECK_FALSE(load_wave(text.path, octets, problem));
  CHECK(problem == text.path.string() + ": it is not a RIFF/WAVE file");
}
