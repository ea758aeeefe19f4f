// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

struct _XDisplay;

namespace monitor {

/// Keeps an X11 window inside one of another program, at the same size. It calls the library that SDL has already
/// loaded, so nothing more is linked for it.
class X11Parent {
 public:
  /// Reparents `child`, which is not shown yet, into `parent`. X11 errors no longer end the program from now on: the
  /// parent's program may destroy both windows at any time. Throws `std::runtime_error` with one line if there is no
  /// such parent.
  X11Parent(_XDisplay* display, unsigned long parent, unsigned long child);
  ~X11Parent();
  X11Parent(const X11Parent&) = delete;
  X11Parent& operator=(const X11Parent&) = delete;

  /// Gives the child the parent's size. Returns false if the parent no longer exists; then the child does not either.
  bool follow();
  /// Directs key events to the child.
  void take_keys();

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  _XDisplay* display_;
  unsigned long parent_, child_;
  int width_ = 0, height_ = 0;  ///< of the child
};

}  // namespace monitor
