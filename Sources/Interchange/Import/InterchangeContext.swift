/// The position of a reader in its source, and its notes.
struct InterchangeContext {
  private(set) var notes: [InterchangeNote] = []
  private var known: Set<InterchangeNote> = []
  private var path: [String] = []
  /// Whether the requests are sent and not kept.
  var isSentAsIs = false
  /// How many more bytes of the source may be copied to the places that refer to them.
  private var repeatable = 64 << 20

  mutating func note(_ kind: InterchangeNote.Kind, _ text: String) {
    let note = InterchangeNote(kind, path, text)
    if known.insert(note).inserted { notes.append(note) }
  }

  /// Whether text of that size may replace a reference to it. A few lines can refer to a lot of text.
  mutating func mayRepeat(_ size: Int) -> Bool {
    guard size <= repeatable else {
      note(.dropped, "More than 64 MB of text is referred to: the rest is not put in its place")
      return false
    }
    repeatable -= size
    return true
  }

  /// Notes a part that the source's program would not have sent or run.
  mutating func noteUnused(_ text: String) {
    if !isSentAsIs { note(.dropped, text) }
  }

  /// Notes until `leave` concern the item of that name. All of them repeat it: long names are cut.
  mutating func enter(_ name: String) { path.append(name.utf8.count > 200 ? name.prefix(50) + "…" : name) }
  mutating func leave() { path.removeLast() }
}

extension JSONValue {
  /// A scalar as text: some tools write numbers and booleans where others write strings.
  var scalarText: String? {
    switch self {
    case .string(let string): string.value
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }

  /// The text of a body that a program may keep as a value: a scalar as it is, others as indented JSON.
  var bodyText: String { scalarText ?? (self == .null ? "" : rendered()) }

  /// A scalar as text, anything else as JSON on one line.
  var compactText: String { scalarText ?? (self == .null ? "" : compact) }

  /// Text as members of files hold it, with any line ends: one line as a string, more as an array.
  static func textLines(_ text: String) -> JSONValue {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return exactLines(text) }
    return exactLines(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
  }

  /// Text whose bytes matter, such as a body: only a line feed ends a line.
  static func exactLines(_ text: String) -> JSONValue {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(UInt8(ascii: "\n")) else { return .string(String(decoding: bytes, as: UTF8.self)) }
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) })
    }
  }

  /// A scalar of another document as text whose bytes matter; `nil` for other values.
  var exactLines: JSONValue? {
    guard case .string(let string) = self else { return scalarText.map { .exactLines($0) } }
    var escaped = string.escaped
    return escaped.withUTF8(Self.lines) ?? .exactLines(string.value)
  }

  /// Cuts text that is escaped as our own files are, which is faster than to read and escape each line.
  ///
  /// - Returns: `nil` for text with other escapes.
  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    func string(_ range: Range<Int>) -> JSONValue {
      .string(JSONString(escaped: String(decoding: bytes[range], as: UTF8.self)))
    }
    guard !bytes.contains(0x7F) else { return nil }
    var lines: [JSONValue] = []
    var (start, offset) = (0, 0)
    while let escape = bytes[offset...].firstIndex(of: UInt8(ascii: "\\")), escape + 1 < bytes.count {
      switch bytes[escape + 1] {
      case UInt8(ascii: "n"):
        lines.append(string(start..<escape))
        start = escape + 2
      case UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "\""), UInt8(ascii: "\\"): break
      default: return nil
      }
      offset = escape + 2
    }
    let last = string(start..<bytes.count)
    return lines.isEmpty ? last : .array(lines + [last])
  }

  /// The value with other texts in the place of those in it, except for the names of members.
  func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let string): .string(change(string.value))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let object): .object(object.mapValues { $0.mappingTexts(change) })
    default: self
    }
  }

  /// The objects of a list, without its other elements.
  var objects: [JSONObject] { (array ?? []).compactMap(\.object) }

  /// A row of a table that is sent literally.
  static func literalRow(_ name: String, _ value: String) -> JSONValue {
    ["name": .string(Template.escaping(name)), "value": .string(Template.escaping(value))]
  }

  var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let string): string.value.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    default: false
    }
  }
}

extension JSONObject {
  /// Adds an element to an array among the members, without copying it.
  mutating func append(_ element: JSONValue, to key: String) {
    guard let index = members.lastIndex(where: { $0.key.means(key) }), case .array(var list) = members[index].value
    else { return self[key] = .array([element]) }
    members[index].value = .null
    list.append(element)
    members[index].value = .array(list)
  }

  func text(_ key: String) -> String? { self[key]?.scalarText }
  /// The text of a member, unless it is empty.
  func filledText(_ key: String) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }
  /// A flag; some tools write it as text.
  func flag(_ key: String) -> Bool { self[key]?.scalarText == "true" }

  /// Whether the object is a header row of this name.
  var isContentType: Bool { text("name")?.lowercased() == "content-type" }
  var isSentContentType: Bool { isContentType && !flag("off") }

  /// The value of a member, which is left out if the object is empty.
  var asMember: JSONValue? { members.isEmpty ? nil : .object(self) }

  /// Sets members to those of another object, unless it lacks them.
  mutating func take(_ names: String..., from source: JSONObject) {
    for name in names { if let value = source[name] { self[name] = value } }
  }

  /// An object with some of these values. Maps the names in the result to the names here.
  func taking(_ names: KeyValuePairs<String, String>) -> JSONObject {
    names.reduce(into: JSONObject()) { $0.add($1.key, self[$1.value]) }
  }
}

extension [JSONValue] {
  /// The value of a member, which is left out if the list is empty.
  var asMember: JSONValue? { isEmpty ? nil : .array(self) }
}

extension [String] {
  /// Each once, in order.
  var unique: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

extension JSONValue? {
  /// The objects of a list that may be missing, without its other elements.
  var objects: [JSONObject] { self?.objects ?? [] }
}

extension String {
  var trimmed: String { trimmingWhitespace }
}

extension StringProtocol {
  /// The index after `://`; `nil` for a URL without a scheme.
  var endOfScheme: Index? {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8) else {
      return nil
    }
    return utf8.index(colon, offsetBy: 3)
  }
}
