internal import BodyDocument
package import Foundation

/// The text that arrives in pieces in the messages of a stream, such as the answer of a language model.
package struct TextPieces: Equatable, Sendable {
  /// The JSONPath of a piece in a message; `nil` until a usual one fits.
  package private(set) var path: String?

  /// Where usual services have the pieces: chats and completions of OpenAI, Anthropic, Gemini, Ollama and Cohere.
  package static let usualPaths = [
    "$.choices[0].delta.content", "$.delta.text", "$.delta", "$.choices[0].text",
    "$.candidates[0].content.parts[0].text", "$.message.content", "$.response", "$.delta.message.content.text",
  ]

  /// Takes the first usual path that fits a message.
  package init() {}

  /// - Throws: A description of the mistake in the path.
  package init(path: String) throws(CheckProblem) {
    _ = try JSONPathValues.query(path)
    self.path = path
  }

  /// The piece in a message; `nil` if it has none, such as `[DONE]`.
  package mutating func piece(of message: Data) -> String? {
    // Most messages without a piece are not JSON at all.
    guard message.contains(UInt8(ascii: "{")) || message.contains(UInt8(ascii: "[")) else { return nil }
    if let path { return Self.text(at: path, in: message) }
    for usual in Self.usualPaths {
      guard let text = Self.text(at: usual, in: message) else { continue }
      path = usual
      return text
    }
    return nil
  }

  private static func text(at path: String, in message: Data) -> String? {
    // A message that is not JSON has no piece.
    guard let query = try? JSONPathQuery(path),
      let found = try? BodyDocument(message, contentType: "application/json").select(query).body,
      let values = try? JSONText([UInt8](found)).value.array
    else { return nil }
    let texts = values.compactMap(\.string)
    return texts.isEmpty ? nil : texts.joined()
  }
}
