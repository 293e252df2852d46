/// The part of a response that a check or a capture is about, as one line: `jsonpath $.items | count`.
package struct CheckSubject: Equatable, Sendable {
  /// The query of an assertion that was imported and has no equivalent: its text is the expression. It always fails.
  package static let unsupported = "unsupported"

  /// The member of a check from a Hurl file whose JSONPath always selects a list.
  package static let listsMark = "x-selectsLists"

  /// The member of a check from a Hurl file without filters whose numbers have Hurl's types.
  package static let numbersMark = "x-hurlNumbers"

  package var query: String
  package var expression: String
  package var filters: [String]

  package init(row: JSONObject) {
    query = row["query"]?.string ?? ""
    expression = row["expression"]?.string ?? ""
    filters = (row["filters"]?.array ?? row["x-filters"]?.array ?? []).compactMap(\.string)
  }

  /// Reads a line. A path such as `$.id` needs no query before it.
  package init(_ text: String) {
    var parts = Self.parts(of: text).map(\.trimmingSpaces)
    let head = parts.removeFirst()
    filters = parts
    if head.utf8.first == UInt8(ascii: "$") {
      (query, expression) = ("jsonpath", head)
    } else if head.startsExactly(with: "//") {
      (query, expression) = ("xpath", head)
    } else {
      let words = head.cut(at: " ")
      query = words?.before ?? head
      expression = (words?.after ?? "").trimmingSpaces
    }
  }

  package var text: String {
    let head = [query, expression].filter { !$0.isEmpty }.joined(separator: " ")
    return ([head] + filters).joined(separator: " | ")
  }

  package func set(in row: inout JSONObject) {
    row["query"] = .string(query)
    row["expression"] = expression.isEmpty ? nil : .string(expression)
    row["x-filters"] = nil
    row["filters"] = filters.isEmpty ? nil : .array(filters.map(JSONValue.string))
  }

  /// Cuts at the bars before filters: a path may have bars of its own.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    for part in text.parts(separatedByText: " | ") {
      let word = part.trimmingSpaces.prefix { $0 != " " }
      if parts.isEmpty || CheckWords.filters.contains(where: { $0.name.isExactly(String(word)) }) {
        parts.append(part)
      } else {
        parts[parts.count - 1] += " | " + part
      }
    }
    return parts
  }
}
