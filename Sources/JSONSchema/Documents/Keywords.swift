/// Where keywords have subschemas.
enum Keywords {
  private static let single: Set<String> = [
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
    "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
  ]
  private static let lists: Set<String> = ["allOf", "anyOf", "items", "oneOf", "prefixItems"]
  private static let maps: Set<String> = [
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
  ]

  /// The subschemas below a keyword, and their paths from there.
  static func subschemas(_ keyword: String, _ value: JSONValue) -> [([String], JSONValue)] {
    switch value {
    case .array(let elements) where lists.contains(keyword):
      elements.enumerated().map { ([String($0.offset)], $0.element) }
    case .object(let object) where maps.contains(keyword):
      object.members.map { ([$0.key.value], $0.value) }
    case .object where single.contains(keyword), .bool where single.contains(keyword): [([], value)]
    default: []
    }
  }
}
