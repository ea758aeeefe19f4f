// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Value;

TEST_CASE("the server objects that scripts expect exist from the start") {
  Stage stage;
  CHECK(stage.children("/sys/server") == "log file script random");
  CHECK(stage.run("raise 'order' unless get('/sys/server/random').uniformRND(1.0, 1.0) == 1.0").empty());
}

TEST_CASE("new creates an object and the missing nodes of its path") {
  Stage stage;
  REQUIRE(stage.run("p = new('oxygen/Probe', '/a/b/p')\np.setCount(4)\n").empty());
  CHECK(stage.at<Probe>("/a/b/p").count == 4);
  CHECK(stage.run("\nnew('oxygen/Prope', '/q')") == "s.rb:2: there is no class 'oxygen/Prope' (RuntimeError)");
  CHECK(stage.run("new('oxygen/SceneImporter', '/q')") ==
        "s.rb:1: class 'oxygen/SceneImporter' is abstract (RuntimeError)");
  CHECK(stage.run("new(5, '/q')") == "s.rb:1: the class must be a string (RuntimeError)");
  CHECK_FALSE(stage.has("/q"));
}

TEST_CASE("relative paths start at the context object, which new and selectObject change") {
  Stage stage;
  REQUIRE(stage
              .run("new('oxygen/Probe', '/a/p')\nnew('oxygen/Probe', 'inner')\nselectObject('/a')\n"
                   "new('oxygen/Probe', 'q')\ncd '/a/p'\nget('inner').setCount(7)\nget('../q').setCount(8)\n")
              .empty());
  CHECK(stage.at<Probe>("/a/p/inner").count == 7);
  CHECK(stage.at<Probe>("/a/q").count == 8);
  CHECK(stage.run("cd '/nowhere'") == "s.rb:1: there is no object '/nowhere' (RuntimeError)");
}

TEST_CASE("unknown methods of any object but nil are called on the context object") {
  Stage stage;
  REQUIRE(stage
              .run("new('oxygen/Probe', '/p')\nsetCount(3)\nselectCall('setWord', ['w'])\n"
                   "class User\n  def use\n    setFlag(true)\n  end\nend\nUser.new.use\n")
              .empty());
  const auto& probe = stage.at<Probe>("/p");
  CHECK(probe.count == 3);
  CHECK(probe.word == "w");
  CHECK(probe.flag);
  CHECK(stage.run("new('oxygen/Probe', '/p2')\nsetCuont(3)") ==
        "s.rb:2: undefined method `setCuont' for main (NoMethodError)");
  CHECK(stage.run("new('oxygen/Probe', '/p3')\nget('/typo').setCount(9)") ==
        "s.rb:2: undefined method `setCount' for nil (NoMethodError)");
  CHECK(stage.log.back() == "error: s.rb:2: there is no object '/typo'");
  CHECK(stage.at<Probe>("/p3").count == 0);
}

TEST_CASE("a proxy forwards calls, and an unknown method raises") {
  Stage stage;
  REQUIRE(stage
              .run("p = new('oxygen/Probe', '/p')\nthisCall(p.objPointer, 'setCount', [5])\n"
                   "raise 'does not answer' unless p.respond_to?(:setCount) && !p.respond_to?(:setCuont)\n"
                   "p.setWord(p.to_s)\n")
              .empty());
  CHECK(stage.at<Probe>("/p").count == 5);
  CHECK(stage.at<Probe>("/p").word == "/p");
  CHECK(stage.run("\n\nget('/p').setCuont(5)") == "s.rb:3: /p (oxygen/Probe) has no method 'setCuont' (NoMethodError)");
  CHECK(stage.run("thisCall(5, 'setCount', [5])") == "s.rb:1: this is not a pointer to an object (RuntimeError)");
}

