internal import Foundation

/// A clause about a check, with values of the response in it: `"expected 7, got \(value)"`.
package struct CheckSentence: Equatable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Part: Equatable, Sendable {
    case words(String)
    /// May have secrets, and any length.
    case value(String)
  }

  private var parts: [Part]

  package init(stringLiteral words: String) { parts = [.words(words)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// More of a value is never read.
  private static let longest = 4_096

  /// The text with short values. Secrets are masked first: the beginning of one is not known as a secret.
  package func text(masking mask: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .value(let value):
        CheckName.shortened(mask(String(String.UnicodeScalarView(value.unicodeScalars.prefix(Self.longest)))))
      }
    }.joined()
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.words(literal)) }

    package mutating func appendInterpolation(_ words: some StringProtocol) { appendLiteral(String(words)) }

    package mutating func appendInterpolation(_ number: Int) { appendLiteral(String(number)) }

    package mutating func appendInterpolation(_ error: any Error) { appendLiteral(String(describing: error)) }

    package mutating func appendInterpolation(_ sentence: CheckSentence) { parts += sentence.parts }

    package mutating func appendInterpolation(value: String) { parts.append(.value(value)) }

    mutating func appendInterpolation(_ value: CheckValue) {
      switch value {
      case .missing: appendLiteral("nothing")
      case .nodes: appendInterpolation(value.collapsed)
      case .json(let json): appendInterpolation(value: json.compact)
      case .bytes(let bytes):
        appendLiteral("\(bytes.count) bytes, ")
        appendInterpolation(value: Data(bytes.prefix(16)).hex)
      }
    }
  }
}
