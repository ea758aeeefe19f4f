// SPDX-License-Identifier: Apache-2.0
#include "spark/script/prelude.h"

namespace spark {

const char* const kRunningPrelude = R"ruby(
module ScriptEngine
  # Game.Length, Math::PI; not Kernel.eval.
  NAME = /[A-Z]\w*(?:(?:\.|::)[A-Z]\w*)*/
  NUMBER = /0x\h+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?/
  OPERAND = /(?:#{NAME}|#{NUMBER}|\$[a-z]\w*)(?![\w.])/
  # What opens comes before an operand, what closes behind it; a / elsewhere would begin a regular expression.
  PLAIN = %r{\A\s*(?:[-+!(]\s*)*#{OPERAND}(?:[)\s]*(?:[-+*/%<>?:,]|\*\*|[=!<>]=|&&|\|\|)\s*(?:[-+!(]\s*)*#{OPERAND})*[)\s]*\z}

  # Raised in a script that takes too long. Not a StandardError, so that a bare rescue lets it pass.
  class TimedOut < Exception
  end

  class << self
    # The script files that are being run, the outermost first.
    attr_reader :running

    def run_file(path)
      unless_refused { within_limit { load_script(path) } }
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
      unless_refused do
        within_limit do
          known = compiled(text)
          known ? known.eval : TOPLEVEL_BINDING.eval(text, EXPRESSION)
        end
      end
    ensure
      @raising = outer
    end

    def apply(function, arguments)
      unless_refused { within_limit { TOPLEVEL_BINDING.receiver.send(function, *arguments) } }
    end

    private

    # What the block gives. Where the server throws a WrongSetting, it is raised only here, behind all scripts.
    def unless_refused
      raise catch(WrongSetting) { return yield }
    end

    # Does the block; what C++ asks for meanwhile (a scene file's expression) has its time from the same purse.
    def within_limit
      return yield if @limited || limit <= 0

      begin
        @limited = true
        # Deferred but in the block: one that comes too late must not hit the next script.
        Thread.handle_interrupt(TimedOut => :never) do
          @watcher = start_watcher(Thread.current) unless watched?
          begin_turn(limit)
          begin
            Thread.handle_interrupt(TimedOut => :immediate) { yield }
          ensure
            @interrupting.synchronize { end_turn }
            forget_interrupts
          end
        end
      ensure
        @limited = false
      end
    end

    # Not by one that will end as soon as it has the lock: a script may have killed all other threads.
    def watched?
      @watcher&.alive? && !@watcher.pending_interrupt?
    end

    # It is there from the first script on, and sleeps.
    def start_watcher(script)
      @interrupting = Mutex.new
      Thread.new do
        loop do
          turn = await_overtime
          # Again and again: C++ takes the first for a mistake of the expression that it has asked for.
          sleep 0.1 while interrupt(script, turn)
        end
      end
    end

    # Not one that has ended meanwhile.
    def interrupt(script, turn)
      @interrupting.synchronize do
        script.raise(TimedOut, limit_message) if (is_late = current_turn?(turn))
        is_late
      end
    end

    # Scenes ask for the same few expressions for every player. Kept are those that are made of numbers, operators,
    # constants, variables of the game and globals, for which it makes no difference where they are evaluated: others
    # may make local variables, see those that there are, or have to do with the last match.
    def compiled(text)
      return if text.bytesize > 200 || !text.valid_encoding? || !text.match?(PLAIN)

      @compiled.clear if @compiled.size > 1000
      @compiled.fetch(text) { @compiled[text] = compile(text) }
    end

    # Nil if it is none; who evaluates it says what is wrong.
    def compile(text)
      RubyVM::InstructionSequence.compile(text, EXPRESSION)
    rescue SyntaxError
      nil
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
