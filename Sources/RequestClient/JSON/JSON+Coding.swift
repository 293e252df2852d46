public import Foundation

extension JSON {
  /// A syntax error in a JSON text.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters, counted from 1.
    public var column: Int
    /// A description of the problem.
    public var reason: String
  }

  /// Parses strict RFC 8259 JSON in UTF-8 with any kind of root. The last value of a repeated key wins.
  ///
  /// - Throws: `SyntaxError`, also for more than 512 levels.
  public init(data: Data) throws(SyntaxError) { try self.init(bytes: Array(data)) }

  /// Parses strict RFC 8259 JSON with any kind of root.
  ///
  /// - Throws: `SyntaxError`, also for more than 512 levels.
  public init(parseJSON text: String) throws(SyntaxError) { try self.init(bytes: Array(text.utf8)) }

  private init(bytes: [UInt8]) throws(SyntaxError) {
    do {
      self.init(try JSONText(bytes).value)
    } catch {
      throw SyntaxError(line: error.position.line, column: error.position.column, reason: error.problem.description)
    }
  }

  /// Returns the value as text, compact or indented by two spaces per level, without a line break at the end.
  ///
  /// Members keep their order. Absent values are written as null.
  public func rawString(prettyPrinted: Bool = false) -> String {
    prettyPrinted ? value.rendered() : value.compact
  }

  /// Returns the value as text in UTF-8.
  public func rawData(prettyPrinted: Bool = false) -> Data { Data(rawString(prettyPrinted: prettyPrinted).utf8) }
}

extension JSON: CustomStringConvertible {
  /// The value as indented text.
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

  /// Converts Swift values: strings, finite numbers, booleans, `nil` and `NSNull` for null, URLs, UUIDs, values of raw
  /// types, `JSON`, and arrays and dictionaries of them. Members from a dictionary are sorted by key.
  ///
  /// - Throws: `UnencodableValue` for other types.
  public init(jsonObject object: Any) throws(UnencodableValue) {
    try self.init(ParameterValue(object, in: .json), at: [])
  }

  /// Encodes `value` with `encoder`.
  ///
  /// - Throws: The encoder's error.
  public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
    try self.init(data: encoder.encode(value))
  }

  /// Decodes the value as another type.
  ///
  /// - Throws: The decoder's error.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: rawData())
  }

  private init(_ value: ParameterValue, at path: JSONLocation) throws(UnencodableValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .integer(let text): self = .number(Number(text: text))
    case .real(let text):
      // Infinities and NaN are written as words.
      guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains) else {
        throw UnencodableValue(text, at: path, in: .json)
      }
      self = .number(Number(text: text))
    case .string(let string): self = .string(string)
    case .date: throw UnencodableValue("Date", at: path, in: .json)
    case .data: throw UnencodableValue("Data", at: path, in: .json)
    case .array(let elements):
      var array: [JSON] = []
      for (index, element) in elements.enumerated() { try array.append(JSON(element, at: path.appending(index))) }
      self = .array(array)
    case .object(let members):
      var object = Object()
      for (key, value) in members { object[key] = try JSON(value, at: path.appending(key)) }
      self = .object(object)
    }
  }
}

extension JSON: Codable {
  /// Decodes any value. Decoders lose the order of members, which are sorted by key, and restrict numbers to the digits
  /// of `Int64`, `UInt64`, `Decimal` or `Double`.
  ///
  /// `init(data:)` is lossless and several times as fast.
  public init(from decoder: any Decoder) throws {
    // An error means that the value is of another kind.
    if let container = try? decoder.container(keyedBy: MemberKey.self) {
      self = try .object(Self.members(in: container))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { try elements.append(container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func members(in container: KeyedDecodingContainer<MemberKey>) throws -> Object {
    var object = Object()
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      object[key.stringValue] = try container.decode(JSON.self, forKey: key)
    }
    return object
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    // An error means that the value is of another type; only the last one is thrown.
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let integer = try? container.decode(Int64.self) { return JSON(integer) }
    if let integer = try? container.decode(UInt64.self) { return JSON(integer) }
    if let decimal = try? container.decode(Decimal.self), decimal.isFinite {
      return .number(Number(text: "\(decimal)"))
    }
    if let double = try? container.decode(Double.self) { return JSON(double) }
    return try .string(container.decode(String.self))
  }

  /// Absent values are encoded as null. Numbers with more digits than `Double` are encoded as `Decimal`, which only
  /// `JSONEncoder` writes as a number.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: MemberKey.self)
      for (key, value) in object { try container.encode(value, forKey: MemberKey(stringValue: key)) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(&container)
    }
  }

  private func encodeScalar(_ container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let bool): try container.encode(bool)
    case .string(let string): try container.encode(string)
    case .number(let number): try number.encode(&container)
    case .null, .absent, .array, .object: try container.encodeNil()
    }
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSON.Number {
  fileprivate func encode(_ container: inout any SingleValueEncodingContainer) throws {
    if let integer = Int64(text) {
      try container.encode(integer)
    } else if let integer = UInt64(text) {
      try container.encode(integer)
    } else if JSON.Number(double) == self {
      try container.encode(double)
    } else if let decimal, JSON.Number(text: "\(decimal)") == self {
      try container.encode(decimal)
    } else {
      try container.encode(double)
    }
  }
}

extension JSON.PathError: DescribedError {
  /// The failed step and the value found there.
  public var description: String {
    switch reason {
    case .noMember: "\"\(place)\" is missing"
    case .indexOutOfRange(let count): "\"\(place)\" is missing: the array has \(count) element\(count == 1 ? "" : "s")"
    case .notAnObject(let kind): "\"\(place)\" is missing: its parent is \(kind), not an object"
    case .notAnArray(let kind): "\"\(place)\" is missing: its parent is \(kind), not an array"
    }
  }

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

extension JSON.SyntaxError: DescribedError {
  /// `1:5 — expected a value`
  public var description: String { "\(line):\(column) — \(reason)" }
}

extension JSON.MergeError: DescribedError {
  /// The two kinds.
  public var description: String { "\(otherKind) cannot be merged into \(kind) — give two of the same kind" }
}

extension JSON.Kind: CustomStringConvertible {
  /// The kind with its article: `an array`.
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
