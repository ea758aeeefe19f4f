// SPDX-License-Identifier: Apache-2.0
// runac: loads a controller and runs it as an agent of a SIGVerse world.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/options.h"
#include "gateways/sigverse/controller/runner.h"
#include "gateways/sigverse/wire/connect.h"

namespace sigverse {
namespace {

using CreateController = Controller*();
constexpr wire::Stream::Timeout kConnectTimeout{10'000};

/// The controller's own symbols must resolve to each other and to those of this program, as if all had been linked
/// together. The library is never closed, because its objects may live as long as the process.
CreateController* load(const std::string& library) {
  // Without a '/', dlopen would search the system's folders.
  const std::string path = library.find('/') == std::string::npos ? "./" + library : library;
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!handle) throw std::runtime_error(::dlerror());
  void* const create = ::dlsym(handle, "createController");
  if (!create) throw std::runtime_error(library + ": no function createController, which is to be extern \"C\"");
  return reinterpret_cast<CreateController*>(create);
}

wire::Stream connect(const RunacOptions& options) {
  if (options.descriptors) return {options.descriptors->first, options.descriptors->second};
  std::string problem;
  auto stream = wire::connect(options.host, options.port, kConnectTimeout, problem);
  if (!stream) throw std::runtime_error(problem);
  return std::move(*stream);
}

/// Ends the process soon: a handler that never returns after the server has ended would keep it running forever.
void end_soon() {
  constexpr unsigned kSeconds = 1;
  struct sigaction action {};
  action.sa_handler = [](int) { ::_exit(0); };
  ::sigaction(SIGALRM, &action, nullptr);
  ::alarm(kSeconds);
}

void silence_stdout() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
}

std::unique_ptr<Controller> create(CreateController* create_controller) {
  std::unique_ptr<Controller> controller;
  try {
    controller.reset(create_controller());
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    throw std::runtime_error("createController threw an exception of an unknown type");
  }
  if (!controller) throw std::runtime_error("createController has returned no controller");
  return controller;
}

/// Loads the controller, attaches it and runs it until it ends. Throws std::runtime_error with a message.
void run_controller(const RunacOptions& options) {
  // Lines must reach the log when they are written, whether it is a file or a pipe.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (options.silent) silence_stdout();
  ::signal(SIGPIPE, SIG_IGN);
  CreateController* const create_controller = load(options.library);
  ServerConnection server(options.agent, connect(options));
  server.attach();
  if (!server.has_turns() && !options.descriptors) server.connect_data(connect(options));
  server.on_lost(end_soon);
  Agent agent(server, options.seed);
  if (!options.descriptors) {
    agent.services.set_connects(true);
    agent.host = options.host;
    agent.port = options.port;
  }
  Runner runner(agent, options.seed, options.real_clock);
  const std::unique_ptr<Controller> controller = create(create_controller);
  runner.run(*controller);
}

}  // namespace
}  // namespace sigverse

#ifdef RCSS_SANITIZED
/// The leak check at the end traces the process, which a sandbox forbids.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  int status = 2;  // for wrong usage
  try {
    const auto options = sigverse::read_runac_options(argc, argv);
    status = 1;
    if (options) sigverse::run_controller(*options);
    return 0;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "runac: %s\n", exception.what());
    return status;
  }
}
