public import Foundation
internal import RequestBasics

extension JSON {
  /// The JSON of Swift values: strings, finite numbers, booleans, `nil` and `NSNull` for null, URLs, UUIDs, values of
  /// raw types, `JSON`, and arrays and dictionaries of them. Members from a dictionary are sorted by key.
  ///
  /// - Throws: `UnencodableValue`, which says where what other value is.
  public init(jsonObject object: Any) throws(UnencodableValue) {
    try self.init(ParameterValue(object, in: .json), at: [])
  }

  /// What `encoder` makes of `value`.
  ///
  /// - Throws: The encoder's error.
  public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
    try self.init(data: encoder.encode(value))
  }

  /// The value as a type of the caller's.
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
      // Infinities and NaN are words.
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
