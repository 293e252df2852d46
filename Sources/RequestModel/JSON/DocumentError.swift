/// A valid JSON file with an unexpected value.
package struct DocumentError: Error, Equatable, Sendable {
  /// The location of the value; for a missing value, of the object that should contain it.
  package var path: JSONLocation
  /// The problem without its location: `"url" is a number, not a string`.
  package var problem: String

  package init(_ problem: String, at path: JSONLocation = []) {
    self.path = path
    self.problem = problem
  }
}

extension JSONObject {
  /// The rows of a table that are not off, with their places.
  package func enabledRows(_ name: String) -> [(place: JSONLocation, row: JSONObject)] {
    (self[name]?.array ?? []).enumerated().compactMap { index, row in
      guard let row = row.object, row["off"]?.bool != true else { return nil }
      return ([.key(name), .index(index)], row)
    }
  }
}

/// Reads typed values from a JSON object.
package struct ObjectReader {
  package let object: JSONObject
  package let path: JSONLocation

  package init(_ object: JSONObject, at path: JSONLocation = []) {
    self.object = object
    self.path = path
  }

  package func string(_ key: String) throws(DocumentError) -> String? {
    guard let value = object[key], value != .null else { return nil }
    guard case .string(let string) = value else { throw wrong(key, value, "a string") }
    try checkSurrogates(key, string)
    return string.value
  }

  package func bool(_ key: String) throws(DocumentError) -> Bool? {
    try value(key, "true or false") { $0.bool }
  }

  package func number(_ key: String) throws(DocumentError) -> Double? {
    try value(key, "a number") { $0.number?.double }
  }

  package func object(_ key: String) throws(DocumentError) -> ObjectReader? {
    guard let object = try value(key, "an object", { $0.object }) else { return nil }
    return ObjectReader(object, at: path.appending(key))
  }

  /// Returns the elements of the array at `key`, which must all be objects.
  package func objects(_ key: String) throws(DocumentError) -> [ObjectReader] {
    guard let elements = try value(key, "an array", { $0.array }) else { return [] }
    var readers: [ObjectReader] = []
    for (index, element) in elements.enumerated() {
      let place = path.appending(key).appending(index)
      guard let object = element.object else {
        throw DocumentError("\(place) is \(element.kindName), not an object", at: place)
      }
      readers.append(ObjectReader(object, at: place))
    }
    return readers
  }

  /// Returns a long text: a string, or an array of lines joined into one.
  package func lines(_ key: String) throws(DocumentError) -> String? {
    guard let value = object[key], value != .null else { return nil }
    var lines: [String] = []
    for line in value.array ?? [value] {
      guard case .string(let string) = line else {
        throw wrong(key, value, "a string or an array of strings, one per line")
      }
      try checkSurrogates(key, string)
      lines.append(string.value)
    }
    return lines.joined(separator: "\n")
  }

  private func checkSurrogates(_ key: String, _ string: JSONString) throws(DocumentError) {
    guard let surrogate = string.loneSurrogate else { return }
    throw DocumentError(
      "\"\(key)\" has the lone surrogate \(surrogate): write the complete pair", at: path.appending(key))
  }

  private func value<Value>(
    _ key: String, _ kind: String, _ convert: (JSONValue) -> Value?
  ) throws(DocumentError) -> Value? {
    guard let value = object[key], value != .null else { return nil }
    guard let converted = convert(value) else { throw wrong(key, value, kind) }
    return converted
  }

  private func wrong(_ key: String, _ value: JSONValue, _ kind: String) -> DocumentError {
    DocumentError("\"\(key)\" is \(value.kindName), not \(kind)", at: path.appending(key))
  }
}
