// Options of reporters: `--reporter-json-export r.json`, or `--reporter-export r.json` for all.
extension NewmanLine {
  /// The supported reporters of newman.
  package enum Reporter: String, CaseIterable, Sendable {
    case cli, json, junit

    fileprivate var options: [String] {
      switch self {
      case .cli:
        [
          "silent", "show-timestamps", "no-summary", "no-failures", "no-assertions", "no-success-assertions",
          "no-console", "no-banner",
        ]
      case .json, .junit: ["export"]
      }
    }

    fileprivate static var allOptions: [String] {
      allCases.flatMap { reporter in reporter.options.map { "\(reporter.rawValue)-\($0)" } }
    }
  }

  /// The value of an option of a reporter, such as `export`; empty for an option without a value. As in newman, options
  /// for all reporters take precedence.
  package func option(_ option: String, of reporter: String) -> String? {
    let all = nested.last { Self.name($0.name).isExactly(option) }
    return (all ?? nested.last { Self.name($0.name).isExactly(reporter + "-" + option) }).map { $0.value ?? "" }
  }

  /// Sentences about options that belong to no reporter of the run, which newman ignores.
  package var ignoredOptions: [String] {
    var known: Set<ExactText> = []
    return nested.compactMap { option in
      guard !takesEffect(Self.name(option.name)), known.insert(ExactText(option.name)).inserted else { return nil }
      return "--reporter-\(option.name.visibleLine) has no effect" + reason(Self.name(option.name))
    }
  }

  private func takesEffect(_ name: String) -> Bool {
    reporters.compactMap { Reporter(rawValue: $0) }.contains { reporter in
      reporter.options.contains { $0.isExactly(name) || (reporter.rawValue + "-" + $0).isExactly(name) }
    }
  }

  private func reason(_ name: String) -> String {
    if let reporter = Reporter.allCases.first(where: { name.startsExactly(with: $0.rawValue + "-") }),
      Reporter.allOptions.contains(where: { $0.isExactly(name) })
    {
      return " without -r \(reporter.rawValue)"
    }
    let nearest = NearestName.of(name, among: Reporter.allOptions + Reporter.allCases.flatMap(\.options))
    return nearest.map { ": did you mean --reporter-\($0)?" } ?? ": no reporter has it"
  }

  /// The name with hyphens, as newman treats `noSummary` and `no_summary` like `no-summary`.
  private static func name(_ written: String) -> String {
    var words: [String] = [""]
    for scalar in written.unicodeScalars {
      let isUpper = scalar.properties.isUppercase
      if isUpper || "-_ .".unicodeScalars.contains(scalar) { words.append("") }
      if isUpper || scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        words[words.count - 1] += scalar.properties.lowercaseMapping
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: "-")
  }
}
