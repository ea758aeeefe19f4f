// SPDX-License-Identifier: Apache-2.0
#include "spark/script/ruby_vm.h"

#include <array>
#include <csignal>
#include <iterator>
#include <thread>

#include "spark/core/signal_dispositions.h"
#include "spark/script/prelude.h"
#include "spark/script/ruby_call.h"
#include "spark/script/ruby_functions.h"
#include "spark/script/ruby_value.h"
#include "spark/script/script_engine.h"

#ifdef RCSS_SANITIZED
/// The VM is never shut down and the leak checker does not search its memory, so all of it would count as lost.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libruby";
}
#endif

namespace spark {
namespace {

/// Loads the part of Ruby's core that is written in Ruby, which only the processing of options does; hence an empty
/// program. It ignores the environment: no gems, no RUBYOPT, no locale.
void start_library() {
  char name[] = "rcssserver3D";
  char no_extras[] = "--disable=all";
  char encoding[] = "-EUTF-8";
  char run[] = "-e";
  char nothing[] = "";
  char* arguments[] = {name, no_extras, encoding, run, nothing, nullptr};
  int status = 0;
  if (!ruby_executable_node(ruby_options(5, arguments), &status)) throw ScriptError("Ruby does not start");
}

constexpr int kFaults[] = {SIGSEGV, SIGBUS};

/// Ruby's fault handlers, and this program's earlier ones. Ruby detects stack overflow of a script by a fault, and
/// turns it into an exception, so its handlers are installed while it runs, and only then.
class RubyFaults {
 public:
  /// To be called after Ruby's start and before the earlier handlers are restored.
  void learn() {
    for (std::size_t i = 0; i < std::size(kFaults); ++i) ::sigaction(kFaults[i], nullptr, &of_ruby_[i]);
    known_ = true;
  }
  void enter() {
    if (known_ && depth_++ == 0)
      for (std::size_t i = 0; i < std::size(kFaults); ++i) ::sigaction(kFaults[i], &of_ruby_[i], &before_[i]);
  }
  void leave() {
    if (known_ && --depth_ == 0)
      for (std::size_t i = 0; i < std::size(kFaults); ++i) ::sigaction(kFaults[i], &before_[i], nullptr);
  }

 private:
  using Actions = std::array<struct sigaction, std::size(kFaults)>;
  Actions of_ruby_{}, before_{};
  bool known_ = false;
  int depth_ = 0;
};
/// Signal handlers belong to the process, as the VM does.
RubyFaults faults;

struct Vm {
  std::thread::id thread = std::this_thread::get_id();
  VALUE main = Qnil;
  VALUE interface = Qnil;

  Vm() {
    RUBY_INIT_STACK;
    {
      // Signals are handled by the program: Ruby would turn one into an exception in the next script. Ruby uses these
      // two to wake its own threads and to wait for programs that scripts run; sent from outside they have no effect.
      const SignalDispositions as_before{SIGVTALRM, SIGCHLD};
      if (ruby_setup() != 0) throw ScriptError("Ruby does not start");
      start_library();
      faults.learn();
    }
    ruby_script("rcssserver3D");
    main = protect([] { return rb_eval_string("self"); });
    interface = protect([] { return rb_define_module("ScriptEngine"); });
    define_wrong_setting(interface);
    define_object_functions(interface);
    define_server_functions(interface);
    define_watch_functions(interface);
    for (const char* text : {kPrelude, kRunningPrelude, kFailurePrelude}) evaluate_ruby(text, kPreludeName);
  }
};

Vm& vm() {
  static Vm instance;
  return instance;
}

/// The error as one line. The line is made in Ruby, so that may fail again.
std::string line_of(VALUE error) {
  int state = 0;
  VALUE argument = error;
  const VALUE line = rb_protect(
      [](VALUE data) -> VALUE {
        const VALUE interface = rb_const_get(rb_cObject, rb_intern("ScriptEngine"));
        return rb_funcall(interface, rb_intern("explain"), 1, data);
      },
      argument, &state);
  RB_GC_GUARD(argument);
  if (state == 0 && RB_TYPE_P(line, T_STRING)) return std::string(RSTRING_PTR(line), RSTRING_LEN(line));
  rb_set_errinfo(Qnil);
  return "a script error that cannot be shown";
}

/// Throws Ruby's pending error.
[[noreturn]] void throw_error() {
  const VALUE error = rb_errinfo();
  rb_set_errinfo(Qnil);
  if (NIL_P(error) || RB_SPECIAL_CONST_P(error) || RB_BUILTIN_TYPE(error) == RUBY_T_IMEMO)
    throw ScriptError("the script made a jump without a valid target");
  const std::string line = line_of(error);
  if (rb_obj_class(error) == wrong_setting_class()) throw WrongSetting(line);
  throw ScriptError(line);
}

}  // namespace

void start_ruby() {
  if (vm().thread != std::this_thread::get_id()) throw ScriptError("scripts run only on the thread that started Ruby");
}

VALUE interface_module() {
  return vm().interface;
}
VALUE main_object() {
  return vm().main;
}

VALUE detail::protect(VALUE (*function)(VALUE), VALUE data) {
  int state = 0;
  faults.enter();
  const VALUE result = rb_protect(function, data, &state);
  faults.leave();
  if (state != 0) throw_error();
  return result;
}

VALUE evaluate_ruby(const std::string& code, const char* file_name) {
  const VALUE text = to_ruby(Value(code));
  return protect([&] {
    const VALUE binding = rb_const_get(rb_cObject, rb_intern("TOPLEVEL_BINDING"));
    return rb_funcall(binding, rb_intern("eval"), 2, text, rb_str_new_cstr(file_name));
  });
}

}  // namespace spark
