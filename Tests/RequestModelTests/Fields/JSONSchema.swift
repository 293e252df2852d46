import RequestModel

/// Generates the JSON Schema of a file from its fields.
struct JSONSchema {
  private var definitions = JSONObject()

  static func of(_ title: String, _ description: String, _ fields: [Field], required: [JSONValue] = []) -> JSONValue {
    var schema = JSONSchema()
    var properties: JSONObject = ["$schema": ["type": "string", "description": "This schema, for editors."]]
    for field in fields { properties[field.name] = schema.property(field) }
    var document: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      "description": .string(description), "type": "object",
    ]
    if !required.isEmpty { document["required"] = .array(required) }
    document["properties"] = .object(properties)
    document["$defs"] = .object(schema.definitions)
    return .object(document)
  }

  private mutating func property(_ field: Field) -> JSONValue {
    switch field.type {
    case .object(let fields):
      define(field.name, object(fields, field.help))
      return reference(field.name)
    case .kinds(let table):
      define(field.name, section(table, field.help))
      return reference(field.name)
    default: break
    }
    var schema = type(of: field)
    schema["description"] = .string(field.help)
    if let value = field.defaultValue, value != "", value != [:] { schema["default"] = value }
    return .object(schema)
  }

  private mutating func type(of field: Field) -> JSONObject {
    switch field.type {
    case .text, .file: return ["type": "string"]
    case .scalar: return ["type": ["string", "number"]]
    case .lines: return ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
    case .number(let rule): return number(rule)
    case .flag: return ["type": "boolean"]
    case .choice(let values): return ["enum": .array(values.map(JSONValue.string))]
    case .json, .object, .kinds: return [:]
    case .strings: return ["type": "object", "additionalProperties": ["type": "string"]]
    case .names: return ["type": "array", "items": ["type": "string"]]
    case .rows(let shape, _):
      define(shape.name, row(shape))
      return ["type": "array", "items": reference(shape.name)]
    }
  }

  private func number(_ rule: NumberRule) -> JSONObject {
    var schema: JSONObject = [
      "type": rule.isWhole ? "integer" : "number", "minimum": .number(Int(rule.range.lowerBound)),
    ]
    if let limit = Int(exactly: rule.range.upperBound) { schema["maximum"] = .number(limit) }
    return schema
  }

  private mutating func object(_ fields: [Field], _ description: String) -> JSONObject {
    var properties = JSONObject()
    for field in fields { properties[field.name] = property(field) }
    return ["type": "object", "description": .string(description), "properties": .object(properties)]
  }

  private mutating func row(_ shape: RowShape) -> JSONObject {
    var schema = object(shape.fields, shape.summary)
    // Checks and steps are rows without names.
    if shape.fields.first?.name == "name" { schema["required"] = ["name"] }
    guard shape.fields.contains(where: { $0.name == "secret" }) else { return schema }
    schema["if"] = ["properties": ["secret": ["const": true]], "required": ["secret"]]
    schema["then"] = ["not": ["required": ["value"]]]
    return schema
  }

  /// One key selects the kind.
  private mutating func section(_ table: KindTable, _ description: String) -> JSONObject {
    var properties = JSONObject()
    for kind in table.kinds {
      if kind.fields.isEmpty {
        properties[kind.name] = ["description": .string(kind.summary)]
      } else if kind.isNested {
        properties[kind.name] = .object(object(kind.fields, kind.summary))
      } else {
        for field in kind.fields { properties[field.name] = property(field) }
      }
    }
    let names = table.kinds.map(\.name)
    let pairs = names.indices.flatMap { first in
      names[(first + 1)...].map { JSONValue.object(["required": [.string(names[first]), .string($0)]]) }
    }
    return [
      "type": "object", "description": .string(description), "properties": .object(properties),
      "not": ["anyOf": .array(pairs)],
    ]
  }

  private func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  private mutating func define(_ name: String, _ schema: JSONObject) { definitions[name] = .object(schema) }
}
