import Foundation
internal import RequestBasics

/// A value that a property list can hold, for `PropertyListEncoder`, which takes no untyped ones.
indirect enum PropertyListValue: Encodable {
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([PropertyListValue])
  case object([String: PropertyListValue])

  init(_ value: ParameterValue, at path: JSONLocation) throws(UnencodableValue) {
    switch value {
    case .null: throw UnencodableValue("nil", at: path, in: .propertyList)
    case .bool(let bool): self = .bool(bool)
    case .integer(let text): self = try Self.integer(text, path)
    case .real(let text):
      guard let real = Double(text) else { throw UnencodableValue(text, at: path, in: .propertyList) }
      self = .real(real)
    case .string(let string): self = .string(string)
    case .date(let date): self = .date(date)
    case .data(let data): self = .data(data)
    case .array(let elements): self = try .array(Self.elements(elements, path))
    case .object(let members): self = try .object(Self.members(members, path))
    }
  }

  private static func integer(_ text: String, _ path: JSONLocation) throws(UnencodableValue) -> Self {
    if let signed = Int64(text) { return .integer(signed) }
    if let unsigned = UInt64(text) { return .unsigned(unsigned) }
    throw UnencodableValue(text, at: path, in: .propertyList)
  }

  private static func elements(_ elements: [ParameterValue], _ path: JSONLocation) throws(UnencodableValue) -> [Self] {
    var values: [Self] = []
    for (index, element) in elements.enumerated() { try values.append(Self(element, at: path.appending(index))) }
    return values
  }

  private static func members(
    _ members: [(key: String, value: ParameterValue)], _ path: JSONLocation
  ) throws(UnencodableValue) -> [String: Self] {
    var values: [String: Self] = [:]
    for (key, value) in members { values[key] = try Self(value, at: path.appending(key)) }
    return values
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .unsigned(let integer): try container.encode(integer)
    case .real(let real): try container.encode(real)
    case .string(let string): try container.encode(string)
    case .date(let date): try container.encode(date)
    case .data(let data): try container.encode(data)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
