// SPDX-License-Identifier: Apache-2.0
#include "spark/script/prelude.h"

namespace spark {

/// Errors are forgiven, as in 0.5.2: a line in the log, nil, and the script continues. But a script that has a `rescue`
/// for an error gets the exception. A raised exception cannot be taken back, so the script's text is used to find out
/// beforehand: each frame of the stack has a place in a file, and the syntax tree of the file shows which places are
/// under a rescue of the same method or block, and for which classes.
const char* const kFailurePrelude = R"ruby(
module ScriptEngine
  # A body of statements with a stack frame of its own, and the parts of it that are under a rescue.
  Scope = Struct.new(:node, :rescues)
  Rescue = Struct.new(:node, :class_names) do
    def catches?(error)
      class_names.any? do |name|
        name.nil? ? error.is_a?(StandardError) : !Object.const_defined?(name) || Object.const_get(name) === error
      end
    end
  end

  class << self
    # What the block gives; nil and a line in the log if it raises an error that nothing expects.
    def forgiving
      yield
    rescue StandardError => error
      raise if @raising || strict? || rescued?(error)

      place, text = explanation(error)
      report_failure(place || 'script', text)
      nil
    end

    private

    # Whether the script would catch the error if it were raised now.
    def rescued?(error)
      caller_locations.any? do |frame|
        scopes = scopes_of(frame.absolute_path)
        # Most lines are under no rescue at all, and looking closer costs reading the file anew.
        next if scopes.none? { |scope| scope.rescues.any? { |part| on_line?(part.node, frame.lineno) } }

        covering(scopes, frame).any? { |part| part.catches?(error) }
      end
    end

    def covering(scopes, frame)
      call = node_of(frame)
      inside = ->(node) { call ? encloses?(node, call) : on_line?(node, frame.lineno) }
      scope = scopes.reverse_each.find { |one| inside.call(one.node) } || scopes.first
      scope.rescues.select { |part| inside.call(part.node) }
    end

    # The call that a frame is at; nil where this Ruby cannot say.
    def node_of(frame)
      RubyVM::AbstractSyntaxTree.of(frame)
    rescue StandardError, SyntaxError, NotImplementedError
      nil
    end

    def on_line?(node, line)
      line.between?(node.first_lineno, node.last_lineno)
    end

    def encloses?(outer, inner)
      ([outer.first_lineno, outer.first_column] <=> [inner.first_lineno, inner.first_column]) <= 0 &&
        ([inner.last_lineno, inner.last_column] <=> [outer.last_lineno, outer.last_column]) <= 0
    end

    # Of a file, outer ones before those inside them. What is no file, as the text of an eval, has none.
    def scopes_of(file)
      return [] if file.nil? || file.start_with?('<')

      @scopes[file] ||= begin
        found = []
        collect_scopes(RubyVM::AbstractSyntaxTree.parse_file(file), nil, found)
        found
      rescue StandardError, SyntaxError, NotImplementedError
        []
      end
    end

    def collect_scopes(node, scope, found)
      return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

      found << (scope = Scope.new(node, [])) if node.type == :SCOPE
      scope.rescues << Rescue.new(node.children[0], rescued_names(node.children[1])) if node.type == :RESCUE && node.children[0]
      node.children.each { |child| collect_scopes(child, scope, found) }
    end

    # Of the classes that the clauses of a rescue name; nil for a clause that names none.
    def rescued_names(clause)
      return [] unless clause.is_a?(RubyVM::AbstractSyntaxTree::Node) && clause.type == :RESBODY

      named = clause.children.first
      names = named ? named.children.compact.map { |node| constant_name(node) } : [nil]
      names + rescued_names(clause.children.last)
    end

    # What is no plain constant may be any class: taken for one that catches all.
    def constant_name(node)
      return 'Object' unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

      case node.type
      when :CONST, :COLON3 then node.children[0].to_s
      when :COLON2 then "#{constant_name(node.children[0])}::#{node.children[1]}"
      else 'Object'
      end
    end
  end
end
)ruby";

}  // namespace spark
