// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace spark {

/// A function to be called when a library on this thread aborts the process, as ODE does on internal errors: it writes
/// out the logs. Applies to the thread that created it, as long as it exists; later ones are called first.
class FlushOnAbort {
 public:
  using Flush = std::function<void(std::string_view why)>;
  explicit FlushOnAbort(Flush flush);
  ~FlushOnAbort();
  FlushOnAbort(const FlushOnAbort&) = delete;
  FlushOnAbort& operator=(const FlushOnAbort&) = delete;

 private:
  friend void flush_before_abort(std::string_view why) noexcept;
  Flush flush_;
};

/// Calls all functions of this thread, each once, even if one of them fails; then the caller ends the process.
void flush_before_abort(std::string_view why) noexcept;

}  // namespace spark
