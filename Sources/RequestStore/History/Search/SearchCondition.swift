internal import GRDB

/// A condition of a query as terms of the index and as SQL.
struct SearchCondition {
  /// Terms that every matching row has; `nil` if the index cannot tell.
  var match: String?
  /// The condition to check in the rows with `match`, if any.
  var check: SQL?
  /// A text that remains to be checked in the rows with `match`.
  var text: HistorySearch.Text?
  /// The condition for rows that are not in the index.
  var columns: SQL
  /// Terms that only matching rows have, for the negated condition.
  var certain: String?
  /// The condition that matching rows without `certain` meet; `nil` if `certain` finds all of them.
  var uncertain: SQL?

  /// A condition that the index decides.
  static func exact(_ match: String, _ columns: SQL) -> SearchCondition {
    SearchCondition(match: match, columns: columns, certain: match)
  }

  /// A condition that the index narrows.
  static func narrowed(_ match: String?, _ columns: SQL) -> SearchCondition {
    SearchCondition(match: match, check: columns, columns: columns, uncertain: columns)
  }
}

/// Builds FTS5 expressions of terms.
enum TermExpression {
  static func quoted(_ term: String) -> String { "\"" + term.replacingExactly("\"", with: "\"\"") + "\"" }

  static func all(_ terms: some Collection<String>) -> String? { joined(terms, " AND ") }

  /// - Parameter terms: None match no row.
  static func any(_ terms: some Collection<String>) -> String { joined(terms, " OR ") ?? nothing }

  /// Matches no row.
  static let nothing = quoted(SearchTerms.term(.feature, "none"))

  private static func joined(_ terms: some Collection<String>, _ word: String) -> String? {
    terms.isEmpty ? nil : "(" + terms.sorted().map(quoted).joined(separator: word) + ")"
  }
}
