public import Foundation
internal import RequestBasics

extension JSON.PathError: CustomStringConvertible, LocalizedError {
  /// Which step led nowhere, and what stands there.
  public var description: String {
    switch reason {
    case .noMember: "\"\(place)\" is missing"
    case .indexOutOfRange(let count): "\"\(place)\" is missing: the array has \(count) element\(count == 1 ? "" : "s")"
    case .notAnObject(let kind): "\"\(place)\" is missing: its parent is \(kind), not an object"
    case .notAnArray(let kind): "\"\(place)\" is missing: its parent is \(kind), not an array"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  private var place: String {
    let steps: [JSONLocation.Step] = path.map {
      switch $0 {
      case .key(let key): .key(key)
      case .index(let index): .index(index)
      }
    }
    return JSONLocation(steps).description
  }
}

extension JSON.SyntaxError: CustomStringConvertible, LocalizedError {
  /// `1:5 — expected a value`
  public var description: String { "\(line):\(column) — \(reason)" }
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension JSON.MergeError: CustomStringConvertible, LocalizedError {
  /// Which kinds the two are.
  public var description: String { "\(otherKind) cannot be merged into \(kind) — give two of the same kind" }
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension JSON.Kind: CustomStringConvertible {
  /// In words: `an array`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
