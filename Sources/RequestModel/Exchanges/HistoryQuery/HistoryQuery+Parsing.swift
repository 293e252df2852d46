extension HistoryQuery {
  /// Reads a query.
  ///
  /// - Throws: The first mistake.
  package init(_ text: String) throws(Mistake) {
    var terms: [Term] = []
    for word in Self.words(of: text) {
      guard let condition = try Self.condition(of: word) else { continue }
      terms.append(Term(condition, isNegated: word.isNegated))
    }
    self.init(terms)
  }

  private static func condition(of word: Word) throws(Mistake) -> Condition? {
    guard let name = word.key else { return word.text.isEmpty ? nil : .text(word.text) }
    guard let key = Key(rawValue: name.lowercased()) else {
      let start = "no filter is called \"\(name)\" — "
      if let near = Key.near(name) {
        throw Mistake(sentence: start + "did you mean \(near.rawValue):?", position: word.start)
      }
      guard isFilter(name, word.value) else { return .text(word.text) }
      let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw Mistake(sentence: start + "write one of \(names), or quotes around a text", position: word.start)
    }
    let values = word.alternatives.filter { !$0.isEmpty }
    guard !values.isEmpty else {
      throw Mistake(sentence: "\(key.rawValue): needs a value, such as \(key.help)", position: word.valueStart)
    }
    do {
      return try condition(key, word.value, values)
    } catch {
      throw Mistake(sentence: error.sentence, position: word.valueStart)
    }
  }

  /// Whether a word looks like a filter with an unknown name. URLs, hosts with a port, headers and JSON are texts.
  private static func isFilter(_ name: String, _ value: String) -> Bool {
    guard name.utf8.count > 1, name.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }), let first = value.first,
      !first.isWhitespace, !"/{[".contains(first), !schemes.contains(name.lowercased())
    else { return false }
    return !value.prefix { $0 != "/" && $0 != "?" }.allSatisfy { ("0"..."9").contains($0) }
  }

  /// The schemes of URLs without `//`.
  private static let schemes: Set<String> = ["about", "blob", "data", "mailto", "stdio", "tel", "urn"]

  private static func condition(_ key: Key, _ value: String, _ values: [String]) throws(Mistake) -> Condition {
    switch key {
    case .status: .status(try values.map { (value) throws(Mistake) in try status(value, for: key) })
    case .method: .method(values.map { $0.uppercased() })
    case .host: .host(values.map { $0.lowercased() })
    case .url: .url(value)
    case .name: .name(value)
    case .env: .environment(values)
    case .tag: .tag(values)
    case .request: .request(value)
    case .run: .run(value.lowercased())
    case .since: .since(try moment(value, for: key))
    case .until: .until(try moment(value, for: key))
    case .time: .duration(try range(value, for: key, nanoseconds))
    case .size: .size(try range(value, for: key) { bytes($0) })
    case .has, .is: .has(try feature(value, key))
    }
  }

  // MARK: Values

  private static func mistake(_ value: String, _ key: Key) -> Mistake {
    Mistake(sentence: "\(key.rawValue): does not take \"\(value)\" — write \(key.help)", position: 0)
  }

  private static let codes = 100...999

  private static func status(_ text: String, for key: Key) throws(Mistake) -> Status {
    let lower = text.lowercased()
    if ["failed", "error", "err"].contains(lower) { return .failed(nil) }
    if ["cancelled", "canceled"].contains(lower) { return .cancelled }
    if let kind = Failure.Kind.allCases.first(where: { $0.rawValue.lowercased() == lower }) { return .failed(kind) }
    if lower.count == 3, lower.hasSuffix("xx"), let hundreds = lower.first?.wholeNumberValue, hundreds > 0 {
      return .codes(hundreds * 100...hundreds * 100 + 99)
    }
    return .codes(try range(text, for: key) { Int($0).flatMap { codes.contains($0) ? $0 : nil } })
  }

  /// Reads `>1`, `>=1`, `<1`, `<=1`, `=1`, `1`, `1-2` or `1..2`.
  private static func range(
    _ text: String, for key: Key, _ number: (String) -> Int?
  ) throws(Mistake) -> ClosedRange<Int> {
    for (sign, make) in comparisons where text.hasPrefix(sign) {
      guard let value = number(String(text.dropFirst(sign.count))) else { throw mistake(text, key) }
      return make(value)
    }
    if let value = number(text) { return value...value }
    for separator in ["..", "-"] {
      let parts = text.split(separator: separator, maxSplits: 1).map(String.init)
      if parts.count == 2, let low = number(parts[0]), let high = number(parts[1]), low <= high { return low...high }
    }
    throw mistake(text, key)
  }

  // Longer signs first. Nothing is less than 0, so `<0` is `0...0`, which is close enough to nothing.
  private static let comparisons: [(String, @Sendable (Int) -> ClosedRange<Int>)] = [
    (">=", { $0...Int.max }), ("<=", { 0...max(0, $0) }), (">", { ($0 == .max ? $0 : $0 + 1)...Int.max }),
    ("<", { 0...max(0, $0 - 1) }), ("=", { $0...$0 }),
  ]

  private static func nanoseconds(_ text: String) -> Int? {
    let units: [(String, Double)] = [("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("min", 60e9), ("m", 60e9), ("s", 1e9)]
    let unit = units.first { text.lowercased().hasSuffix($0.0) }
    guard let unit, let value = decimal(text.dropLast(unit.0.count)), value * unit.1 < 1e18 else { return nil }
    return Int(value * unit.1)
  }

  /// A size, also with a fraction: `1.5M`.
  private static func bytes(_ text: String) -> Int? {
    if let size = ByteSize.parse(text) { return size }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = decimal(number), let unit = ByteSize.parse("1" + text.dropFirst(number.count)) else { return nil }
    return value * Double(unit) < 1e18 ? Int(value * Double(unit)) : nil
  }

  private static func decimal(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    return Double(text)
  }

  private static func feature(_ value: String, _ key: Key) throws(Mistake) -> Feature {
    let names: [String: Feature] =
      key == .is
      ? ["pinned": .pin, "tagged": .tag, "failed": .failure, "noted": .note]
      : Dictionary(uniqueKeysWithValues: Feature.allCases.map { ($0.rawValue, $0) })
    guard let feature = names[value.lowercased()] else { throw mistake(value, key) }
    return feature
  }
}

// MARK: Times

extension HistoryQuery {
  private static func moment(_ text: String, for key: Key) throws(Mistake) -> Moment {
    if let days = ["today": 0, "yesterday": 1][text.lowercased()] { return .daysBeforeToday(days) }
    if let seconds = ago(text) { return .ago(seconds) }
    if let fields = calendar(text) { return .calendar(fields) }
    if text.last?.isLetter == true, decimal(text.dropLast()) != nil {
      throw Mistake(sentence: "\(key.rawValue): does not take \"\(text)\" — the units are \(ageUnits)", position: 0)
    }
    throw mistake(text, key)
  }

  /// The units of ages, for messages.
  package static let ageUnits = "s, m (minutes), h, d, w and y"

  /// Reads the age `30m`, `2d`, `1w`. Units may be capitals, except `M`, which often stands for months.
  package static func ago(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_557_600]
    guard let last = text.last, last != "M", let unit = units[Character(last.lowercased())],
      let value = decimal(text.dropLast())
    else { return nil }
    return value * unit < 1e11 ? value * unit : nil
  }

  /// Reads `2026`, `2026-01`, `2026-01-31`, `2026-01-31T13`, `…T13:05` or `…T13:05:09`.
  private static func calendar(_ text: String) -> [Int]? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    let time = parts.count > 1 ? parts[1].split(separator: ":", omittingEmptySubsequences: false) : []
    guard date.count <= 3, time.count <= 3, time.isEmpty || date.count == 3 else { return nil }
    let widths = [4, 2, 2, 2, 2, 2]
    let limits = [1970...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
    var fields: [Int] = []
    for (index, part) in (date + time).enumerated() {
      guard part.count == widths[index], part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part),
        limits[index].contains(number)
      else { return nil }
      fields.append(number)
    }
    guard fields.count < 3 || UTCTime(year: fields[0], month: fields[1], day: fields[2]) != nil else { return nil }
    return fields
  }
}

// MARK: Typing errors

extension HistoryQuery.Key {
  /// The key that was meant, if `name` differs by a letter or two neighbours.
  fileprivate static func near(_ name: String) -> HistoryQuery.Key? {
    let typed = Array(name.lowercased())
    guard typed.count > 2 else { return nil }
    return allCases.first { $0.rawValue.count > 2 && isTypo(typed, of: Array($0.rawValue)) }
      ?? synonyms[name.lowercased()]
  }

  private static let synonyms: [String: HistoryQuery.Key] = [
    "environment": .env, "after": .since, "before": .until, "duration": .time, "verb": .method,
  ]

  private static func isTypo(_ typed: [Character], of word: [Character]) -> Bool {
    let start = zip(typed, word).prefix { $0 == $1 }.count
    let (a, b) = (typed.dropFirst(start), word.dropFirst(start))
    if a.count == b.count, a.count > 1, a.prefix(2).reversed().elementsEqual(b.prefix(2)) {
      return a.dropFirst(2).elementsEqual(b.dropFirst(2))
    }
    return a.dropFirst().elementsEqual(b) || a.elementsEqual(b.dropFirst())
      || a.dropFirst().elementsEqual(b.dropFirst())
  }
}
