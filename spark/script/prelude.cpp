// SPDX-License-Identifier: Apache-2.0
#include "spark/script/prelude.h"

namespace spark {

const char* const kPrelude = R"ruby(
# Pipes and files are to see what a script prints when it prints it: the VM is never shut down, nothing would flush them.
$stdout.sync = true

# It is for people: that nobody can read it ends no script.
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
      # Methods of Ruby that are written in Ruby have places of their own, which say nothing to whoever wrote the script.
      frames.reject { |at| at.start_with?(INTERNAL, EXPRESSION, '<internal:') }
    end

    # One line: "file:line: message (class)", and the first place in another file if that called in here.
    def explain(error)
      at = places(error.backtrace || [])
      kind = error.class.name || error.class.to_s
      message = error.message.to_s.dup.force_encoding('UTF-8').scrub('?')
      if error.is_a?(SyntaxError)
        # Its message begins with the place; what follows is a picture of the line.
        line = message.lines.map(&:strip).find { |text| text != '' } || ''
        return "#{line.delete_prefix("#{EXPRESSION}:1: ")} (#{kind})"
      end
      text = message.split.join(' ')
      # What the command line says wrong is not the script's mistake.
      return text if text.start_with?('--')

      text = "#{text[0, 400]}..." if text.size > 400
      outside = at.find { |other| other[/\A.+:/] != at.first[/\A.+:/] }
      "#{"#{at.first}: " unless at.empty?}#{text} (#{kind})#{", from #{outside}" if outside}"
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
    ScriptEngine.call(@objPointer, name.to_s, arguments)
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
    ScriptEngine.enter(ScriptEngine.create(class_name, path, ScriptEngine.context))
  end

  def get(path)
    pointer = ScriptEngine.find(path, ScriptEngine.context)
    return ZeitgeistObject.new(pointer) if pointer

    ScriptEngine.log_error("#{ScriptEngine.place}: there is no object '#{path}'")
    nil
  end

  def delete(path)
    ScriptEngine.remove(path, ScriptEngine.context)
  end

  def importBundle(name)
    ScriptEngine.import_bundle(name)
  end

  def run(file)
    load(ScriptEngine.script_file(file))
  end

  def selectObject(path)
    ScriptEngine.enter(ScriptEngine.find!(path))
  end
  alias cd selectObject

  def selectCall(name, arguments = [])
    ScriptEngine.call(ScriptEngine.context, name.to_s, arguments)
  end

  def thisCall(pointer, name, arguments = [])
    ScriptEngine.call(pointer, name.to_s, arguments)
  end

  def ls
    puts ScriptEngine.children(ScriptEngine.context)
  end

  def pushd(path = nil)
    ScriptEngine.stack.push(ScriptEngine.context)
    selectObject(path) if path
  end

  def popd
    raise 'popd without pushd' if ScriptEngine.stack.empty?

    ScriptEngine.context = ScriptEngine.stack.pop
  end

  def dirs
    puts [ScriptEngine.context, *ScriptEngine.stack.reverse].map { |pointer| ScriptEngine.describe(pointer) }
  end

  # createVariable('Namespace.Name', value) or createVariable('Namespace', 'Name', value). The result is the value in
  # force: the command line may know better than the script.
  def createVariable(*path, value)
    path = path.join('.')
    value = ScriptEngine.create_variable(path, value)
    namespace, name = path.split('.')
    Object.const_set(namespace, Class.new) unless Object.const_defined?(namespace, false)
    holder = Object.const_get(namespace, false)
    raise "#{namespace} is not a class that can hold variables" unless holder.is_a?(Module)

    holder.define_singleton_method(name) { ScriptEngine.variable(path) }
    holder.define_singleton_method("#{name}=") { |other| ScriptEngine.set_variable(path, other) }
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
    sets.fetch(name) { raise "--profile #{name}: expected #{sets.keys.join(' or ')}" }
  end
end

# A module, so that Object gets it without a warning.
module ContextForwarding
  private

  # A name nobody knows is a method of the context object, or else a mistake. Never on nil: that is what a failed get
  # leaves behind, and the call would reach another object than the one meant.
  def method_missing(name, *arguments)
    return super if nil? || !ScriptEngine.understands?(ScriptEngine.context, name.to_s)

    ScriptEngine.call(ScriptEngine.context, name.to_s, arguments)
  end
end
Object.include(ContextForwarding)
)ruby";

}  // namespace spark
