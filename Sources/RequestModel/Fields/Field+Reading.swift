extension Field {
  /// Checks the member of this field, so that later reads cannot fail.
  func check(in reader: ObjectReader) throws(DocumentError) {
    switch type {
    case .text, .file: _ = try reader.string(name)
    case .scalar: try checkScalar(in: reader)
    case .lines: _ = try reader.lines(name)
    case .flag: _ = try reader.bool(name)
    case .number(let rule): try check(rule, in: reader)
    case .choice(let values): try check(values, in: reader)
    case .json: break
    case .names: try checkNames(in: reader)
    case .strings: try checkStrings(in: reader)
    case .rows(let shape, _): for row in try reader.objects(name) { try shape.check(row) }
    case .object(let fields):
      guard let object = try reader.object(name) else { return }
      for field in fields { try field.check(in: object) }
    case .kinds(let table): if let object = try reader.object(name) { try table.check(object) }
    }
  }

  private func check(_ rule: NumberRule, in reader: ObjectReader) throws(DocumentError) {
    guard let number = try reader.number(name), !rule.allows(number) else { return }
    let written = reader.object[name]?.number ?? JSONNumber(text: "")
    throw DocumentError("\"\(name)\" is \(rule.refusal(written))", at: reader.path.appending(name))
  }

  private func check(_ values: [String], in reader: ObjectReader) throws(DocumentError) {
    guard let value = try reader.string(name), !values.contains(value) else { return }
    let known = values.map { "\"\($0)\"" }.joined(separator: ", ")
    throw DocumentError("\"\(name)\" is \"\(value)\", not one of \(known)", at: reader.path.appending(name))
  }

  private func checkScalar(in reader: ObjectReader) throws(DocumentError) {
    guard let value = reader.object[name], value != .null, value.string == nil, value.number == nil else { return }
    throw DocumentError("\"\(name)\" is \(value.kindName), not a string or a number", at: reader.path.appending(name))
  }

  private func checkNames(in reader: ObjectReader) throws(DocumentError) {
    guard let value = reader.object[name] else { return }
    guard let names = value.array, !names.contains(where: { $0.string == nil }) else {
      throw DocumentError("\"\(name)\" is not an array of names", at: reader.path.appending(name))
    }
  }

  private func checkStrings(in reader: ObjectReader) throws(DocumentError) {
    guard let object = try reader.object(name) else { return }
    for key in object.object.keys { _ = try object.string(key) }
  }

  /// Returns the member's canonical value: lines joined into one string, the default if it is missing.
  ///
  /// - Precondition: `check` accepted the object.
  func value(in object: JSONObject) -> JSONValue? {
    guard let value = object[name] else { return missingValue }
    switch type {
    case .json: return value
    case .text, .file, .lines:
      let text = (value.array ?? [value]).compactMap(\.string)
      return text.isEmpty ? missingValue : .string(text.joined(separator: "\n"))
    default: return value == .null ? missingValue : value
    }
  }

  private var missingValue: JSONValue? {
    switch type {
    case .rows: defaultValue ?? .array([])
    default: defaultValue
    }
  }

  /// Writes a value unless the object already has it.
  func write(_ value: JSONValue?, to object: inout JSONObject, isNew: Bool = false) {
    guard isNew || value != self.value(in: object) else { return }
    if case .lines = type, let text = value?.string {
      object[name] = .lines(text, like: object[name])
    } else {
      object[name] = value
    }
  }
}

extension RowShape {
  func check(_ row: ObjectReader) throws(DocumentError) {
    // Checks of responses are rows without names.
    if fields.first?.name == "name", try row.string("name") == nil {
      throw DocumentError("\(row.path) has no \"name\"", at: row.path)
    }
    for field in fields { try field.check(in: row) }
  }
}

extension JSONValue {
  /// Long text as stored in the file: an array of lines, or one string if it has one line and `old` was not an array.
  package static func lines(_ text: String, like old: JSONValue?) -> JSONValue {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    if lines.count == 1, old?.array == nil || text.isEmpty { return .string(text) }
    return .array(lines.map(JSONValue.string))
  }
}
