/// An action on the examples of a request.
package enum ExampleAction: Equatable, Sendable {
  /// Saves the response of an exchange.
  case save(name: String, Address, ExchangeID)
  case open(SavedExample, Address)
  case delete(SavedExample, Address)
  /// Compares the body of the shown response with the body of an example.
  case compare(SavedExample, Address)
  /// Looks for differences of the shown response in status, headers and shape.
  case check(SavedExample, Address)
}

/// Work on the files of examples.
package struct ExampleEffect: FeatureEffect {
  package enum Action: Equatable, Sendable {
    /// Writes the body of an example to a file beside its request.
    case writeBody(ExampleDraft)
    /// Adds an example to a request that is not open.
    case add(ExampleDraft)
    case open(SavedExample)
    case check(SavedExample, Response)
  }

  package let action: Action
  package let address: Address
}

/// The result of an `ExampleEffect`.
package enum ExampleEvent: Sendable {
  case wroteBody(Address, ExampleDraft, file: String)
  case added(Address, name: String)
  /// Lines to read.
  case text(title: String, lines: [String])
}
