// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gateways/sigverse/speech/recogniser.h"

namespace sigverse::speech {

struct PocketsphinxSettings {
  /// The default is that of Debian's pocketsphinx-en-us: an acoustic model, the folder that contains a file `mdef`, a
  /// dictionary (*.dict) and a language model (*.lm.bin or *.lm).
  std::filesystem::path model = "/usr/share/pocketsphinx/model/en-us";
  std::filesystem::path grammar;  ///< JSGF, its first public rule; empty: the language model
  /// Pronunciations in addition to the model's dictionary, if it has one; may be empty.
  std::filesystem::path dictionary;
};

/// Whether this program was built with it.
bool has_pocketsphinx();

/// Makes the built-in recogniser, which exists if libpocketsphinx does (RCSS_POCKETSPHINX). Its answers depend on the
/// sound alone, not on earlier ones: its adaptation to the microphone (the mean of the cepstrum, the noise) is reset
/// after each.
///
/// Borrows the clock. Throws `std::runtime_error` with one line: a file is missing, a word of the grammar is not in the
/// dictionary, the grammar cannot be read, or the program was built without it. `say` gets a line about each omitted
/// word.
std::unique_ptr<Recogniser> make_pocketsphinx(const PocketsphinxSettings& settings, spark::RealClock& clock,
                                              const Say& say);

}  // namespace sigverse::speech
