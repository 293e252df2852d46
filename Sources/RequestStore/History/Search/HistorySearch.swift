internal import Foundation
internal import GRDB

/// A query as an expression of the index and SQL conditions of the columns.
///
/// FTS5 walks single terms lazily, newest first, however many rows have them, but collects all rows of a beginning such as
/// `app*` before it returns one. Beginnings are therefore looked up in `searchWord` and become the words found there.
struct HistorySearch {
  /// The FTS5 expression; `nil` if the index has nothing to say.
  private(set) var match: String?
  /// The conditions for rows found in the index.
  private(set) var checks: [SQL] = []
  /// The texts that still need to be checked in rows found in the index.
  private(set) var texts: [Text] = []
  /// The conditions for rows that are not in the index.
  private(set) var columns: [SQL] = []

  /// A text that is in the summary or in the words of headers and bodies. The index finds it in the summary by its parts,
  /// which may be apart.
  struct Text {
    let inSummary: SQL
    /// The FTS5 expression.
    let words: String
  }

  /// The most words that replace a beginning.
  private static let mostWords = 100
  /// The most hosts that replace a part of one.
  private static let mostHosts = 200

  private let db: Database
  private let times: QueryTimes

  init(_ query: HistoryQuery, _ times: QueryTimes, _ db: Database) throws {
    (self.db, self.times) = (db, times)
    var (wanted, unwanted): ([String], [String]) = ([], [])
    for term in query.terms {
      let condition = try condition(term.condition)
      if term.isNegated {
        unwanted += condition.certain.map { [$0] } ?? []
        checks += condition.uncertain.map { ["NOT (\($0))"] } ?? []
        columns.append("NOT (\(condition.columns))")
      } else {
        wanted += condition.match.map { [$0] } ?? []
        checks += condition.check.map { [$0] } ?? []
        texts += condition.text.map { [$0] } ?? []
        columns.append(condition.columns)
      }
    }
    if wanted.isEmpty, !unwanted.isEmpty { wanted = [TermExpression.quoted(SearchTerms.everything)] }
    guard !wanted.isEmpty else { return }
    match = (["(" + wanted.joined(separator: " AND ") + ")"] + unwanted).joined(separator: " NOT ")
  }

  private func condition(_ condition: HistoryQuery.Condition) throws -> SearchCondition {
    switch condition {
    case .text(let text): try self.text(text)
    case .url(let text): Self.part(text, of: "exchange.url")
    case .name(let text): Self.part(text, of: "exchange.name")
    case .host(let parts): try host(parts)
    case .method(let methods): Self.oneOf(methods, .method, "exchange.method")
    case .environment(let names): Self.oneOf(names, .environment, "exchange.environment")
    case .tag(let names): Self.tag(names)
    case .request(let id):
      .narrowed(TermExpression.quoted(SearchTerms.value(.request, id)), "exchange.requestID IS \(id)")
    case .run(let text): .narrowed(nil, HistoryList.isPart(ofRunWith: Self.runCondition(text)))
    case .status(let statuses): Self.status(statuses)
    case .since(let moment): since(times.start(of: moment))
    case .until(let moment): until(times.end(of: moment))
    case .duration(let range): Self.range(range, .durationPower, .durationStep, "exchange.duration")
    case .size(let range): Self.range(range, .sizePower, .sizeStep, "exchange.bodySize")
    case .has(let feature): Self.feature(feature)
    }
  }

  // MARK: Values

  private static func oneOf(_ values: [String], _ kind: SearchTerms.Kind, _ column: String) -> SearchCondition {
    let tests = values.map { SQL("\(sql: column) = \($0) COLLATE NOCASE") }
    let columns = SQL("ifnull(\(tests.joined(separator: " OR ")), 0)")
    return .exact(TermExpression.any(values.map { SearchTerms.value(kind, $0) }), columns)
  }