TEST_CASE("a proxy of a deleted object raises when it is used") {
  Stage stage;
  REQUIRE(stage.run("$kept = new('oxygen/Probe', '/a/p')\n$inner = new('oxygen/Probe', '/a/p/inner')\n").empty());
  CHECK(stage.run("delete('/a/p')\n$kept.setCount(1)") == "s.rb:2: this object has been deleted (RuntimeError)");
  CHECK(stage.run("$inner.setCount(1)") == "s.rb:1: this object has been deleted (RuntimeError)");
  CHECK(stage.run("raise $inner.to_s") == "s.rb:1: (deleted object) (RuntimeError)");
  // The context object was /a/p/inner.
  CHECK(stage.run("setCount(1)") == "s.rb:1: undefined method `setCount' for main (NoMethodError)");
  CHECK(stage.run("get('x')") == "s.rb:1: this object has been deleted (RuntimeError)");
  CHECK(stage.run("new('oxygen/Probe', '/a/p')\n$kept.setCount(1)") ==
        "s.rb:2: this object has been deleted (RuntimeError)");

  // C++ can also delete objects, and a new object of the same name is another one.
  REQUIRE(stage.run("$kept = get('/a/p')").empty());
  auto& a = stage.at<spark::Node>("/a");
  const auto removed = a.remove(stage.at<Probe>("/a/p"));
  stage.core.create("oxygen/Probe", "/a/p");
  CHECK(stage.run("$kept.setCount(1)") == "s.rb:1: this object has been deleted (RuntimeError)");
}

TEST_CASE("a proxy of an earlier server's object counts as deleted") {
  {
    Stage stage;
    REQUIRE(stage.run("$kept = new('oxygen/Probe', '/p')").empty());
  }
  Stage stage;
  stage.core.create("oxygen/Probe", "/p");
  CHECK(stage.run("$kept.setCount(1)") == "s.rb:1: this object has been deleted (RuntimeError)");
}

TEST_CASE("delete removes objects, but not the root") {
  Stage stage;
  CHECK(stage.run("new('oxygen/Probe', '/p')\ndelete('/p')").empty());
  CHECK_FALSE(stage.has("/p"));
  CHECK(stage.run("delete('/p')") == "s.rb:1: there is no object '/p' (RuntimeError)");
  CHECK(stage.run("delete('/')") == "s.rb:1: the root cannot be deleted (RuntimeError)");
  CHECK(stage.run("delete('/sys/server/script')").empty());
  CHECK_THROWS_WITH(spark::ScriptEngine::of(stage.core), "this server has no script engine");
}

TEST_CASE("ls, pushd, popd and dirs print and change the context object") {
  Stage stage;
  REQUIRE(stage
              .run("require 'stringio'\nout = $stdout\n$stdout = StringIO.new\nbegin\n"
                   "  new('oxygen/Probe', '/a/p')\n  new('zeitgeist/Leaf', '/a/l')\n  cd '/a'\n  ls\n  pushd '/a/p'\n"
                   "  dirs\n  popd\n  dirs\n  text = $stdout.string\nensure\n  $stdout = out\nend\n"
                   "get('/a/p').setWord(text)\n")
              .empty());
  CHECK(stage.at<Probe>("/a/p").word == "p/\nl\n/a/p\n/a\n/a\n");
  CHECK(stage.run("popd") == "s.rb:1: popd without pushd (RuntimeError)");
}

TEST_CASE("run finds scripts in the script path, and they share functions and globals") {
  Stage stage;
  stage.file("more.rb", "$more = 5\ndef more\n  $more\nend\n");
  CHECK(stage.run("run 'more.rb'\nraise 'not run' unless more == 5\n").empty());
}

TEST_CASE("a module is loaded once, an unknown one is an error") {
  Stage stage;
  static int registered = 0;
  registered = 0;
  stage.engine.bundles().provide("game", [](spark::ClassRegistry& classes) {
    ++registered;
    classes.add<Probe>("GameProbe", "oxygen/Probe", "For tests.");
  });
  CHECK(
      stage.run("importBundle 'game'\nimportBundle 'game'\nnew('GameProbe', '/g')\nimportBundle 'sexpparser'").empty());
  CHECK(registered == 1);
  CHECK(stage.has("/g"));
  CHECK(stage.run("\nimportBundle 'soccre'") ==
        "s.rb:2: there is no module soccre.so in " + stage.folder.string() + " (RuntimeError)");
  stage.file("wings.missing", "built without feathers\n");
  CHECK(stage.run("importBundle 'wings'") ==
        "s.rb:1: there is no module wings.so: built without feathers (RuntimeError)");
  CHECK(stage.run("importBundle '../evil'") == "s.rb:1: '../evil' is not a module name (RuntimeError)");
  stage.file("text.so", "no module at all");
  CHECK(stage.run("importBundle 'text'").starts_with("s.rb:1: cannot load the module 'text': "));
}

