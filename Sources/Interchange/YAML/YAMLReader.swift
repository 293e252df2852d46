internal import CYaml
package import Foundation

/// Reads YAML 1.2 with the core schema (chapter 10.3) as JSON: aliases are replaced, `<<` merges mappings.
///
/// `.inf`, `.nan` and dates, which JSON does not have, become strings.
package struct YAMLReader {
  /// How deep collections may be nested.
  static let depthLimit = 512
  /// How many values aliases may add: a few lines of nested aliases mean billions. Long text counts as many.
  static let aliasLimit = 1_000_000
  private static let bytesOfValue = 64

  /// An open collection with its content so far.
  private struct Level {
    var anchor: String?
    var isMapping: Bool
    var elements: [JSONValue] = []
    var members: [JSONMember] = []
    var key: JSONString?
    var isMerging = false
    var merged: [JSONMember] = []
    var mergedKeys: Set<String> = []
    var weight = 1
  }

  private struct Anchored {
    var value: JSONValue
    var weight: Int
  }

  private var levels: [Level] = []
  private var anchors: [String: Anchored] = [:]
  private var aliased = 0
  private var documents: [JSONValue] = []

  /// - Returns: The documents of the text, which `---` separates.
  package static func documents(_ data: Data) throws(SourceError) -> [JSONValue] {
    var reader = YAMLReader()
    var failure: SourceError?
    data.withUnsafeBytes { bytes in
      do throws(SourceError) { try reader.read(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    return reader.documents
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw SourceError(position: TextPosition(line: 1, column: 1), problem: "out of memory")
    }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_input_string(&parser, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.error(parser) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return }
      try read(event)
    }
  }

  private static func error(_ parser: yaml_parser_t) -> SourceError {
    let problem = parser.problem.map { String(cString: $0) } ?? "not valid YAML"
    let context = parser.context.map { String(cString: $0) + ", " } ?? ""
    return SourceError(position: TextPosition(parser.problem_mark), problem: context + problem)
  }

  private mutating func read(_ event: yaml_event_t) throws(SourceError) {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: anchors = [:]
    case YAML_MAPPING_START_EVENT:
      try open(Level(anchor: Self.text(event.data.mapping_start.anchor), isMapping: true), event)
    case YAML_SEQUENCE_START_EVENT:
      try open(Level(anchor: Self.text(event.data.sequence_start.anchor), isMapping: false), event)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: try close(event)
    case YAML_SCALAR_EVENT: try add(scalar: event)
    case YAML_ALIAS_EVENT: try add(alias: event)
    default: break
    }
  }

  private mutating func open(_ level: Level, _ event: yaml_event_t) throws(SourceError) {
    if levels.last.map({ $0.isMapping && $0.key == nil && !$0.isMerging }) == true {
      throw Self.error(event, "a key is a collection, which JSON does not have")
    }
    guard levels.count < Self.depthLimit else {
      throw Self.error(event, "it is nested more than \(Self.depthLimit) levels deep")
    }
    levels.append(level)
  }

  private mutating func close(_ event: yaml_event_t) throws(SourceError) {
    let level = levels.removeLast()
    let value: JSONValue
    if level.isMapping {
      let own = Set(level.members.map(\.key.value))
      value = .object(JSONObject(members: level.merged.filter { !own.contains($0.key.value) } + level.members))
    } else {
      value = .array(level.elements)
    }
    if let anchor = level.anchor { anchors[anchor] = Anchored(value: value, weight: level.weight) }
    try addValue(value, weight: level.weight, event)
  }

  private mutating func add(scalar event: yaml_event_t) throws(SourceError) {
    let scalar = event.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    let isPlain = scalar.plain_implicit == 1 && scalar.style == YAML_PLAIN_SCALAR_STYLE
    if let last = levels.indices.last, levels[last].isMapping, levels[last].key == nil, !levels[last].isMerging {
      if isPlain, text == "<<" { levels[last].isMerging = true } else { levels[last].key = JSONString(text) }
      return
    }
    let value = isPlain ? YAMLScalar.value(of: text) : Self.tagged(text, Self.text(scalar.tag))
    let weight = 1 + scalar.length / Self.bytesOfValue
    if let anchor = Self.text(scalar.anchor) { anchors[anchor] = Anchored(value: value, weight: weight) }
    try addValue(value, weight: weight, event)
  }

  /// A scalar with a tag of the core schema, or with quotes.
  private static func tagged(_ text: String, _ tag: String?) -> JSONValue {
    switch tag {
    case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
      YAMLScalar.value(of: text)
    default: .string(text)
    }
  }

  private mutating func add(alias event: yaml_event_t) throws(SourceError) {
    let name = Self.text(event.data.alias.anchor) ?? ""
    guard let anchored = anchors[name] else {
      let isOpen = levels.contains { $0.anchor == name }
      throw Self.error(event, isOpen ? "*\(name) contains itself" : "there is no anchor &\(name) before it")
    }
    aliased += anchored.weight
    guard aliased <= Self.aliasLimit else {
      throw Self.error(event, "its aliases repeat more than \(Self.aliasLimit) values")
    }
    if let last = levels.indices.last, levels[last].isMapping, levels[last].key == nil, !levels[last].isMerging {
      guard let text = anchored.value.scalarText else {
        throw Self.error(event, "a key is a collection, which JSON does not have")
      }
      levels[last].key = JSONString(text)
      return
    }
    try addValue(anchored.value, weight: anchored.weight, event)
  }

  private mutating func addValue(_ value: JSONValue, weight: Int, _ event: yaml_event_t) throws(SourceError) {
    guard let last = levels.indices.last else { return documents.append(value) }
    levels[last].weight += weight
    guard levels[last].isMapping else { return levels[last].elements.append(value) }
    if let key = levels[last].key {
      levels[last].members.append(JSONMember(key: key, value: value))
      levels[last].weight += key.escaped.utf8.count / Self.bytesOfValue
      levels[last].key = nil
      return
    }
    levels[last].isMerging = false
    for mapping in value.array ?? [value] {
      guard let object = mapping.object else { throw Self.error(event, "<< needs a mapping, or a list of them") }
      // Duplicates within a mapping stay together.
      let added = object.members.filter { !levels[last].mergedKeys.contains($0.key.value) }
      levels[last].merged += added
      levels[last].mergedKeys.formUnion(added.lazy.map(\.key.value))
    }
  }

  private static func error(_ event: yaml_event_t, _ problem: String) -> SourceError {
    SourceError(position: TextPosition(event.start_mark), problem: problem)
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}

extension TextPosition {
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}

/// Plain scalars of the core schema, YAML 1.2 section 10.3.2.
enum YAMLScalar {
  static func value(of text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: number(text).map(JSONValue.number) ?? .string(text)
    }
  }

  private static func number(_ text: String) -> JSONNumber? {
    guard let first = text.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) else { return nil }
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { JSONNumber($0) } }
    if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8).map { JSONNumber($0) } }
    var digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
    let sign = digits.hasPrefix("-") ? "-" : ""
    digits = digits.dropFirst(sign.count)
    let whole = digits.prefix { $0.isASCII && $0.isNumber }
    var rest = digits[whole.endIndex...]
    var fraction = Substring()
    if rest.first == "." {
      fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if let letter = rest.first {
      guard letter == "e" || letter == "E" else { return nil }
      var exponent = rest.dropFirst()
      if let sign = exponent.first, "+-".contains(sign) { exponent = exponent.dropFirst() }
      guard !exponent.isEmpty, exponent.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    }
    // JSON has no leading zeros, and digits on both sides of the point.
    let significant = whole.drop { $0 == "0" }
    let integer = significant.isEmpty ? "0" : String(significant)
    return JSONNumber(text: sign + integer + (fraction.isEmpty ? "" : "." + fraction) + rest)
  }
}
