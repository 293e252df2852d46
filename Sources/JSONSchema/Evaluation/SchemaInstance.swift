/// A JSON value as schemas see it: numbers by value, strings by their characters, members without order.
enum SchemaInstance: Hashable {
  case null
  case bool(Bool)
  case number(SchemaNumber)
  case string(ExactText)
  case array([SchemaInstance])
  case object(SchemaMembers)

  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(SchemaNumber(value: DecimalNumber(number), text: number.text))
      case .string(let string): .string(ExactText(string.value))
      case .array(let elements): .array(elements.map(SchemaInstance.init))
      case .object(let object): .object(SchemaMembers(object))
      }
  }

  /// The number of values in it.
  var size: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let members): members.values.values.reduce(1) { $0 + $1.size }
    default: 1
    }
  }

  /// The type's name in a schema; integers are numbers.
  var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  func isType(_ name: String) -> Bool {
    if name == "integer", case .number(let number) = self { return number.value.isInteger }
    return name == type
  }

  /// For messages: `a string`.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A number as it is compared, and as it is written.
struct SchemaNumber: Hashable {
  let value: DecimalNumber
  let text: String

  static func == (a: SchemaNumber, b: SchemaNumber) -> Bool { a.value == b.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The members of an object. Of a repeated name, the last counts.
struct SchemaMembers: Hashable {
  private(set) var names: [ExactText] = []
  private(set) var values: [ExactText: SchemaInstance] = [:]

  init(_ object: JSONObject) {
    values.reserveCapacity(object.members.count)
    for member in object.members {
      let name = ExactText(member.key.value)
      if values.updateValue(SchemaInstance(member.value), forKey: name) == nil { names.append(name) }
    }
  }

  subscript(name: String) -> SchemaInstance? { values[ExactText(name)] }

  static func == (a: SchemaMembers, b: SchemaMembers) -> Bool { a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
