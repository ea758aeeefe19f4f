// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "spark/core/core.h"

namespace spark {

/// A Ruby error, as one line: "file:line: message (ExceptionClass)".
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The embedded Ruby, connected to one server's `Core`.
///
/// The Ruby VM is the one global thing of this program: one engine at a time, and only on the thread that made the first
/// one. Every call into Ruby is protected; no C++ exception crosses a Ruby frame, no Ruby exception a C++ one.
/// Ruby changes signal handlers when it starts: whoever wants signals installs theirs after this.
class ScriptEngine {
 public:
  explicit ScriptEngine(Core& core);
  ~ScriptEngine();
  ScriptEngine(const ScriptEngine&) = delete;
  ScriptEngine& operator=(const ScriptEngine&) = delete;

  /// Runs a script file. Throws ScriptError (also for a missing file).
  void run_file(const std::filesystem::path& file);
  /// Evaluates one expression; the result as a Value (nil → monostate). Throws ScriptError, also for results that are no Value.
  Value evaluate(const std::string& expression);
  /// Calls a function that a script defined (`addAgent`), with plain values. Throws ScriptError.
  Value call(const std::string& function, const Values& arguments);
  bool is_defined(const std::string& function);

  /// The engine of this server; scene importer and effectors find it here. Throws if there is none.
  static ScriptEngine& of(const Core& core);

 private:
  Core& core_;
};

}  // namespace spark
