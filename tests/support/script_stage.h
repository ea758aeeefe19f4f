// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spark/core/core.h"
#include "spark/scene/scene.h"
#include "spark/script/script_engine.h"
#include "tests/support/temporary_folder.h"

namespace script_test {

/// The first line of every scene file.
inline const std::string kHeader = "(RubySceneGraph 0 1)\n";
/// A script that makes a world and a space for bodies below /t.
inline const std::string kWorld = "new('oxygen/World', '/t/world')\nnew('oxygen/Space', '/t/space')\n";

/// A node that records its arguments and returns them, in order.
class Probe : public spark::Transform {
 public:
  bool take(const spark::Values& values) {
    taken.push_back(values);
    return true;
  }
  bool set_positive(double value) { return value > 0.0; }
  void set_count(int value) { count = value; }
  void set_flag(bool value) { flag = value; }
  void set_word(const std::string& value) { word = value; }
  void set_place(spark::Vec3 value) { place = value; }
  double echo_real(double value) { return value; }
  spark::Value echo(const spark::Values& values) { return values.empty() ? spark::Value() : values.front(); }
  bool is_dispensable() const override { return false; }  // stands for nodes of any class
  void explode() { throw std::runtime_error("the probe has exploded"); }

  std::vector<spark::Values> taken;
  int count = 0;
  bool flag = false;
  std::string word;
  spark::Vec3 place;
};

/// A server without a simulation: tree, log, script engine and its own folder for scripts, scenes and modules. Errors
/// in its scripts are fatal.
struct Stage {
  explicit Stage(std::uint64_t seed = 1);

  TemporaryFolder own_folder;
  const std::filesystem::path folder = own_folder.path();
  std::vector<std::string> log;  ///< "error: …"; without debug lines
  spark::Core core;
  spark::ScriptEngine engine{core};

  /// Writes a file into the folder and returns its path.
  std::filesystem::path file(const std::string& name, const std::string& text) const;
  /// Writes and runs a script. Returns the error line without the folder's name, or "" on success.
  std::string run(const std::string& text, const std::string& name = "s.rb");
  /// Writes and imports a scene below `target()`.
  bool import(const std::string& text, const spark::Values& arguments = {}, const std::string& name = "s.rsg");
  spark::BaseNode& target();
  template <typename T>
  T& at(const std::string& path) {
    auto* found = dynamic_cast<T*>(core.root().find(path));
    if (!found) throw std::runtime_error("there is no " + path);
    return *found;
  }
  bool has(const std::string& path) { return core.root().find(path) != nullptr; }
  /// `text` without the folder's name, and in the words of current Ruby versions.
  std::string without_folder(std::string text) const;
  /// Names of the children, separated by blanks.
  std::string children(const std::string& path);
};

/// Translates messages of Ruby before 3.3 to those of later versions.
std::string in_new_words(std::string text);

/// Registers Probe with a method for each parameter type under "oxygen/Probe".
void register_probe(spark::ClassRegistry& classes);

}  // namespace script_test
