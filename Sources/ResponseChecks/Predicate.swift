internal import BodyDocument
internal import Foundation
internal import JSONSchema

/// The expectation for a part of the response.
struct Predicate {
  let name: String
  let value: JSONValue?
  let isNegated: Bool
  /// Whether text never equals a number, a boolean or null, and is not compared with one. Only text and lists contain
  /// something, only text starts and ends with it, only text and lists have a length, and null is not empty.
  let isStrict: Bool
  /// Whether one element of a list is enough.
  let isForAny: Bool

  /// The suffix of numbers in sentences: ` ms` for durations.
  private let unit: String

  private static let withoutValue: Set<String> = ["exists", "isEmpty"]

  init(_ check: JSONObject, _ context: CheckContext) throws(CheckProblem) {
    name = check.checkPredicate
    isNegated = check["not"]?.bool == true
    let isFiltered = check["filters"] != nil || check["x-filters"] != nil
    unit = check["query"]?.string == "duration" && !isFiltered ? " ms" : ""
    isStrict = check["strict"]?.bool == true
    isForAny = check["any"]?.bool == true
    let known = CheckWords.predicates.map(\.name)
    guard known.contains(name) else {
      throw CheckProblem.unknown("predicate", name, among: known)
    }
    value = try check["value"].map { (value) throws(CheckProblem) in try Self.resolved(value, context) }
    if value == nil, !Self.withoutValue.contains(name) { throw CheckProblem("\(name) needs a value") }
  }

  private static func resolved(
    _ value: JSONValue, _ context: CheckContext
  ) throws(CheckProblem) -> JSONValue {
    switch value {
    case .string(let string): return .string(try context.resolve(string.value))
    case .array(let elements):
      return .array(try elements.map { (element) throws(CheckProblem) in try resolved(element, context) })
    case .object(let object):
      return .object(
        JSONObject(
          members: try object.members.map { (member) throws(CheckProblem) in
            JSONMember(key: member.key, value: try resolved(member.value, context))
          }))
    default: return value
    }
  }

  /// Why `actual` fails; `nil` if it passes.
  func failure(
    of actual: CheckValue, _ origin: CheckOrigin, _ context: CheckContext
  ) throws(CheckProblem) -> CheckSentence? {
    let actual = name == "length" || expectsList(for: actual) ? actual.asList : actual.collapsed
    // Nothing is neither equal nor unequal: only its existence can be checked.
    if actual == .missing, name != "exists" {
      return "expected \(isNegated ? "not " : "")\(wanted), but the response has no such value"
    }
    if name == "schema" { return try schemaFailure(of: actual, origin, context) }
    let equality = Equality(origin, context, isStrict: isStrict)
    var isTrue = false
    if isForAny, case .json(.array(let elements)) = actual {
      for element in elements where !isTrue { isTrue = try holds(for: .json(element), equality, context) }
    } else {
      isTrue = try holds(for: actual, equality, context)
    }
    guard isTrue == isNegated else { return nil }
    return "expected \(isNegated ? "not " : "")\(wanted), got \(actual)\(unit)"
  }

  /// Whether the only match of a path for several is compared with a list, which it would never equal.
  private func expectsList(for actual: CheckValue) -> Bool {
    guard name == "equals", value?.array != nil, case .nodes(let nodes) = actual, nodes.count == 1 else { return false }
    return nodes[0].array == nil
  }

  /// Refuses a value that no response can meet.
  func check() throws(CheckProblem) {
    switch name {
    case "in", "between": _ = try list()
    case "matches": _ = try PatternValues.matcher(pattern())
    case "isType": try TypeRule.check(value?.string ?? value?.compact ?? "")
    case "length": _ = try wantedLength()
    case "schema": try checkSchema()
    default: break
    }
  }

  private var wanted: CheckSentence { isForAny ? "an element: \(wantedValue)" : wantedValue }

