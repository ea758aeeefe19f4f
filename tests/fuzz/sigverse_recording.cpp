// SPDX-License-Identifier: Apache-2.0
// Recordings of SIGVerse worlds. A case that begins like a file is a file; any other case has the contents of a block
// behind the number of its frames, because a fuzzer seldom makes valid compressed data. Frames are the same read
// forwards, backwards, and after writing and reading them again.
#include <zlib.h>

#include <string>
#include <vector>

#include "gateways/sigverse/recording/recording.h"
#include "gateways/sigverse/recording/serializer.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using namespace sigverse;
using namespace sigverse::recording;
using fuzz::demand;

namespace {

std::string file_around(std::string_view frames) {
  BlockHead head;
  head.frames = frames.empty() ? 0 : static_cast<unsigned char>(frames[0]);
  frames.remove_prefix(frames.empty() ? 0 : 1);
  head.unpacked = static_cast<std::uint32_t>(frames.size());
  head.last_time = 1e6;
  uLongf size = compressBound(frames.size());
  std::string stored(size, '\0');
  compress2(reinterpret_cast<Bytef*>(stored.data()), &size, reinterpret_cast<const Bytef*>(frames.data()),
            frames.size(), 0);
  stored.resize(size);
  head.stored = static_cast<std::uint32_t>(size);
  std::string file("SVD1\1\0\0\0\2\0\0\0\0\0", 14);
  head.append_to(file);
  return file + stored;
}

std::string octets_of(const client::World* world) {
  std::string octets;
  if (!world) return octets;
  append_real(octets, world->time);
  // Records may have added so much to an object that it no longer fits into a record.
  for (const client::Object& object : world->objects)
    if (!wire::append_record(octets, client::record_of(object))) octets += object.name;
  return octets;
}

/// Every `stride`th frame.
std::vector<std::string> frames_of(Recording& recording, std::size_t stride) {
  std::vector<std::string> frames;
  for (std::size_t i = 0; i < recording.frames(); i += stride) frames.push_back(octets_of(recording.world(i)));
  return frames;
}

void check_written_again(Recording& recording) {
  const fuzz::MemoryFile copy("");
  std::vector<std::string> written;
  {
    Serializer se;
    se.set_shapes(recording.shapes());
    for (std::size_t i = 0; i != recording.frames(); ++i)
      if (const client::World* const world = recording.world(i)) {
        se.serializeWorld(world->time, *world);
        written.push_back(octets_of(world));
      }
    se.writeToFile(copy.path());
  }
  Recording again(copy.path(), [](const std::string&) { demand(false); });
  demand(again.is_complete());
  demand(frames_of(again, 1) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::string_view text = fuzz::as_text(octets, size);
  const bool is_file = text.substr(0, 2) == "SV" || text.empty();
  const fuzz::MemoryFile file(is_file ? std::string(text) : file_around(text));
  try {
    std::size_t lines = 0;
    Recording recording(file.path(), [&lines](const std::string&) { ++lines; });
    // A few octets may expand to thousands of frames.
    const std::size_t stride = 1 + recording.frames() / 100;
    const std::vector<std::string> frames = frames_of(recording, stride);
    for (std::size_t i = frames.size(); i-- != 0;) demand(octets_of(recording.world(i * stride)) == frames[i]);
    demand(lines <= Recording::kMaxLines);
    if (stride == 1) check_written_again(recording);
  } catch (const std::runtime_error&) {  // not a valid recording
  }
  return 0;
}
