extension HistoryQuery {
  /// The values in history that can be suggested.
  package struct KnownValues: Equatable, Sendable {
    package var statuses: [String] = []
    package var methods: [String] = []
    package var hosts: [String] = []
    package var environments: [String] = []
    package var tags: [String] = []

    package init(
      statuses: [String] = [], methods: [String] = [], hosts: [String] = [], environments: [String] = [],
      tags: [String] = []
    ) {
      self.statuses = statuses
      self.methods = methods
      self.hosts = hosts
      self.environments = environments
      self.tags = tags
    }

    fileprivate subscript(_ key: Key) -> [String] {
      switch key {
      case .status: ["5xx", "4xx", "2xx", "3xx"] + statuses + ["failed", "cancelled"]
      case .method: methods
      case .host: hosts
      case .env: environments
      case .tag: tags
      case .since: ["1h", "1d", "2d", "7d", "30d", "today", "yesterday"]
      case .until: ["1h", "1d", "7d", "30d", "yesterday"]
      case .time: [">100ms", ">1s", ">10s", "<100ms"]
      case .size: [">10k", ">1M", ">10M", "<10k"]
      case .has: Feature.allCases.map(\.rawValue)
      case .is: ["pinned", "tagged", "failed", "noted"]
      case .url, .name, .request, .run: []
      }
    }
  }

  /// A suggestion for the word at the cursor.
  package struct Completion: Equatable, Sendable {
    /// The replaced part of the text, in characters.
    package var range: Range<Int>
    package var text: String
    /// The values that a key accepts; empty for a value.
    package var help = ""
  }

  /// Suggests keys for the beginning of a word, and values behind a key.
  ///
  /// - Parameter cursor: In characters.
  package static func completions(for text: String, at cursor: Int, knowing values: KnownValues) -> [Completion] {
    let typed = String(text.prefix(cursor))
    guard let word = words(of: typed).last, word.end == typed.count, !(typed.last?.isWhitespace ?? true) else {
      return []
    }
    guard let name = word.key else {
      guard !word.isQuoted else { return [] }
      let start = word.start + (word.isNegated ? 1 : 0)
      return Key.allCases.filter { $0.rawValue.hasPrefix(word.text.lowercased()) }.map {
        Completion(range: start..<cursor, text: $0.rawValue + ":", help: $0.help)
      }
    }
    guard let key = Key(rawValue: name.lowercased()) else { return [] }
    let part = word.alternatives.last ?? ""
    let start = word.alternatives.count > 1 && !word.isQuoted ? cursor - part.count : word.valueStart
    return values[key].filter { $0 != part && $0.lowercased().hasPrefix(part.lowercased()) }.map {
      Completion(range: start..<cursor, text: quoted($0))
    }
  }

  /// The value in quotes if it needs them.
  package static func quoted(_ value: String) -> String {
    let needsQuotes = value.isEmpty || value.contains { $0.isWhitespace || "\"\\,|".contains($0) }
    guard needsQuotes else { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
