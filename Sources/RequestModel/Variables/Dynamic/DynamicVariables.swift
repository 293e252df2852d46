package import Foundation

/// Variables that have a new value at each use: `{{$guid}}`, `{{$timestamp}}` … with Postman's names.
///
/// The time and the source of randomness are parameters, so that tests are reproducible.
package struct DynamicVariables: Sendable {
  let now: Date
  private var generator: any RandomNumberGenerator & Sendable

  package init(now: Date, generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
    self.now = now
    self.generator = generator
  }

  /// The value of a name, or of one with arguments as HTTP files have them: `$randomInt 1 6`.
  ///
  /// - Returns: `nil` for unknown names.
  package mutating func value(of name: String) -> String? {
    value(named: name) ?? DynamicCall(name).flatMap { value(of: $0) }
  }

  /// `nil` for a name that Postman does not have.
  mutating func value(named name: String) -> String? { Self.makers[name].map { $0(&self) } }

  package static func contains(_ name: String) -> Bool {
    if makers[name] != nil { return true }
    var dynamic = DynamicVariables(now: Date())
    return DynamicCall(name).flatMap { dynamic.value(of: $0) } != nil
  }

  package static var names: [String] { makers.keys.sorted() }

  typealias Maker = @Sendable (inout DynamicVariables) -> String

  private static let picks: [String: Maker] = WordLists.named.mapValues(picking)

  private static func picking(from list: [String]) -> Maker { { $0.pick(list) } }

  private static let makers: [String: Maker] = [
    identifiers, picks, people, places, words, business, internet, images, files, dates,
  ].reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
}

// MARK: Randomness

extension DynamicVariables {
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func bool() -> Bool { Bool.random(using: &generator) }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[int(0...(list.count - 1))] }

  /// A word of each list.
  mutating func phrase(_ lists: [String]...) -> String { lists.map { pick($0) }.joined(separator: " ") }

  /// `count` words from a list of words with spaces between them.
  mutating func words(_ count: Int, of list: [String], separator: String = " ") -> String {
    var words: [String] = []
    for _ in 0..<count { words.append(pick(list)) }
    return words.joined(separator: separator)
  }

  mutating func text(_ count: Int, of letters: [String]) -> String { words(count, of: letters, separator: "") }

  mutating func digits(_ count: Int) -> String { text(count, of: WordLists.digits) }
  mutating func hex(_ count: Int) -> String { text(count, of: WordLists.hexDigits) }

  /// Each `#` becomes a digit.
  mutating func pattern(_ pattern: String) -> String {
    pattern.map { $0 == "#" ? digits(1) : String($0) }.joined()
  }

  mutating func sentence() -> String {
    let text = words(int(4...9), of: WordLists.lorem)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  mutating func sentences(_ count: Int, separator: String = " ") -> String {
    var sentences: [String] = []
    for _ in 0..<count { sentences.append(sentence()) }
    return sentences.joined(separator: separator)
  }

  mutating func paragraphs(_ count: Int, separator: String) -> String {
    var paragraphs: [String] = []
    for _ in 0..<count { paragraphs.append(sentences(int(3...5))) }
    return paragraphs.joined(separator: separator)
  }

  /// RFC 9562, section 5.4.
  mutating func uuid() -> String {
    let variant = String(8 + int(0...3), radix: 16)
    return "\(hex(8))-\(hex(4))-4\(hex(3))-\(variant)\(hex(3))-\(hex(12))"
  }

  /// A point in time that many seconds away.
  mutating func date(_ seconds: ClosedRange<Int>) -> String { UTCTime.milliseconds(now + Double(int(seconds))) }
}
