import Foundation

/// A parameter of any supported Swift type.
indirect enum ParameterValue {
  case null
  case bool(Bool)
  /// Decimal digits of an integer of any width.
  case integer(String)
  /// Swift's description, including `inf` and `nan`.
  case real(String)
  case string(String)
  case date(Date)
  case data(Data)
  case array([ParameterValue])
  /// Members of a dictionary, sorted by key so that equal parameters make equal messages, or of `JSON` in order.
  case object([(key: String, value: ParameterValue)])

  /// - Throws: `UnencodableValue` for any other type.
  init(_ value: Any, at path: JSONLocation = [], in format: UnencodableValue.Format) throws(UnencodableValue) {
    // Checked first, because casts unwrap optionals.
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { self = .null; return }
      self = try Self(wrapped, at: path, in: format)
    } else if let scalar = Self.scalar(value) {
      self = scalar
    } else if let json = value as? JSON {
      self = Self.json(json)
    } else if let elements = value as? [Any] {
      self = try .array(Self.elements(elements, path, format))
    } else if let members = value as? [String: Any] {
      self = try .object(Self.members(members, path, format))
    } else if let raw = value as? any RawRepresentable {
      self = try Self(raw.rawValue, at: path, in: format)
    } else {
      throw UnencodableValue("\(type(of: value))", at: path, in: format)
    }
  }

  private static func elements(
    _ elements: [Any], _ path: JSONLocation, _ format: UnencodableValue.Format
  ) throws(UnencodableValue) -> [ParameterValue] {
    var values: [ParameterValue] = []
    for (index, element) in elements.enumerated() {
      try values.append(Self(element, at: path.appending(index), in: format))
    }
    return values
  }

  private static func members(
    _ members: [String: Any], _ path: JSONLocation, _ format: UnencodableValue.Format
  ) throws(UnencodableValue) -> [(key: String, value: ParameterValue)] {
    var values: [(key: String, value: ParameterValue)] = []
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      try values.append((key, Self(value, at: path.appending(key), in: format)))
    }
    return values
  }
}

extension ParameterValue {
  /// Returns the value of a scalar type; `nil` for other types.
  static func scalar(_ value: Any) -> ParameterValue? {
    // Checked by type first: Foundation casts between all numbers, so 1 would become true.
    if type(of: value) is NSNumber.Type, let number = value as? NSNumber { return Self.number(number) }
    return switch value {
    case let bool as Bool: .bool(bool)
    case let text as any StringProtocol: .string(String(text))
    case let integer as any BinaryInteger: .integer("\(integer)")
    case let real as any BinaryFloatingPoint: .real("\(real)")
    case let decimal as Decimal: .real("\(decimal)")
    case let character as Character: .string(String(character))
    case let url as URL: .string(url.absoluteString)
    case let uuid as UUID: .string(uuid.uuidString)
    case let date as Date: .date(date)
    case let data as Data: .data(data)
    case is NSNull: .null
    default: nil
    }
  }

  private static func number(_ number: NSNumber) -> ParameterValue {
    switch String(cString: number.objCType) {
    case "c": .bool(number.boolValue)
    case "f", "d": .real(number.stringValue)
    default: .integer(number.stringValue)
    }
  }

  private static func json(_ json: JSON) -> ParameterValue {
    switch json {
    case .null, .absent: .null
    case .bool(let bool): .bool(bool)
    case .number(let number):
      number.text.utf8.contains(where: ".eE".utf8.contains) ? .real(number.text) : .integer(number.text)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(Self.json))
    case .object(let object): .object(object.map { ($0.key, Self.json($0.value)) })
    }
  }
}

/// Unwraps optionals of unknown type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 } }
}

/// A property list value for `PropertyListEncoder`, which does not accept `Any`.
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