  private static func tag(_ names: [String]) -> SearchCondition {
    let tests = names.map { SQL("name = \($0) COLLATE NOCASE") }
    return .exact(
      TermExpression.any(names.map { SearchTerms.value(.tag, $0) }),
      "EXISTS (SELECT 1 FROM tag WHERE tag.exchange = exchange.id AND \(tests.joined(separator: " OR ")))")
  }

  private static func status(_ statuses: [HistoryQuery.Status]) -> SearchCondition {
    var terms: [String] = []
    var tests: [SQL] = []
    for status in statuses {
      switch status {
      case .codes(let range):
        terms += statusTerms(range)
        tests.append(
          "exchange.outcome = 'answered' AND exchange.status BETWEEN \(range.lowerBound) AND \(range.upperBound)")
      case .failed(nil):
        terms.append(SearchTerms.term(.outcome, "failed"))
        tests.append("exchange.outcome = 'failed'")
      case .failed(let kind?):
        terms.append(SearchTerms.value(.failure, kind.rawValue))
        tests.append("ifnull(exchange.failure = \(kind.rawValue), 0)")
      case .cancelled:
        terms.append(SearchTerms.term(.outcome, "cancelled"))
        tests.append("exchange.outcome = 'cancelled'")
      }
    }
    return .exact(TermExpression.any(Set(terms)), tests.joined(separator: " OR "))
  }

  private static func statusTerms(_ range: ClosedRange<Int>) -> [String] {
    let range = range.clamped(to: 0...999)
    return (range.lowerBound / 100...range.upperBound / 100).flatMap { hundreds in
      let codes = (hundreds * 100...hundreds * 100 + 99).clamped(to: range)
      return codes.count == 100
        ? [SearchTerms.term(.statusClass, String(hundreds))] : codes.map { SearchTerms.term(.status, String($0)) }
    }
  }