TEST_CASE("the functions of scripts disappear with their engine, those of libraries stay") {
  {
    Stage stage;
    REQUIRE(stage.run("require 'delegate'\ndef addAgent(path)\n  'mine'\nend\ndef respond\nend\n").empty());
    CHECK(stage.engine.call("addAgent", {""}) == Value("mine"));
    CHECK(stage.engine.is_defined("DelegateClass"));
  }
  Stage stage;
  CHECK_FALSE(stage.engine.is_defined("addAgent"));
  CHECK_FALSE(stage.engine.is_defined("respond"));
  CHECK(stage.engine.is_defined("DelegateClass"));
  CHECK(stage.run("new('oxygen/Probe', '/p')\nget('/p').setCount(4)").empty());
  CHECK(stage.at<Probe>("/p").count == 4);
}

TEST_CASE("classes are objects below /classes, those of a bundle from its import on") {
  Stage stage;
  stage.engine.bundles().provide(
      "game", [](spark::ClassRegistry& classes) { classes.add<Probe>("GameProbe", "oxygen/Probe", "For tests."); });
  CHECK(stage.has("/classes/zeitgeist/FileServer"));
  CHECK_FALSE(stage.has("/classes/GameProbe"));
  REQUIRE(stage.run("importBundle 'game'\np = new('oxygen/Probe', '/p')\n"
                    "p.setWord(get('/classes/GameProbe').getName + ' ' + get('/classes/oxygen/Body').getFullPath)\n"
                    "cd '/classes/oxygen'\nget('Body').getName\n") == "");
  CHECK(stage.at<Probe>("/p").word == "GameProbe /classes/oxygen/Body");
  const auto& all = stage.at<spark::Node>("/classes/oxygen").children();
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& one) { return one->name() == "Body"; }) == 1);
}

TEST_CASE("folders for scene files are mounted and unmounted") {
  Stage stage;
  std::filesystem::create_directories(stage.folder / "more");
  std::ofstream(stage.folder / "more/there.rsg") << "(RubySceneGraph 0 1)";
  REQUIRE(stage.run("p = new('oxygen/Probe', '/p')\n$f = get('/sys/server/file')\n$more = __dir__ + '/more/'\n"
                    "def there\n  $f.exist('there.rsg').to_s[0]\nend\nw = there\n"
                    "$f.mount('FileSystemSTD', $more)\nw += there\n$f.unmount($more)\nw += there\n"
                    "$f.mount('FileSystemSTD', $more)\n$f.mount('FileSystemSTD', $more)\nw += there\n"
                    "$f.unmount('FileSystemSTD', $more.chomp('/'))\nw += there\n$f.unmount('FileSystemSTD', $more)\n"
                    "w += there\np.setWord(w)\n") == "");
  CHECK(stage.at<Probe>("/p").word == "ftfttf");
  CHECK(stage.log.empty());
  REQUIRE(stage.run("get('/p').setFlag($f.unmount('nowhere/'))") == "");
  CHECK_FALSE(stage.at<Probe>("/p").flag);
  CHECK(stage.log.back() == "error: unmount: the folder 'nowhere/' is not in the search path of scene files");
}

TEST_CASE("a script may run another script of its name later in the path, but never itself") {
  Stage stage;
  std::filesystem::create_directories(stage.folder / "below");
  std::ofstream(stage.folder / "below/s.rb") << "$order << 'below'\nrun 'inner.rb'\n";
  stage.file("inner.rb", "$order << 'inner'\n");
  stage.core.script_path.push_back(stage.folder / "below");
  REQUIRE(stage.run(
              "$order = ['first']\nrun 's.rb'\nrun 'inner.rb'\nnew('oxygen/Probe', '/p').setWord($order.join(' '))") ==
          "");
  CHECK(stage.at<Probe>("/p").word == "first below inner inner");
  CHECK(stage.run("\nrun 't.rb'", "t.rb") ==
        "t.rb:2: there is no other script 't.rb', and this one is running (RuntimeError)");
}
