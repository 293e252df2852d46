/// A JSON value as schemas see it: numbers by value, strings by their characters, members without order.
enum SchemaInstance: Hashable {
  case null
  case bool(Bool)
  case number(DecimalNumber, text: String)
  case string(ExactText)
  case array([SchemaInstance])
  case object(SchemaMembers)

  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(DecimalNumber(number), text: number.text)
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

  static func == (a: SchemaInstance, b: SchemaInstance) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a, _), .number(let b, _)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number, _): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
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
    if name == "integer", case .number(let number, _) = self { return number.isInteger }
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
