internal import Foundation

/// The terms of an exchange in the search index, each with a letter for its kind.
///
/// Every filter is a question about terms, so SQLite combines all filters and words in one walk, newest first. The terms
/// are part of the file format, like `SearchWords`.
struct SearchTerms {
  enum Kind: Character {
    /// A word of a header, a text body, a message or the note.
    case word = "t"
    /// One to three characters of the summary's text, for finding any part of it.
    case gram = "u"
    case status = "s"
    /// The first digit of the status.
    case statusClass = "k"
    case outcome = "o"
    case failure = "f"
    case method = "m"
    /// With the port.
    case host = "h"
    case environment = "e"
    case request = "r"
    case tag = "g"
    case feature = "x"
    // Magnitudes: the power of two, and 32 steps within it.
    case durationPower = "c"
    case durationStep = "d"
    case sizePower = "b"
    case sizeStep = "z"
    // Times in UTC.
    case year = "y"
    case month = "n"
    case day = "w"
    case hour = "i"
    case minute = "j"
  }

  /// A feature of every exchange.
  static let everything = term(.feature, "all")

  /// The terms, separated by spaces.
  private(set) var text = ""
  /// The terms that searches look up by their beginning, or list as values of a filter.
  private(set) var vocabulary: Set<String> = []

  static func term(_ kind: Kind, _ value: some StringProtocol) -> String { String(kind.rawValue) + value }

  /// A value as one term: lower case, without spaces.
  static func value(_ kind: Kind, _ text: String) -> String {
    term(kind, String(String.UnicodeScalarView(text.lowercasedByScalar.unicodeScalars.map { $0.isSpace ? "_" : $0 })))
  }

  private mutating func add(_ term: String, isListed: Bool = false) {
    text += term
    text += " "
    if isListed { vocabulary.insert(term) }
  }

  // MARK: The summary

  init(_ exchange: IndexedExchange) {
    text.reserveCapacity(4 << 10)
    add(Self.everything)
    addResult(exchange)
    addValues(exchange)
    for (power, step, value) in [
      (Kind.durationPower, Kind.durationStep, Int(exchange.duration)), (.sizePower, .sizeStep, exchange.bodySize),
    ] {
      let magnitude = Magnitude(value)
      add(magnitude.term(power: power))
      add(magnitude.term(step: step))
    }
    for term in TimeTerms.terms(of: exchange.startedAt) { add(term) }
    for gram in Self.grams(of: exchange.summaryText) { add(gram) }
    exchange.forEachText { SearchWords.forEach(in: $0) { addWord($0) } }
  }

  private mutating func addResult(_ exchange: IndexedExchange) {
    add(Self.term(.outcome, exchange.outcome))
    if let failure = exchange.failure { add(Self.value(.failure, failure)) }
    if let status = exchange.answeredStatus {
      add(Self.term(.status, String(status)), isListed: true)
      add(Self.term(.statusClass, String(status / 100)))
    }
    for feature in exchange.features { add(Self.term(.feature, feature.rawValue)) }
  }

  private mutating func addValues(_ exchange: IndexedExchange) {
    add(Self.value(.method, exchange.method), isListed: true)
    if let host = exchange.host { add(Self.value(.host, host), isListed: true) }
    if let environment = exchange.environment { add(Self.value(.environment, environment), isListed: true) }
    if let id = exchange.requestID { add(Self.value(.request, id)) }
    for tag in exchange.annotation.tags { add(Self.value(.tag, tag), isListed: true) }
  }

  /// The terms of every part of one to three characters that contains no space.
  static func grams(of text: String) -> Set<String> {
    var grams: Set<String> = []
    for segment in segments(of: text) {
      for length in 1...3 where length <= segment.count {
        for start in 0...segment.count - length {
          grams.insert(term(.gram, String(String.UnicodeScalarView(segment[start..<start + length]))))
        }
      }
    }
    return grams
  }

  /// The parts between spaces, in lower case.
  static func segments(of text: String) -> [[Unicode.Scalar]] {
    text.lowercasedByScalar.unicodeScalars.split(whereSeparator: \.isSpace).map(Array.init)
  }

  // MARK: Words

  /// Shorter words are only found whole, so that a beginning has few endings.
  static let shortestBeginning = 3
  /// Words that search can complete, per exchange.
  private static let mostListed = 2_000
  /// Longer words with digits are hashes and identifiers, which are searched whole.
  private static let longestCode = 12

  private mutating func addWord(_ word: String) {
    let term = Self.term(.word, word)
    let length = word.utf8.count
    let isCode = length >= Self.longestCode && word.utf8.contains { (48...57).contains($0) }
    add(term, isListed: length > Self.shortestBeginning && !isCode && vocabulary.count < Self.mostListed)
  }
}

extension Unicode.Scalar {
  /// Whether it separates terms.
  var isSpace: Bool { value <= 0x20 || value == 0x7F || !isASCII && properties.isWhitespace }
}
