// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/core/core.h"
#include "spark/script/bundles.h"

namespace spark {

/// A Ruby error, as one line: "file:line: message (ExceptionClass)", followed by ", from file:line" if the error
/// occurred in a function of another file than the caller's. Without a place for expressions that C++ evaluates.
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The embedded Ruby, connected to one server's `Core`.
///
/// The Ruby VM is the only global object of this program: there is one engine at a time, and only on the thread that
/// made the first one. Every call into Ruby is protected; no C++ exception crosses a Ruby frame, no Ruby exception a
/// C++ one. Ruby unblocks all signals when it starts, so signals must be blocked after this. Handlers are not changed.
///
/// The constructor creates the objects that scripts expect below /sys/server: log, file, script, random. Functions that
/// scripts define, variables with their namespaces, objects and the context object belong to one engine. Globals ($x)
/// and classes live as long as the VM, and a later engine sees them, so scripts must set a global before they read it.
class ScriptEngine {
 public:
  /// Real time that a script may take, as a file, an expression or a function; nested calls from C++ are included.
  static constexpr double kUsualLimit = 60;  ///< s

  /// Throws ScriptError if there is an engine already, or on the wrong thread.
  explicit ScriptEngine(Core& core);
  /// The server keeps everything that scripts have built, and the next engine may be made. Calls no Ruby.
  ~ScriptEngine();
  ScriptEngine(const ScriptEngine&) = delete;
  ScriptEngine& operator=(const ScriptEngine&) = delete;

  /// By default an error in a script (an unknown class, method, bundle or script file, a call on the result of a failed
  /// `get`) is forgiven as in 0.5.2: one line with its place, nil, and the script continues; it is raised if a `rescue`
  /// of the script would catch it. Strict: it is always raised.
  void be_strict(bool strict) { strict_ = strict; }
  bool is_strict() const { return strict_; }
  /// The number of forgiven errors so far.
  std::uint64_t failures() const { return failures_; }

  /// `seconds`: 0 for no limit; `changed_by` names the option in the error line of a script that exceeds the limit, or
  /// is empty. That error is a ScriptError.
  void limit_time(double seconds, std::string changed_by);

  /// Runs a script file: `file` itself, else the first with that name in the script path. Throws ScriptError (also for
  /// a missing file, and when the script calls `exit`).
  void run_file(const std::filesystem::path& file);
  /// Evaluates one expression; returns the result as a Value (nil → monostate). Throws ScriptError, also for results
  /// that are not a Value.
  Value evaluate(const std::string& expression);
  /// Calls a function that a script defined (`addAgent`), with plain values. A result that is not a Value becomes
  /// nothing. Throws ScriptError.
  Value call(const std::string& function, const Values& arguments);
  bool is_defined(const std::string& function);

  /// The engine of this server, for the scene importer and effectors. Throws `std::runtime_error` if it has none, or no
  /// longer has one.
  static ScriptEngine& of(const Core& core);

  Core& core() const { return core_; }
  /// The bundles for `importBundle`; a program that contains a bundle registers it here.
  Bundles& bundles() { return bundles_; }
  /// The absolute path of a script that a script names: the first in the script path, else the file as given. Scripts
  /// that are running are skipped: a script may run another one with its own name further down the path. Throws
  /// ScriptError if there is none.
  std::filesystem::path find_script(const std::filesystem::path& name,
                                    const std::vector<std::filesystem::path>& running = {}) const;

  // For the functions that Ruby calls: the current engine. `current` throws if there is none.
  static ScriptEngine& current();
  static bool exists();
  /// Distinguishes this engine's object references from those of earlier ones.
  std::uint64_t number() const { return number_; }
  void report_failure(const std::string& place, const std::string& text);
  double limit_s() const { return limit_s_; }
  std::string limit_message() const;

 private:
  Core& core_;
  std::uint64_t number_ = 0;
  Bundles bundles_;
  bool strict_ = false;
  std::uint64_t failures_ = 0;
  double limit_s_ = kUsualLimit;
  std::string limit_changed_by_;
};

/// The tree and the registry of the current engine, for functions that Ruby calls; throws if there is none.
inline Core& current_core() {
  return ScriptEngine::current().core();
}

}  // namespace spark
