// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace spark {

/// A secret that only the two ends of a connection know. Neither sends it: each proves its knowledge by a keyed hash
/// (HMAC-SHA-512, its first 32 octets) of a text with the nonce that the other has drawn for this connection. The key
/// is the BLAKE2b hash of 32 octets of the file's first line.
///
/// The proven text begins with different words for each protocol and each end, so that no proof is valid for another
/// even if they share a file. It is constant while shared: any thread may prove and check.
class Secret {
 public:
  static constexpr std::size_t kSize = 32;
  using Bytes = std::array<unsigned char, kSize>;
  static constexpr std::size_t kMinLength = 16;  ///< characters in the file

  /// Reads the first line of the file. Throws `std::runtime_error` if it cannot be read, is too short, or is not secret
  /// because others than the file's owner may read or write it.
  static Secret load(const std::filesystem::path& file);
  /// A public secret, for use on one machine.
  Secret();

  /// Whether the text is the first line of the file, for peers that can only send the secret itself. Takes the same
  /// time for all texts of one length. Always false for the public one.
  bool is(std::string_view text) const;

  bool is_public() const { return public_; }
  Bytes prove(std::string_view what) const;
  /// Takes the same time for all wrong proofs of the right size.
  bool proves(std::string_view proof, std::string_view what) const;
  /// Random; drawn for each connection.
  static Bytes nonce();

 private:
  Bytes key_{};
  bool public_ = true;
};

/// The octets as a text, valid as long as `bytes` lives.
std::string_view text_of(const Secret::Bytes& bytes);

}  // namespace spark
