// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/pocketsphinx.h"

#include <stdexcept>

#ifdef RCSS_HAS_POCKETSPHINX

#include <fmt/format.h>
#include <pocketsphinx.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gateways/sigverse/speech/plain_words.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#ifndef RCSS_POCKETSPHINX_5
#include <sphinxbase/err.h>
#endif

namespace sigverse::speech {
namespace {

namespace fs = std::filesystem;

/// Errors that the library has reported since this list was emptied. The library has one handler per process.
std::vector<std::string>& errors() {
  static std::vector<std::string> lines;
  return lines;
}

/// Receives, for example, `ERROR: "fsg_search.c", line 141: The word 'kan' is missing in the dictionary`, as a format
/// and its arguments.
void keep_error(void*, err_lvl_t level, const char* format, ...) {
  if (level < ERR_ERROR) return;
  std::array<char, 1'024> text{};
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  std::string_view line(text.data());
  if (const std::size_t at = line.find(", line "); at != std::string_view::npos)
    if (const std::size_t end = line.find(": ", at); end != std::string_view::npos) line.remove_prefix(end + 2);
  line = line.substr(0, line.find('\n'));
  constexpr std::size_t kMaxErrors = 20;
  if (errors().size() < kMaxErrors) errors().push_back(spark::printable(line, 200));
}

/// Whether an error only means that a word is omitted: "Line 134724: No pronunciation for word 'can(3)'; ignored".
bool leaves_word_out(const std::string& error) {
  return error.find("ignored") != std::string::npos;
}

/// The files that the decoder is made from.
struct ModelFiles {
  fs::path acoustic, dictionary, language;
};

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

ModelFiles files_of(const PocketsphinxSettings& settings) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(settings.model, error)) entries.push_back(entry.path());
  if (error)
    throw std::runtime_error(fmt::format("the model {}: {}{}", settings.model.string(), error.message(),
                                         settings.model == PocketsphinxSettings().model
                                             ? " (Debian's package pocketsphinx-en-us has it; --model names another)"
                                             : ""));
  std::ranges::sort(entries);
  ModelFiles files;
  if (fs::exists(settings.model / "mdef")) files.acoustic = settings.model;
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    if (files.acoustic.empty() && fs::exists(entry / "mdef")) files.acoustic = entry;
    if (files.dictionary.empty() && name.ends_with(".dict")) files.dictionary = entry;
    // There may be a phone model beside the word model.
    if (files.language.empty() && ends_with_any(name, {".lm.bin", ".lm"}) && !ends_with_any(name, {"-phone.lm.bin"}))
      files.language = entry;
  }
  const char* const missing = files.acoustic.empty() ? "acoustic model (a folder with a file mdef)"
                              : files.dictionary.empty() && settings.dictionary.empty()
                                  ? "dictionary (*.dict), and no --dictionary is given"
                              : settings.grammar.empty() && files.language.empty()
                                  ? "language model (*.lm.bin or *.lm), and no --grammar is given"
                                  : nullptr;
  if (missing) throw std::runtime_error(fmt::format("the model {} has no {}", settings.model.string(), missing));
  return files;
}

/// Takes the word from a dictionary line, without the number of an alternative pronunciation: "can(2) K AH N"; empty if
/// there is none. The rest of the line, the phones, remains in `line`.
std::string_view take_word(std::string_view& line) {
  line = line.substr(0, line.find('\r'));
  const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
  line.remove_prefix(word.size());
  return word.starts_with(";;") || word.starts_with("##") ? std::string_view() : word.substr(0, word.find('('));
}

/// A dictionary followed by the pronunciations of another one, as an in-memory file.
class JoinedDictionary {
 public:
  JoinedDictionary(const fs::path& model, const fs::path& more) : file_(::memfd_create("dictionary", MFD_CLOEXEC)) {
    std::map<std::string, int, std::less<>> pronunciations;  // of the added words
    for_each_line(more, [&](std::string_view line) { pronunciations.emplace(take_word(line), 0); });
    std::string all;
    for_each_line(model, [&](std::string_view line) {
      all.append(line) += '\n';
      if (const auto known = pronunciations.find(take_word(line)); known != pronunciations.end()) ++known->second;
    });
    for_each_line(more, [&](std::string_view line) {
      const std::string word(take_word(line));
      if (word.empty()) return;
      const int number = ++pronunciations[word];
      all += number == 1 ? fmt::format("{}{}\n", word, line) : fmt::format("{}({}){}\n", word, number, line);
    });
    if (!file_ || spark::write_text(file_.get(), all) != 0) throw std::runtime_error("no memory for a dictionary");
  }
  /// Valid as long as this object exists.
  std::string path() const { return fmt::format("/proc/self/fd/{}", file_.get()); }

