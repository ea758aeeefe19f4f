// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_RAWSOUND_H
#define SIGVERSE_RAWSOUND_H

#include "systemdef.h"

/// The byte order of samples, one of these.
typedef int RawSoundEndian;
enum { RAW_SOUND_LITTLE_ENDIAN = 0, RAW_SOUND_BIG_ENDIAN = 1 };

/// The format of the samples of a sound.
class RawSoundHeader {
 public:
  RawSoundHeader(int channels = 1, int rate = 16000, int bits = 16, RawSoundEndian endian = RAW_SOUND_LITTLE_ENDIAN)
      : channels_(channels), rate_(rate), bits_(bits), endian_(endian) {}
  int getChannelNum() const { return channels_; }
  int getSamplingRate() const { return rate_; }  ///< Hz
  int getBitsPerSample() const { return bits_; }
  RawSoundEndian getEndian() const { return endian_; }

 private:
  int channels_, rate_, bits_;
  RawSoundEndian endian_;
};

/// A PCM sound of at most 10 MB; longer ones are truncated. Owns its samples.
class RawSound {
 public:
  static const int MAX_LENGTH = 10 * 1024 * 1024;

  RawSound();
  RawSound(const RawSoundHeader& header, const char* data, int length);
  RawSound(const RawSound& other);
  RawSound& operator=(const RawSound& other);
  ~RawSound();

  /// Loads a RIFF/WAVE file: PCM of 8 or 16 bits, mono or stereo. Returns false, with the sound unchanged, if the file
  /// cannot be read, is of another kind, damaged or too long; the reason is logged.
  bool loadWaveFile(const char* file);
  /// The same from memory.
  bool loadWaveData(const char* data, int length);
  /// Writes such a file. Returns false if the sound has another format, or if the file cannot be written.
  bool saveWaveFile(const char* file) const;

  RawSoundHeader& getHeader() { return header_; }
  const RawSoundHeader& getHeader() const { return header_; }
  int getDataLen() const { return length_; }
  char* getData() { return data_; }
  const char* getData() const { return data_; }

 private:
  RawSoundHeader header_;
  char* data_;
  int length_;
};

#endif
