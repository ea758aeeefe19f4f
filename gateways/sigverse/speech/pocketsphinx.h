// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gateways/sigverse/speech/recogniser.h"

namespace sigverse::speech {

struct PocketsphinxSettings {
  /// The default is that of Debian's pocketsphinx-en-us. The folder contains a dictionary (*.dict), a language model
  /// (*.lm.bin or *.lm) and an acoustic model: a file `mdef`, here or in a folder below.
  std::filesystem::path model = "/usr/share/pocketsphinx/model/en-us";
  std::filesystem::path grammar;  ///< JSGF; its first public rule is used. Empty: the language model
  /// Pronunciations to add to the model's dictionary; may be empty.
  std::filesystem::path dictionary;
};

/// Whether this program was built with pocketsphinx.
bool has_pocketsphinx();

/// Makes the built-in recogniser, which is available if libpocketsphinx was (RCSS_POCKETSPHINX). Its results depend
/// only on the sound, not on earlier ones: its adaptation to the microphone (cepstral mean, noise) is reset after each
/// sound.
///
/// Borrows the clock. Throws `std::runtime_error` with a one-line message: a file is missing, a word of the grammar is
/// not in the dictionary, the grammar cannot be read, or the program was built without pocketsphinx. `say` gets a line
/// about each omitted word.
std::unique_ptr<Recogniser> make_pocketsphinx(const PocketsphinxSettings& settings, spark::RealClock& clock,
                                              const Say& say);

}  // namespace sigverse::speech
