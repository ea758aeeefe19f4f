// SPDX-License-Identifier: Apache-2.0
#include "spark/script/prelude.h"

namespace spark {

const char* const kPrelude = R"ruby(
# Pipes and files are to see what a script prints when it prints it: the VM is never shut down, nothing would flush them.
$stdout.sync = true

# It is for people: that no one can read it ends no script.
[$stdout, $stderr].each do |stream|
  def stream.write(*texts)
    super
  rescue SystemCallError, IOError
    texts.sum { |text| text.to_s.bytesize }
  end
end

module ScriptEngine
  INTERNAL = __FILE__
  EXPRESSION = '<expression>'

  class << self
    # The context object (a Pointer; nil is the root) and the stack of pushd and popd.
    attr_accessor :context
    attr_reader :stack

    def reset
      @context = nil
      @stack = []
      @running = []
      @raising = @limited = false
      @scopes = {}
      @compiled = {}
      forget_namespaces
      @own_functions ||= Object.private_instance_methods(false)
      forget_functions(Object.private_instance_methods(false) - @own_functions)
    end

    # What the scripts of an engine before have defined is not this one's. Libraries stay: require loads them once.
    def forget_functions(names)
      names.each do |name|
        file, = Object.instance_method(name).source_location
        Object.send(:remove_method, name) unless $LOADED_FEATURES.include?(file)
      end
    end

    # A variable that the server has, as Ruby: Namespace.name and Namespace.name=.
    def define_variable(path)
      namespace, name = path.split('.')
      unless Object.const_defined?(namespace, false)
        Object.const_set(namespace, Class.new)
        @namespaces << namespace
      end
      holder = Object.const_get(namespace, false)
      raise "#{namespace} is not a class that can hold variables" unless holder.is_a?(Module)

      holder.define_singleton_method(name) { ScriptEngine.variable(path) }
      holder.define_singleton_method("#{name}=") { |other| ScriptEngine.set_variable(path, other) }
    end

    # The next engine's scripts are to find those only that they have created.
    def forget_namespaces
      (@namespaces || []).each { |name| Object.send(:remove_const, name) if Object.const_defined?(name, false) }
      @namespaces = []
    end

    def enter(pointer)
      @context = pointer
      ZeitgeistObject.new(pointer)
    end

    def find!(path)
      find(path, context) or raise "there is no object '#{path}'"
    end

    # "file:line" of the script line that is running.
    def place
      places(caller).first || 'script'
    end

    def places(frames)
      frames = frames.filter_map { |frame| frame[/\A.+?:\d+/] }
      # Methods of Ruby that are written in Ruby have places of their own, which say nothing to the author of the script.
      frames.reject { |at| at.start_with?(INTERNAL, EXPRESSION, '<internal:') }
    end

    # One line: "file:line: message (class)", and the first place in another file if that called in here.
    def explain(error)
      explanation(error).compact.join(': ')
    end