  private var wantedValue: CheckSentence {
    let shown: CheckSentence = "\(value: value?.compact ?? "")\(unit)"
    switch name {
    case "equals": return shown
    case "exists": return "a value"
    case "isEmpty": return "an empty value"
    case "isType": return "the type \(value?.string.map { "\($0)" } ?? shown)"
    case "in": return "one of \(shown)"
    case "less": return "less than \(shown)"
    case "lessOrEqual": return "\(shown) or less"
    case "greater": return "more than \(shown)"
    case "greaterOrEqual": return "\(shown) or more"
    case "between": return "a value between the two of \(shown)"
    case "length": return "a length of \(shown)"
    case "contains": return "something with \(shown)"
    case "startsWith": return "something that starts with \(shown)"
    case "endsWith": return "something that ends with \(shown)"
    case "matches": return "a match of \(value?.string.map { "\($0)" } ?? shown)"
    default: return "a value of the schema"
    }
  }

  private func holds(
    for actual: CheckValue, _ equality: Equality, _ context: CheckContext
  ) throws(CheckProblem) -> Bool {
    let value = value ?? .null
    switch name {
    case "exists": return actual != .missing
    case "isEmpty": return try length(of: actual) == 0
    case "isType": return try TypeRule.holds(value.string ?? value.compact, for: actual, isStrict: isStrict)
    case "length": return try length(of: actual) == wantedLength()
    case "equals": return try equality.holds(actual, value)
    case "in":
      for item in try list() where try equality.holds(actual, item) { return true }
      return false
    case "contains": return try contains(actual, value, context)
    case "startsWith", "endsWith": return try hasEnd(actual, value, context)
    case "matches": return try matches(actual)
    case "between":
      let limits = try list()
      let isEnough = try compare(actual, limits[0]) { $0 >= $1 }
      let isWithin = try compare(actual, limits[1]) { $0 <= $1 }
      return isEnough && isWithin
    case "less": return try compare(actual, value) { $0 < $1 }
    case "lessOrEqual": return try compare(actual, value) { $0 <= $1 }
    case "greater": return try compare(actual, value) { $0 > $1 }
    default: return try compare(actual, value) { $0 >= $1 }
    }
  }

  /// The list of `in`, the two limits of `between`.
  private func list() throws(CheckProblem) -> [JSONValue] {
    let list = value?.array
    if name == "between", list?.count != 2 {
      throw CheckProblem("between needs two numbers, such as between 5 and 200")
    }
    guard let list else { throw CheckProblem("in needs a list, not \((value ?? .null).kindName)") }
    return list
  }

  private func pattern() throws(CheckProblem) -> String {
    guard let pattern = value?.string else { throw CheckProblem("matches needs a pattern as text") }
    return pattern
  }

  // MARK: Texts

  private func contains(
    _ actual: CheckValue, _ value: JSONValue, _ context: CheckContext
  ) throws(CheckProblem) -> Bool {
    if case .json(.array(let elements)) = actual {
      let equality = Equality(.other, context, isStrict: isStrict)
      for item in elements where try equality.holds(.json(item), value) { return true }
      return false
    }
    if isStrict, !isText(actual) { throw CheckProblem("contains needs text or a list, got \(actual)") }
    if case .json(.object(let object)) = actual, let name = value.string { return object[name] != nil }
    let (bytes, part) = (try bytes(actual), try Equality.bytes(value, context))
    // Every text has the empty one in it, but `Data` does not find it.
    return part.isEmpty || bytes.firstRange(of: part) != nil
  }

  private func hasEnd(
    _ actual: CheckValue, _ value: JSONValue, _ context: CheckContext
  ) throws(CheckProblem) -> Bool {
    if isStrict, !isText(actual) || value.string == nil && value.object == nil {
      throw CheckProblem("\(name) needs two texts, got \(actual) and \(value.compact)")
    }
    let (bytes, part) = (try bytes(actual), try Equality.bytes(value, context))
    return name == "startsWith" ? bytes.starts(with: part) : bytes.reversed().starts(with: part.reversed())
  }

  /// Whether it is text, and no number that is written as text.
  private func isText(_ actual: CheckValue) -> Bool {
    if case .bytes = actual { true } else { actual.isString }
  }

  private func bytes(_ actual: CheckValue) throws(CheckProblem) -> Data {
    if case .bytes(let bytes) = actual { return bytes }
    guard let text = actual.text else { throw CheckProblem("\(name) needs text, got \(actual)") }
    return Data(text.utf8)
  }

