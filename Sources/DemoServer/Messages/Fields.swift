import RequestBasics

/// Names with their values, in the order they came, repeats included: a query, a form, cookies.
struct Fields: Sendable {
  private(set) var all: [(name: String, value: String)] = []

  init() {}

  /// Reads `a=1&b=two+words`.
  init(urlEncoded text: some StringProtocol) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        String(decoding: PercentEncoding.decode(part, plusIsSpace: true), as: UTF8.self)
      }
      append(parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// Reads a `Cookie` header.
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

  /// The first value of that name.
  subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// An object as httpbin shows it: names sorted, a value that came once as a string, else an array.
  var json: JSON {
    let values = Dictionary(grouping: all, by: \.name).mapValues { $0.map { JSON.string($0.value) } }
    return .object(
      values.sorted { $0.key < $1.key }.map { name, values in
        (name, values.count == 1 ? values[0] : .array(values))
      })
  }
}

extension StringProtocol {
  /// Without the blanks and tabs on both sides.
  var trimmed: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}
