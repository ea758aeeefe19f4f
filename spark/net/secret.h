// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace spark {

/// A secret that only the two ends of a connection know. Neither sends it: each proves that it knows it, with a keyed
/// hash (HMAC-SHA-512, its first 32 octets) of words with the nonce that the other has drawn for this connection. The
/// key is the BLAKE2b hash of 32 octets of the file's first line.
///
/// What is proven begins with words of its own for each protocol and each end, so that no proof serves for another even
/// if one file is used for several. Constant while it is shared: any thread may prove and check.
class Secret {
 public:
  static constexpr std::size_t kSize = 32;
  using Bytes = std::array<unsigned char, kSize>;
  static constexpr std::size_t kMinLength = 16;  ///< letters in the file

  /// The first line of the file. Throws `std::runtime_error` if it cannot be read, is too short, or is no secret
  /// because others than the file's owner may read or write it.
  static Secret load(const std::filesystem::path& file);
  /// Known to everybody: for use on one machine.
  Secret();

  /// Whether the text is the first line of the file, for peers that cannot prove without saying it. Takes the same time
  /// for all texts of one length. Never true of the public one.
  bool is(std::string_view text) const;

  bool is_public() const { return public_; }
  Bytes prove(std::string_view what) const;
  /// Takes the same time whatever is wrong with a proof of the right size.
  bool proves(std::string_view proof, std::string_view what) const;
  /// Drawn anew for each connection.
  static Bytes nonce();

 private:
  Bytes key_{};
  bool public_ = true;
};

/// The octets, as long as `bytes` lives.
std::string_view text_of(const Secret::Bytes& bytes);

}  // namespace spark
