// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_CONTROLLEREVENT_H
#define SIGVERSE_CONTROLLEREVENT_H

#include "Encode.h"
#include "RawSound.h"
#include "systemdef.h"

// The arguments of handlers. Times are in seconds since the start of the simulation. Texts and lists are valid until
// the handler returns.

class InitEvent {
 public:
  virtual ~InitEvent() {}
};

class ActionEvent {
 public:
  explicit ActionEvent(double time) : time_(time) {}
  virtual ~ActionEvent() {}
  double time() const { return time_; }

 private:
  double time_;
};

class RecvTextEvent {
 public:
  RecvTextEvent(double time, const std::string& caller, const std::string& text, Encode encode)
      : time_(time), caller_(caller), text_(text), encode_(encode) {}
  virtual ~RecvTextEvent() {}
  double time() const { return time_; }
  const char* getCaller() const { return caller_.c_str(); }
  const char* getText() const { return text_.c_str(); }
  Encode getEncode() const { return encode_; }

 private:
  double time_;
  std::string caller_, text_;
  Encode encode_;
};

class RecvSoundEvent {
 public:
  /// Takes ownership of the sound.
  RecvSoundEvent(double time, const std::string& caller, RawSound* sound)
      : time_(time), caller_(caller), sound_(sound) {}
  virtual ~RecvSoundEvent() { delete sound_; }
  double time() const { return time_; }
  const char* getCaller() const { return caller_.c_str(); }
  RawSound* getRawSound() { return sound_; }
  /// Transfers ownership of the sound to the caller.
  RawSound* releaseRawSound() {
    RawSound* const sound = sound_;
    sound_ = NULL;
    return sound;
  }

 private:
  RecvSoundEvent(const RecvSoundEvent&);
  RecvSoundEvent& operator=(const RecvSoundEvent&);
  double time_;
  std::string caller_;
  RawSound* sound_;
};

class RecvMessageEvent {
 public:
  RecvMessageEvent(const std::string& sender, const std::vector<std::string>& strings)
      : sender_(sender), strings_(strings) {}
  virtual ~RecvMessageEvent() {}
  const char* getSender() const { return sender_.c_str(); }
  int getSize() const { return static_cast<int>(strings_.size()); }
  /// Numbered from 0; NULL if there is no such string.
  const char* getString(int number) const {
    return number < 0 || number >= getSize() ? NULL : strings_[static_cast<size_t>(number)].c_str();
  }

 private:
  std::string sender_;
  std::vector<std::string> strings_;
};

class RecvMsgEvent {
 public:
  RecvMsgEvent(const std::string& sender, const std::string& message) : sender_(sender), message_(message) {}
  virtual ~RecvMsgEvent() {}
  const char* getSender() const { return sender_.c_str(); }
  const char* getMsg() const { return message_.c_str(); }

 private:
  std::string sender_, message_;
};

/// All contacts of the agent in one step. The three lists have the same length: for each other object there is one
/// entry, with one part of that object and one of the agent's own.
class CollisionEvent {
 public:
  typedef std::vector<std::string> WithC;

  explicit CollisionEvent(double time) : time_(time) {}
  virtual ~CollisionEvent() {}
  void add(const std::string& with, const std::string& withParts, const std::string& myParts) {
    with_.push_back(with);
    withParts_.push_back(withParts);
    myParts_.push_back(myParts);
  }
  double time() const { return time_; }
  const WithC& getWith() const { return with_; }
  const WithC& getWithParts() const { return withParts_; }
  const WithC& getMyParts() const { return myParts_; }

 private:
  double time_;
  WithC with_, withParts_, myParts_;
};

#endif