  private static func range(
    _ range: ClosedRange<Int>, _ power: SearchTerms.Kind, _ step: SearchTerms.Kind, _ column: String
  ) -> SearchCondition {
    .narrowed(
      TermExpression.any(Magnitude.terms(covering: range, power: power, step: step)),
      "\(sql: column) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
  }

  private static func feature(_ feature: HistoryQuery.Feature) -> SearchCondition {
    let columns: SQL =
      switch feature {
      case .failure: "(exchange.outcome = 'failed' OR exchange.outcome = 'answered' AND exchange.status >= 400)"
      case .body: "exchange.bodySize > 0"
      case .tag: "EXISTS (SELECT 1 FROM tag WHERE tag.exchange = exchange.id)"
      case .note: "EXISTS (SELECT 1 FROM annotation WHERE annotation.exchange = exchange.id AND note IS NOT NULL)"
      case .pin: "EXISTS (SELECT 1 FROM annotation WHERE annotation.exchange = exchange.id AND isPinned)"
      }
    return .exact(TermExpression.quoted(SearchTerms.term(.feature, feature.rawValue)), columns)
  }

  // MARK: Times

  // Clocks err; recorded times are expected between these.
  private static let earliest = Date(timeIntervalSince1970: 0)
  private static let yearsAhead = 20.0 * 366 * 86_400

  private func since(_ date: Date) -> SearchCondition {
    let end = max(date, times.now).addingTimeInterval(Self.yearsAhead)
    return .narrowed(
      TermExpression.any(Set(TimeTerms.terms(from: date, to: end))),
      "exchange.startedAt >= \(date.timeIntervalSinceReferenceDate)")
  }

  private func until(_ date: Date) -> SearchCondition {
    .narrowed(
      TermExpression.any(Set(TimeTerms.terms(from: min(Self.earliest, date), to: date))),
      "exchange.startedAt < \(date.timeIntervalSinceReferenceDate)")
  }

  // MARK: Text

  private static func part(_ text: String, of column: String) -> SearchCondition {
    .narrowed(grams(text), contains(text, column))
  }

  /// The terms of a text within the summary, without those that longer ones imply.
  private static func grams(_ text: String) -> String? {
    let grams = SearchTerms.segments(of: text).flatMap { segment -> [String] in
      let length = min(3, segment.count)
      return (0...segment.count - length).map {
        SearchTerms.term(.gram, String(String.UnicodeScalarView(segment.dropFirst($0).prefix(length))))
      }
    }
    return TermExpression.all(Set(grams))
  }

  private static func contains(_ text: String, _ column: String) -> SQL {
    let pattern = text.reduce(into: "") { $0 += ["%", "_", "\\"].contains($1) ? "\\" + String($1) : String($1) }
    return "\(sql: column) LIKE \("%" + pattern.replacing("\0", with: "\u{2400}") + "%") ESCAPE '\\'"
  }

  /// The condition for runs of that id, or with the text in their name.
  private static func runCondition(_ text: String) -> SQL { "run.uuid = \(text) OR \(contains(text, "run.name"))" }

  /// The condition for runs that a query finds by their names; `nil` if it is about something else, too.
  static func runs(_ query: HistoryQuery) -> SQL? {
    let conditions = query.terms.compactMap { term -> SQL? in
      let condition: SQL? =
        switch term.condition {
        case .text(let text): contains(text, "('run ' || run.name)")
        case .name(let text): contains(text, "run.name")
        case .run(let text): runCondition(text)
        default: nil
        }
      return condition.map { term.isNegated ? "NOT (\($0))" : "(\($0))" }
    }
    guard conditions.count == query.terms.count, query.terms.contains(where: { !$0.isNegated }) else { return nil }
    return conditions.joined(separator: " AND ")
  }

  private static let summary = """
    (exchange.url || char(10) || exchange.name || char(10) || exchange.method || char(10)
      || ifnull(exchange.status, '') || char(10) || ifnull(exchange.failure, '') || char(10)
      || ifnull(exchange.environment, ''))
    """

  /// A text anywhere in the summary, or words of headers and bodies of which the last may be longer.
  private func text(_ text: String) throws -> SearchCondition {
    let inSummary = Self.contains(text, Self.summary)
    guard let grams = Self.grams(text) else { return .narrowed(nil, inSummary) }
    guard let words = try words(SearchWords.whole(of: text)) else { return .narrowed(grams, inSummary) }
    let either = "(\(grams) OR \(words))"
    let segments = SearchTerms.segments(of: text)
    // LIKE ignores the case of ASCII letters only. One to three characters need no check.
    if !text.utf8.allSatisfy({ $0 < 0x80 }) || segments.count == 1 && segments[0].count <= 3 {
      return .exact(either, inSummary)
    }
    return SearchCondition(
      match: either, text: Text(inSummary: inSummary, words: words), columns: inSummary, certain: words,
      uncertain: inSummary)
  }

  private func words(_ words: [String]) throws -> String? {
    guard let last = words.last else { return nil }
    let whole = words.dropLast().map { TermExpression.quoted(SearchTerms.term(.word, $0)) }
    return "(" + (whole + [try beginning(last)]).joined(separator: " AND ") + ")"
  }

  private func beginning(_ word: String) throws -> String {
    let term = SearchTerms.term(.word, word)
    guard word.utf8.count >= SearchTerms.shortestBeginning, word.utf8.count < SearchWords.longest else {
      return TermExpression.quoted(term)
    }
    let longer = try SearchVocabulary(db).terms(from: term, limit: Self.mostWords + 1)
    guard longer.count <= Self.mostWords else { return TermExpression.quoted(term) + "*" }
    return TermExpression.any(Set(longer + [term]))
  }

  private func host(_ parts: [String]) throws -> SearchCondition {
    let tests = parts.map { Self.contains($0, "exchange.url") }
    let columns = SQL("(\(tests.joined(separator: " OR ")))")
    let hosts = try SearchVocabulary(db).terms(of: .host).filter { host in
      parts.contains { host.dropFirst().contains($0.lowercasedByScalar) }
    }
    guard hosts.count <= Self.mostHosts else {
      let grams = parts.compactMap(Self.grams)
      return .narrowed(grams.isEmpty ? nil : "(" + grams.joined(separator: " OR ") + ")", columns)
    }
    return .exact(TermExpression.any(hosts), columns)
  }
}
