/// Name-value pairs in order, including duplicates: a query, a form or cookies.
struct Fields: Sendable {
  private(set) var all: [(name: String, value: String)] = []

  init() {}

  /// Parses `a=1&b=two+words`.
  init(urlEncoded text: some StringProtocol) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        String(decoding: PercentEncoding.decode(part, plusIsSpace: true), as: UTF8.self)
      }
      append(parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// Parses a `Cookie` header.
  init(cookies text: String) {
    for pair in text.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      append(String(parts[0].trimmed), String(parts[1].trimmed))
    }
  }

  mutating func append(_ name: String, _ value: String) {
    all.append((name, value))
  }

  subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// A JSON object as in httpbin: sorted names, a single value as a string, several as an array.
  var json: JSON {
    let values = Dictionary(grouping: all, by: \.name).mapValues { $0.map { JSON.string($0.value) } }
    return .object(
      values.sorted { $0.key < $1.key }.map { name, values in
        (name, values.count == 1 ? values[0] : .array(values))
      })
  }
}

extension StringProtocol {
  /// Without leading and trailing spaces and tabs.
  var trimmed: SubSequence { trimming { $0 == " " || $0 == "\t" } }
}