    # The place, or nil, and the rest of that line.
    def explanation(error)
      at = places(error.backtrace || [])
      kind = error.class.name || error.class.to_s
      message = error.message.to_s.dup.force_encoding('UTF-8').scrub('?')
      if error.is_a?(SyntaxError)
        # Its message begins with the place; what follows is a picture of the line.
        line = message.lines.map(&:strip).find { |text| text != '' } || ''
        return [nil, "#{line.delete_prefix("#{EXPRESSION}:1: ")} (#{kind})"]
      end
      text = message.split.join(' ')
      # What the command line says wrong is not the script's mistake.
      return [nil, text] if error.is_a?(WrongSetting)

      text = "#{text[0, 400]}..." if text.size > 400
      text = "#{text} (#{kind})" unless error.is_a?(TimedOut)
      outside = at.find { |other| other[/\A.+:/] != at.first[/\A.+:/] }
      [at.first, "#{text}#{", from #{outside}" if outside}"]
    end
  end
end

# Stands for an object of the tree; hands every call on to it.
class ZeitgeistObject
  attr_reader :objPointer

  def initialize(pointer)
    @objPointer = pointer
  end

  def method_missing(name, *arguments)
    ScriptEngine.forgiving { ScriptEngine.call(@objPointer, name.to_s, arguments) }
  end

  def respond_to_missing?(name, include_private = false)
    ScriptEngine.understands?(@objPointer, name.to_s)
  end

  def to_s
    ScriptEngine.describe(@objPointer)
  end
  alias inspect to_s
end

class Object
  private

  def new(class_name, path)
    ScriptEngine.forgiving { ScriptEngine.enter(ScriptEngine.create(class_name, path, ScriptEngine.context)) }
  end

  def get(path)
    ScriptEngine.forgiving do
      pointer = ScriptEngine.find(path, ScriptEngine.context)
      next ZeitgeistObject.new(pointer) if pointer

      # No failure by itself: scripts look for what may be missing.
      ScriptEngine.log_error("#{ScriptEngine.place}: there is no object '#{path}'")
      nil
    end
  end

  def delete(path)
    ScriptEngine.forgiving { ScriptEngine.remove(path, ScriptEngine.context) }
  end

  def importBundle(name)
    ScriptEngine.forgiving do
      lacking = ScriptEngine.import_bundle(name)
      ScriptEngine.log_warning("#{ScriptEngine.place}: #{lacking}") if lacking
      true
    end
  end

  def run(file)
    path = ScriptEngine.forgiving { ScriptEngine.script_file(file, ScriptEngine.running) }
    path && ScriptEngine.load_script(path)
  end

  def selectObject(path)
    ScriptEngine.forgiving { ScriptEngine.enter(ScriptEngine.find!(path)) }
  end
  alias cd selectObject

  def selectCall(name, arguments = [])
    ScriptEngine.forgiving { ScriptEngine.call(ScriptEngine.context, name.to_s, arguments) }
  end

  def thisCall(pointer, name, arguments = [])
    ScriptEngine.forgiving { ScriptEngine.call(pointer, name.to_s, arguments) }
  end

  def ls
    puts ScriptEngine.forgiving { ScriptEngine.children(ScriptEngine.context) }
  end

  def pushd(path = nil)
    ScriptEngine.stack.push(ScriptEngine.context)
    selectObject(path) if path
  end

  def popd
    ScriptEngine.forgiving do
      raise 'popd without pushd' if ScriptEngine.stack.empty?

      ScriptEngine.context = ScriptEngine.stack.pop
    end
  end

  def dirs
    puts [ScriptEngine.context, *ScriptEngine.stack.reverse].map { |pointer| ScriptEngine.describe(pointer) }
  end

  # createVariable('Namespace.Name', value) or createVariable('Namespace', 'Name', value). The result is the value in
  # force: the command line may know better than the script.
  def createVariable(*path, value)
    path = path.join('.')
    value = ScriptEngine.create_variable(path, value)
    ScriptEngine.define_variable(path)
    value
  end

  # The same, unless the variable exists already: then its value stays. For scripts that others build upon.
  def defaultVariable(*path, value)
    path = path.join('.')
    ScriptEngine.variable?(path) ? ScriptEngine.variable(path) : createVariable(path, value)
  end

  # A script offers sets of values, each under a name. The result is the set that --profile names, or else the first.
  def profile(sets)
    name = ScriptEngine.chosen_profile
    name = sets.keys.first if name.empty?
    sets.fetch(name) { ScriptEngine.refuse_setting("--profile #{name}: expected #{sets.keys.join(' or ')}") }
  end
end

# A module, so that Object gets it without a warning.
module ContextForwarding
  private

  # An unknown name is a method of the context object, or else a mistake. Never on nil: that is what a failed get
  # leaves behind, and the call would reach another object than the one meant.
  def method_missing(name, *arguments)
    if !nil? && ScriptEngine.understands?(ScriptEngine.context, name.to_s)
      ScriptEngine.forgiving { ScriptEngine.call(ScriptEngine.context, name.to_s, arguments) }
    else
      ScriptEngine.forgiving { super }
    end
  end

  # So that Ruby asks before it converts things for itself (to_ary, to_str): trying it out would count as mistakes.
  def respond_to_missing?(_name, _include_private = false)
    false
  end
end
Object.include(ContextForwarding)
)ruby";

}  // namespace spark
