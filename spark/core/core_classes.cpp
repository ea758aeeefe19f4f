// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include "spark/core/core.h"
#include "spark/core/file_system.h"
#include "spark/core/source_place.h"

namespace spark {
namespace {

/// /sys/server/random: the random numbers of scripts. It is one stream of the match seed, so a set-up repeats with the
/// match.
class RandomServer : public Node {
 public:
  /// A script's `seed(n)`. 0 meant "the clock" in 0.5.2; here it means the match seed, so nothing depends on the clock.
  void seed(int n) { stream_ = &core().random.stream(n == 0 ? "script" : fmt::format("script {}", n)); }
  double uniform_rnd(double low, double high) { return stream().uniform(low, high); }
  double normal_rnd(double mean, double sigma) { return stream().normal(mean, sigma); }
  double exponential_rnd(double lambda) { return stream().exponential(lambda); }

 private:
  RandomStream& stream() {
    if (!stream_) seed(0);
    return *stream_;
  }
  RandomStream* stream_ = nullptr;
};

/// /classes/NAME: represents the registered class with that name.
class ClassObject : public Leaf {};

/// /sys/server/log: scripts can add outputs to the log.
class LogServer : public Node {
 public:
  /// `target` is ":cerr", ":cout" or a file. Output to the terminal is controlled by options (`--quiet`, `--verbose`),
  /// so the two names are accepted without effect.
  bool add_stream(const std::string& target, const std::string& level) {
    if (target == ":cerr" || target == ":cout") return true;
    auto file = std::make_shared<std::ofstream>(target);
    if (!*file) {
      core().log.error("cannot open the log file '{}'", printable(target, 200));
      return false;
    }
    const LogLevel min_level = level == "eError"     ? LogLevel::error
                               : level == "eWarning" ? LogLevel::warning
                               : level == "eNormal"  ? LogLevel::normal
                                                     : LogLevel::debug;
    core().log.add_sink(min_level,
                        [file](LogLevel at, std::string_view line) { *file << to_string(at) << ": " << line << '\n'; });
    return true;
  }
};

/// /sys/server/file: the search path of scene files.
class FileServer : public Node {
 public:
  bool exist(const std::string& name) { return static_cast<bool>(find_scene_file(core(), name)); }
  /// Adds a folder, or an archive, after the existing ones. The class of archives is registered by its bundle.
  bool mount(const std::string& class_name, const std::string& path) {
    if (class_name != "FileSystemSTD" && !mount_archive(class_name, path)) return false;
    core().scene_path.emplace_back(path);
    return true;
  }
  /// `unmount(path)` or `unmount(file system class, path)`: removes the folder or archive added last with that name.
  bool unmount(const Values& arguments) {
    if (arguments.empty() || arguments.size() > 2) return false;
    const std::string folder = as_text(arguments.back()).value_or("");
    auto& folders = core().scene_path;
    const auto mounted =
        std::find_if(folders.rbegin(), folders.rend(), [&](const auto& one) { return same(one, folder); });
    if (mounted == folders.rend()) {
      core().log.error("unmount: the folder '{}' is not in the search path of scene files", printable(folder, 200));
      return false;
    }
    if (Leaf* archive = child(mounted->native())) remove(*archive);
    folders.erase(std::next(mounted).base());
    return true;
  }

 private:
  bool mount_archive(const std::string& class_name, const std::string& path) {
    const ClassInfo* info = core().classes.find(class_name);
    auto made = info && !info->is_abstract() ? core().classes.create(class_name) : nullptr;
    auto* archive = dynamic_cast<FileSystem*>(made.get());
    if (!archive) {
      report(core(), LogLevel::error, "mount " + class_name,
             fmt::format("mount: there is no file system '{}'{}", printable(class_name),
                         class_name == "FileSystemZIP" ? "; importBundle 'filesystemzip' provides it" : ""));
      return false;
    }
    if (!archive->set_path(path)) return false;
    made->set_name(path);
    append(std::move(made));
    return true;
  }

  /// Compares paths, ignoring a slash at the end.
  static bool same(const std::filesystem::path& one, const std::filesystem::path& other) {
    return (one / "").lexically_normal() == (other / "").lexically_normal();
  }
};

}  // namespace

void show_classes(Core& core) {
  for (const auto& info : core.classes.all())
    if (const std::string path = "/classes/" + info->name(); !core.root().find(path))
      core.create("zeitgeist/Class", path);
}

void register_core_classes(ClassRegistry& classes) {
  classes.add<Leaf>("zeitgeist/Leaf", "", "Anything in the object tree.")
      .method("setName", &Leaf::set_name, "name", "Renames the object.")
      .immediate()
      .method("getName", &Leaf::name, "", "The object's name.")
      .immediate()
      .method("getFullPath", &Leaf::full_path, "", "The path from the root.")
      .immediate()
      .method("isLeaf", &Leaf::is_leaf, "", "Whether it can have no children.")
      .immediate();
  classes.add<ClassObject>("zeitgeist/Class", "zeitgeist/Leaf",
                           "A class, for scripts that look for it: /classes/NAME.");
  classes.add<Node>("zeitgeist/Node", "zeitgeist/Leaf", "An object with children.");
  classes
      .add<RandomServer>("zeitgeist/RandomServer", "zeitgeist/Node", "Random numbers for scripts, from the match seed.")
      .method("seed", &RandomServer::seed, "n", "Selects a stream of the match seed; 0 is the usual one.")
      .method("uniformRND", &RandomServer::uniform_rnd, "min, max", "Uniform in [min, max).")
      .method("normalRND", &RandomServer::normal_rnd, "mean, sigma", "Normal distribution.")
      .method("exponentialRND", &RandomServer::exponential_rnd, "lambda", "Exponential distribution, mean 1/lambda.");
  classes.add<LogServer>("zeitgeist/LogServer", "zeitgeist/Node", "The server's log.")
      .method("addStream", &LogServer::add_stream, "file, level", "Writes the log to a file, too.");
  classes.add<FileSystem>("zeitgeist/FileSystem", "zeitgeist/Leaf", "An archive that can be mounted.")
      .method("setPath", &FileSystem::set_path, "file", "Opens the archive; mount does that.");
  classes.add<FileServer>("zeitgeist/FileServer", "zeitgeist/Node", "The search path of scene files.")
      .method("exist", &FileServer::exist, "file", "Whether a scene file with that name is found.")
      .method("mount", &FileServer::mount, "FileSystemSTD or a class of archives, path",
              "Adds a folder or an archive to the search path.")
      .method("unmount", &FileServer::unmount, "[file system class,] folder", "Removes it from the search path.");
}

}  // namespace spark
