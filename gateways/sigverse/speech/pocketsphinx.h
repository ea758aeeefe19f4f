// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gateways/sigverse/speech/recogniser.h"

namespace sigverse::speech {

struct PocketsphinxSettings {
  /// What Debian's pocketsphinx-en-us has: an acoustic model, the folder in which there is a file `mdef`, a dictionary
  /// (*.dict) and a language model (*.lm.bin or *.lm).
  std::filesystem::path model = "/usr/share/pocketsphinx/model/en-us";
  std::filesystem::path grammar;  ///< JSGF, its first public rule; empty: anything that the language model has
  /// Pronunciations beside those of the model's dictionary, if it has one; may be empty.
  std::filesystem::path dictionary;
};

/// Whether this program has it.
bool has_pocketsphinx();

/// The recogniser within this program, built where libpocketsphinx is (RCSS_POCKETSPHINX). Its answers depend on the
/// sound alone, not on those before: what it has learned of the microphone (the mean of the cepstrum, the noise) is
/// forgotten after each.
///
/// Borrows the clock. Throws `std::runtime_error` with one line: a file is missing, a word of the grammar is not in the
/// dictionary, the grammar cannot be read, there is no such recogniser in this program. `say` gets a line about a word
/// that is left out.
std::unique_ptr<Recogniser> make_pocketsphinx(const PocketsphinxSettings& settings, spark::RealClock& clock,
                                              const Say& say);

}  // namespace sigverse::speech
