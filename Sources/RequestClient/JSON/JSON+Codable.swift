import Foundation

extension JSON: Codable {
  /// Any value of any decoder, though without what that decoder's own types leave out: members are sorted by key,
  /// because decoders do not tell their order, and numbers have the digits of `Int64`, `UInt64`, `Decimal` or
  /// `Double`.
  ///
  /// `init(data:)` keeps both and is several times as fast.
  public init(from decoder: any Decoder) throws {
    // That a decoder has no container of a kind says only that the value is of another kind.
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
    // Each failed attempt says only that the value is of another type; the last one's error is thrown.
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let integer = try? container.decode(Int64.self) { return JSON(integer) }
    if let integer = try? container.decode(UInt64.self) { return JSON(integer) }
    if let decimal = try? container.decode(Decimal.self), decimal.isFinite {
      return .number(Number(text: "\(decimal)"))
    }
    if let double = try? container.decode(Double.self) { return JSON(double) }
    return try .string(container.decode(String.self))
  }

  /// Encodes what is absent as null. Numbers with more digits than `Double` has go through `Decimal`, which JSON's
  /// encoder writes as a number and others as its parts.
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
