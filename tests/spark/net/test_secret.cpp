// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "spark/net/secret.h"
#include "tests/spark/net/secret_file.h"

using namespace spark;

TEST_CASE("a secret is the first line of a file that only its owner can read, with at least 16 letters") {
  CHECK_FALSE(SecretFile("0123456789abcdef").load().is_public());
  CHECK(Secret().is_public());
  CHECK_THROWS_WITH(SecretFile("0123456789abcde").load(), Catch::Contains("has 15 letters; it needs 16"));
  CHECK_THROWS_WITH(SecretFile("").load(), Catch::EndsWith("it is empty"));
  CHECK_THROWS_WITH(SecretFile("\n0123456789abcdef").load(), Catch::Contains("has 0 letters"));
  for (const mode_t mode : {0640U, 0620U, 0610U, 0604U, 0602U, 0601U}) {
    CAPTURE(mode);
    CHECK_THROWS_WITH(SecretFile("0123456789abcdef", mode).load(), Catch::Contains("is open to others: chmod 600"));
  }
  CHECK_THROWS_WITH(Secret::load("/"), "the secret in / is open to others: chmod 600 /");
  CHECK(Secret::nonce() != Secret::nonce());
}

TEST_CASE("a secret can be compared with a text, and the public one equals none") {
  const Secret secret = SecretFile("0123456789abcdef\r\nx").load();
  CHECK(secret.is("0123456789abcdef"));
  for (const char* other : {"", "0123456789abcdeF", "0123456789abcde", "0123456789abcdef ", "x"})
    CHECK_FALSE(secret.is(other));
  CHECK_FALSE(Secret().is(""));
}

TEST_CASE("a proof is a keyed hash that other languages can compute") {
  const Secret secret = SecretFile("a secret of enough letters \r\nand another line").load();
  // hmac.new(hashlib.blake2b(b'a secret of enough letters', digest_size=32).digest(), b'x', 'sha512') in Python.
  constexpr std::string_view kHex = "0fe1f0caffe7abced68be1482cc08db614bd2af3d79d8b93d44f21da764c294a";
  std::string hex;
  for (const unsigned char octet : secret.prove("x")) hex += fmt::format("{:02x}", octet);
  CHECK(hex == kHex);
  CHECK(secret.proves(text_of(secret.prove("x")), "x"));
  CHECK_FALSE(secret.proves(text_of(secret.prove("x")), "y"));
  CHECK_FALSE(secret.proves(text_of(secret.prove("x")).substr(0, 31), "x"));
  CHECK_FALSE(secret.proves("", "x"));
  CHECK_FALSE(Secret().proves(text_of(secret.prove("x")), "x"));
}
