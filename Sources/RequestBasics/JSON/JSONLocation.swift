/// The location of a value in a document: keys and indexes from the root.
package struct JSONLocation: Equatable, Hashable, Sendable, ExpressibleByArrayLiteral {
  package enum Step: Equatable, Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }
  package init(arrayLiteral elements: Step...) { steps = elements }

  package func appending(_ key: String) -> JSONLocation { JSONLocation(steps + [.key(key)]) }
  package func appending(_ index: Int) -> JSONLocation { JSONLocation(steps + [.index(index)]) }
}

extension JSONLocation: CustomStringConvertible {
  /// The path in JavaScript notation: `headers[2].name`.
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : "." + key
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
