// SPDX-License-Identifier: Apache-2.0
#include "spark/script/prelude.h"

namespace spark {

const char* const kRunningPrelude = R"ruby(
module ScriptEngine
  # Raised in a script that takes too long. Not a StandardError, so that a bare rescue lets it pass.
  class TimedOut < Exception
  end

  class << self
    # The script files that are being run, the outermost first.
    attr_reader :running

    def run_file(path)
      within_limit { load_script(path) }
    end

    def load_script(path)
      @running.push(path)
      load(path)
    ensure
      @running.pop
    end

    # For C++, which says itself what is wrong with an expression.
    def evaluate(text)
      outer, @raising = @raising, true
      within_limit { TOPLEVEL_BINDING.eval(text, EXPRESSION) }
    ensure
      @raising = outer
    end

    def apply(function, arguments)
      within_limit { TOPLEVEL_BINDING.receiver.send(function, *arguments) }
    end

    private

    # Does the block; what C++ asks for meanwhile (a scene file's expression) has its time from the same purse.
    def within_limit
      return yield if @limited || limit <= 0

      begin
        @limited = true
        # Deferred but in the block: one that comes too late must not hit the next script.
        Thread.handle_interrupt(TimedOut => :never) do
          guard = start_guard(Thread.current, limit)
          begin
            Thread.handle_interrupt(TimedOut => :immediate) { yield }
          ensure
            guard.kill.join
            forget_interrupts
          end
        end
      ensure
        @limited = false
      end
    end

    # Again and again: C++ takes the first for a mistake of the expression that it has asked for.
    def start_guard(script, seconds)
      Thread.new do
        sleep seconds
        loop do
          script.raise(TimedOut, limit_message)
          sleep 0.1
        end
      end
    end

    def forget_interrupts
      Thread.handle_interrupt(TimedOut => :immediate) { Thread.pass } while Thread.pending_interrupt?
    rescue TimedOut
      retry
    end
  end
end
)ruby";

}  // namespace spark
