public import Foundation
internal import RequestBasics

extension JSON {
  /// Why a text is not JSON.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// What is wrong there, in words.
    public var reason: String
  }

  /// Reads strict RFC 8259 in UTF-8; any value may be the root. Of a repeated key the last value counts.
  ///
  /// - Throws: `SyntaxError`; nesting deeper than 512 levels is one.
  public init(data: Data) throws(SyntaxError) { try self.init(bytes: Array(data)) }

  /// The same for a text.
  public init(parseJSON text: String) throws(SyntaxError) { try self.init(bytes: Array(text.utf8)) }

  private init(bytes: [UInt8]) throws(SyntaxError) {
    do {
      self.init(try JSONText(bytes).value)
    } catch {
      throw SyntaxError(line: error.position.line, column: error.position.column, reason: error.problem.description)
    }
  }

  /// The text: the shortest one, or laid out for a reader with two spaces a level and no line break at its end.
  ///
  /// Members are in their order. What is absent is null.
  public func rawString(prettyPrinted: Bool = false) -> String {
    prettyPrinted ? value.rendered() : value.compact
  }

  /// The text in UTF-8, as a body is sent.
  public func rawData(prettyPrinted: Bool = false) -> Data { Data(rawString(prettyPrinted: prettyPrinted).utf8) }
}

extension JSON: CustomStringConvertible {
  /// The text, laid out for a reader.
  public var description: String { rawString(prettyPrinted: true) }
}

extension JSON {
  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(Number(text: number.text))
    case .string(let string): self = .string(string.value)
    case .array(let elements): self = .array(elements.map { JSON($0) })
    case .object(let object): self = .object(Object(object.members.lazy.map { ($0.key.value, JSON($0.value)) }))
    }
  }

  private var value: JSONValue {
    switch self {
    case .null, .absent: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(JSONNumber(text: number.text))
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let object):
      .object(JSONObject(members: object.map { JSONMember(key: JSONString($0.key), value: $0.value.value) }))
    }
  }
}