 private:
  static void for_each_line(const fs::path& path, const std::function<void(std::string_view line)>& take) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) take(line);
    if (!in.eof()) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
  }

  spark::Descriptor file_;
};

// Version 5 uses different names for the configuration, and has a function for the cepstral mean.
#ifdef RCSS_POCKETSPHINX_5
using Config = std::unique_ptr<ps_config_t, decltype(&ps_config_free)>;

Config config_of(std::initializer_list<std::pair<const char*, std::string>> values) {
  Config config(ps_config_init(nullptr), &ps_config_free);
  for (const auto& [name, value] : values)
    if (!config || !ps_config_set_str(config.get(), name, value.c_str())) return {nullptr, &ps_config_free};
  return config;
}

class CepstrumMean {
 public:
  explicit CepstrumMean(ps_decoder_t* decoder) : first_(ps_get_cmn(decoder, 0)) {}
  void restore(ps_decoder_t* decoder) const { ps_set_cmn(decoder, first_.c_str()); }

 private:
  std::string first_;
};
#else
using Config = std::unique_ptr<cmd_ln_t, decltype(&cmd_ln_free_r)>;

Config config_of(std::initializer_list<std::pair<const char*, std::string>> values) {
  Config config(cmd_ln_init(nullptr, ps_args(), TRUE, nullptr), &cmd_ln_free_r);
  for (const auto& [name, value] : values)
    if (config) cmd_ln_set_str_r(config.get(), fmt::format("-{}", name).c_str(), value.c_str());
  return config;
}

class CepstrumMean {
 public:
  explicit CepstrumMean(ps_decoder_t* decoder) {
    cmn_t* const cmn = ps_get_feat(decoder)->cmn_struct;
    if (!cmn) return;
    first_.resize(static_cast<std::size_t>(cmn->veclen));
    cmn_live_get(cmn, first_.data());
  }
  void restore(ps_decoder_t* decoder) const {
    if (!first_.empty()) cmn_live_set(ps_get_feat(decoder)->cmn_struct, first_.data());
  }

 private:
  std::vector<mfcc_t> first_;
};
#endif

/// Adds the noise of a microphone in a quiet room, -60 dB. Synthesised speech has none, and in an empty band (between
/// words, or above 4 kHz in a sound of 8 kHz) the logarithm of the energy is far from everything in the training data
/// of the acoustic model. Of 70 commands spoken by espeak-ng (7 voices and speeds) 61 were understood without noise and
/// 69 with it; of the same at 8 kHz, 26 and 68.
class QuietRoom {
 public:
  void add_to(std::span<std::int16_t> samples) {
    for (std::int16_t& sample : samples) {
      state_ = state_ * 1'103'515'245U + 12'345U;
      const int noise = static_cast<int>((state_ >> 16) % (2 * kMaxNoise + 1)) - kMaxNoise;
      sample = static_cast<std::int16_t>(std::clamp(sample + noise, -32'768, 32'767));
    }
  }

 private:
  static constexpr int kMaxNoise = 50;
  std::uint32_t state_ = 1;  ///< the same noise for every sound
};

class Pocketsphinx final : public Recogniser {
 public:
  Pocketsphinx(const PocketsphinxSettings& settings, spark::RealClock& clock, const Say& say)
      : clock_(clock), decoder_(make(settings, say)), mean_(decoder_.get()) {}

  int rate() const override { return kRate; }
  std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) override;
  void maintain() override {}

 private:
  static constexpr int kRate = 16'000;
  using Decoder = std::unique_ptr<ps_decoder_t, decltype(&ps_free)>;
  static Decoder make(const PocketsphinxSettings& settings, const Say& say);

  spark::RealClock& clock_;
  Decoder decoder_;
  CepstrumMean mean_;
};

