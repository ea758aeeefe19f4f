// SPDX-License-Identifier: Apache-2.0
#include "spark/core/listener_watch.h"

#include <stdexcept>

namespace spark {

ListenerWatch::ListenerWatch(PollSet& polls, int listener, std::uint64_t key)
    : polls_(polls), listener_(listener), key_(key) {
  polls_.add(listener_, EPOLLIN, key_);
  watching_ = true;
}

ListenerWatch::~ListenerWatch() {
  end();
}

void ListenerWatch::pause(Clock::time_point now) {
  if (watching_) polls_.remove(listener_);
  watching_ = false;
  again_ = now + kPause;
}

void ListenerWatch::attend(Clock::time_point now) {
  if (!again_ || now < *again_) return;
  again_.reset();
  try {
    polls_.add(listener_, EPOLLIN, key_);
    watching_ = true;
  } catch (const std::runtime_error&) {
    again_ = now + kPause;
  }
}

void ListenerWatch::end() {
  if (watching_) polls_.remove(listener_);
  watching_ = false;
  again_.reset();
}

}  // namespace spark
