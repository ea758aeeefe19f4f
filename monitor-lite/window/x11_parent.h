// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

struct _XDisplay;

namespace monitor {

/// Keeps a window of X11 inside one of another program, as large as that is. It calls the library that SDL has loaded
/// already, so nothing more is linked for it.
class X11Parent {
 public:
  /// Puts `child`, which is not shown yet, into `parent`. From now on errors of X11 end no longer the program: the
  /// parent's program may destroy both windows at any time. Throws `std::runtime_error` with one line if there is no
  /// such parent.
  X11Parent(_XDisplay* display, unsigned long parent, unsigned long child);
  ~X11Parent();
  X11Parent(const X11Parent&) = delete;
  X11Parent& operator=(const X11Parent&) = delete;

  /// Gives the child the parent's size. False if the parent is no longer there; the child then is not either.
  bool follow();
  /// Has the keys sent to the child.
  void take_keys();

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  _XDisplay* display_;
  unsigned long parent_, child_;
  int width_ = 0, height_ = 0;  ///< of the child
};

}  // namespace monitor
