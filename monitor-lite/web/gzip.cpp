// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace monitor {
namespace {

constexpr int kGzip = 15 + 16;  // the largest window, in gzip format
constexpr std::size_t kMaxInput = 1U << 30;

/// zlib only reads from this pointer, but it is not declared const.
Bytef* input_of(std::string_view octets) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(octets.data()));
}

}  // namespace

std::string gzip(std::string_view octets) {
  z_stream stream{};
  if (octets.size() > kMaxInput ||
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("there is too much to compress");
  std::string out(deflateBound(&stream, octets.size()), '\0');
  stream.next_in = input_of(octets);
  stream.avail_in = static_cast<uInt>(octets.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("cannot compress");
  return out;
}

std::string gunzip(std::string_view octets, std::size_t most) {
  z_stream stream{};
  if (octets.size() > kMaxInput || inflateInit2(&stream, kGzip) != Z_OK)
    throw std::runtime_error("there is too much to unpack");
  stream.next_in = input_of(octets);
  stream.avail_in = static_cast<uInt>(octets.size());
  std::string out;
  std::array<char, 64 * 1024> piece{};
  int status = Z_OK;
  while (status == Z_OK && out.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  const bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (out.size() > most) throw std::runtime_error("there is too much to unpack");
  if (!is_whole) throw std::runtime_error("it is not compressed by gzip, or cut off");
  return out;
}

}  // namespace monitor
