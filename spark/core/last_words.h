// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace spark {

/// What is still to be done when a library on this thread finds that it cannot go on and ends the process, as ODE does:
/// logs are written out. For the thread that made it, as long as it exists; those made later come first.
class LastWords {
 public:
  using What = std::function<void(std::string_view why)>;
  explicit LastWords(What what);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  friend void speak_last_words(std::string_view why) noexcept;
  What what_;
};

/// Has all of this thread speak, each once, whatever happens meanwhile; the process is to end then.
void speak_last_words(std::string_view why) noexcept;

}  // namespace spark
