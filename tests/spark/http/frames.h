// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Frames of WebSockets, written by hand after RFC 6455.

enum Opcode : std::uint8_t { kContinued = 0x0, kText = 0x1, kBinary = 0x2, kClose = 0x8, kPing = 0x9, kPong = 0xa };

/// With the key from the standard's example, which also gives the answer.
inline constexpr std::string_view kUpgrade =
    "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
/// Whether a header is the correct answer, and does not reveal the library that the server uses.
inline bool is_upgraded(std::string_view header) {
  const auto has = [&](std::string_view line) { return header.find(line) != std::string_view::npos; };
  return header.substr(0, 34) == "HTTP/1.1 101 Switching Protocols\r\n" && has("\r\nUpgrade: websocket\r\n") &&
         (has("\r\nConnection: upgrade\r\n") || has("\r\nConnection: Upgrade\r\n")) &&
         has("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") && has("\r\nServer: spark\r\n") &&
         header.substr(header.size() - 4) == "\r\n\r\n";
}

inline std::string frame_start(int opcode, std::size_t size, bool is_last, int mask_bit) {
  std::string head(1, static_cast<char>(opcode | (is_last ? 0x80 : 0)));
  const auto add = [&](int octets) {
    for (int i = octets - 1; i >= 0; --i) head += static_cast<char>(static_cast<std::uint64_t>(size) >> (8 * i));
  };
  if (size < 126) {
    head += static_cast<char>(static_cast<int>(size) | mask_bit);
  } else if (size < 65536) {
    head += static_cast<char>(126 | mask_bit);
    add(2);
  } else {
    head += static_cast<char>(127 | mask_bit);
    add(8);
  }
  return head;
}

/// As servers send them.
inline std::string frame(int opcode, std::string_view payload, bool is_last = true) {
  return frame_start(opcode, payload.size(), is_last, 0) + std::string(payload);
}

/// As clients send them.
inline std::string masked(int opcode, std::string_view payload, bool is_last = true) {
  constexpr std::string_view kMask = "\x37\xfa\x21\x3d";
  std::string result = frame_start(opcode, payload.size(), is_last, 0x80) + std::string(kMask);
  for (std::size_t i = 0; i < payload.size(); ++i) result += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return result;
}

inline std::string close_payload(int code, std::string_view reason) {
  return std::string{static_cast<char>(code >> 8), static_cast<char>(code)} + std::string(reason);
}

/// Of a server's close frame.
inline int close_code(std::string_view close) {
  return static_cast<unsigned char>(close[2]) * 256 + static_cast<unsigned char>(close[3]);
}