  private func matches(_ actual: CheckValue) throws(CheckProblem) -> Bool {
    let pattern = try pattern()
    guard let text = actual.text else { throw CheckProblem("matches needs text, got \(actual)") }
    return try PatternValues.matches(pattern, text)
  }

  // MARK: Numbers

  private func compare(
    _ actual: CheckValue, _ limit: JSONValue, _ isFine: (DecimalNumber, DecimalNumber) -> Bool
  ) throws(CheckProblem) -> Bool {
    let isMixed = isStrict && (actual.isString != (limit.string != nil))
    if !isMixed, let number = actual.number, let other = CheckValue.json(limit).number { return isFine(number, other) }
    // Dates of ISO 8601 have the order of their text.
    guard case .json(.string(let text)) = actual, let other = limit.string else {
      throw CheckProblem("\(name) needs two numbers or two texts, got \(actual) and \(limit.compact)")
    }
    let order = text.value.isExactly(other) ? 0 : text.value.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    return isFine(DecimalNumber(order), DecimalNumber(0))
  }

  private func length(of actual: CheckValue) throws(CheckProblem) -> Int {
    switch actual {
    case .bytes(let bytes): return bytes.count
    case .json(.string(let string)): return string.value.unicodeScalars.count
    case .json(.array(let elements)): return elements.count
    case .json(.object(let object)) where name == "isEmpty" || !isStrict: return object.members.count
    case .json(.null) where name == "isEmpty" && !isStrict: return 0
    default: throw CheckProblem("\(name) needs text, a list or an object, got \(actual)")
    }
  }

  private func wantedLength() throws(CheckProblem) -> Int {
    guard let number = value?.number?.int ?? value?.string.flatMap({ Int($0) }) else {
      throw CheckProblem("length needs a whole number")
    }
    return number
  }

  // MARK: Schemas

  private func schemaFailure(
    of actual: CheckValue, _ origin: CheckOrigin, _ context: CheckContext
  ) throws(CheckProblem) -> CheckSentence? {
    let schema = try schemaValue(context)
    let value: JSONValue
    switch actual {
    // The body is a document; any other text is a value of its own.
    case .json(.string(let string)) where origin == .body: value = try Self.document(Array(string.value.utf8), "body")
    case .json(let json): value = json
    case .bytes(let bytes): value = try Self.document([UInt8](bytes), "value")
    case .missing, .nodes: return "the response has no such value"
    }
    do {
      let schema = JSONSchema(schema)
      try schema.check()
      let findings = try schema.findings(in: value)
      guard findings.isEmpty != !isNegated else { return nil }
      if isNegated { return "matches the schema" }
      let rest = findings.count > 3 ? " and \(findings.count - 3) more" : ""
      return "\(findings.prefix(3).map(\.sentence).joined(separator: "; "))\(rest)"
    } catch {
      throw CheckProblem("\(error.sentence)")
    }
  }

  /// Refuses a schema that is invalid. One in a file is looked at when it is used.
  private func checkSchema() throws(CheckProblem) {
    if let object = value?.object, object.members.count == 1, object["file"]?.string != nil { return }
    do { try JSONSchema(value ?? true).check() } catch { throw CheckProblem("\(error.sentence)") }
  }

  private static func document(_ bytes: [UInt8], _ name: String) throws(CheckProblem) -> JSONValue {
    if bytes.isEmpty { throw CheckProblem("the \(name) is empty, not JSON") }
    do { return try JSONText(bytes).value } catch { throw CheckProblem("the \(name) is not JSON: \(error)") }
  }

  /// The schema itself, or the one in a file: `{"file": "order.schema.json"}`.
  private func schemaValue(_ context: CheckContext) throws(CheckProblem) -> JSONValue {
    guard let object = value?.object, object.members.count == 1, let file = object["file"]?.string else {
      return value ?? true
    }
    do {
      return try JSONText([UInt8](try context.file(file))).value
    } catch let problem as CheckProblem {
      throw problem
    } catch {
      throw CheckProblem("the schema \(file) is not JSON: \(error)")
    }
  }
}