Pocketsphinx::Decoder Pocketsphinx::make(const PocketsphinxSettings& settings, const Say& say) {
  // Some output of the library bypasses its handler.
  err_set_logfp(nullptr);
  err_set_callback(&keep_error, nullptr);
  const ModelFiles files = files_of(settings);
  if (!settings.grammar.empty() && !fs::is_regular_file(settings.grammar))
    throw std::runtime_error(fmt::format("{}: there is no such file", settings.grammar.string()));
  const bool has_grammar = !settings.grammar.empty();
  std::optional<JoinedDictionary> joined;
  if (!settings.dictionary.empty() && !files.dictionary.empty()) joined.emplace(files.dictionary, settings.dictionary);
  const std::string dictionary = joined                     ? joined->path()
                                 : files.dictionary.empty() ? settings.dictionary.string()
                                                            : files.dictionary.string();
  const Config config = config_of(
      {{"hmm", files.acoustic},
       {"dict", dictionary},
       has_grammar ? std::pair{"jsgf", settings.grammar.string()} : std::pair{"lm", files.language.string()}});
  errors().clear();
  Decoder decoder(config ? ps_init(config.get()) : nullptr, &ps_free);
  // The first error is the cause, later ones are consequences. A missing rule counts as an error, although the library
  // continues without it.
  const auto error = std::ranges::find_if_not(errors(), leaves_word_out);
  if (!decoder || (has_grammar && error != errors().end()))
    throw std::runtime_error(
        fmt::format("{}: {}", (has_grammar ? settings.grammar : settings.model).string(),
                    error == errors().end() ? "pocketsphinx cannot use it, and does not say why" : *error));
  for (const std::string& line : errors()) {
    // The number refers to a line of the joined dictionary.
    const std::size_t number = line.starts_with("Line ") ? line.find(": ") : std::string::npos;
    say(fmt::format("{}: {}", settings.dictionary.empty() ? files.dictionary.string() : settings.dictionary.string(),
                    number == std::string::npos ? line : line.substr(number + 2)));
  }
  return decoder;
}

std::string Pocketsphinx::recognise(SampleReader& sound, spark::RealClock::Time deadline) {
  // The end of an utterance starts another search of it, which cannot be interrupted and takes at most as long as the
  // first search.
  const spark::RealClock::Time now = clock_.now(), last = now + (deadline - now) / 2;
  mean_.restore(decoder_.get());
  ps_start_stream(decoder_.get());
  if (ps_start_utt(decoder_.get()) < 0) throw std::runtime_error("pocketsphinx cannot start an utterance");
  std::array<std::int16_t, kRate / 10> samples;
  QuietRoom room;
  bool in_time = true;
  while (const std::size_t count = sound.read(samples)) {
    room.add_to({samples.data(), count});
    ps_process_raw(decoder_.get(), samples.data(), count, FALSE, FALSE);
    in_time = clock_.now() < last;
    if (!in_time) break;
  }
  ps_end_utt(decoder_.get());
  if (!in_time) throw std::runtime_error("the sound is too long to be recognised in time");
  int32 score = 0;
  const char* const words = ps_get_hyp(decoder_.get(), &score);
  return words ? plain_words(words) : std::string();
}

}  // namespace

bool has_pocketsphinx() {
  return true;
}

std::unique_ptr<Recogniser> make_pocketsphinx(const PocketsphinxSettings& settings, spark::RealClock& clock,
                                              const Say& say) {
  return std::make_unique<Pocketsphinx>(settings, clock, say);
}

}  // namespace sigverse::speech

#else

namespace sigverse::speech {

bool has_pocketsphinx() {
  return false;
}

std::unique_ptr<Recogniser> make_pocketsphinx(const PocketsphinxSettings&, spark::RealClock&, const Say&) {
  throw std::runtime_error(
      "this program was built without pocketsphinx; rebuild it with -DRCSS_POCKETSPHINX=ON, which needs "
      "Debian's libpocketsphinx-dev, or take --backend julius");
}

}  // namespace sigverse::speech

#endif
