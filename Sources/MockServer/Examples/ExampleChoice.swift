/// Chooses the example to respond with.
struct ExampleChoice {
  /// An example and its route.
  struct Candidate {
    let match: MockRoutes.Match
    let example: SavedExample
  }

  enum Outcome {
    case found(Candidate)
    /// No request with the path has an example.
    case noExamples
    case notAsked(ExampleAsk, [SavedExample])
    /// All examples have rules, and none of them applies.
    case noRuleHolds
  }

  /// An example requested by the client comes first. Otherwise prefers the one with the most matching rules; without
  /// rules, the first with a success status, or else the first.
  static func choose(among matches: [MockRoutes.Match], for request: MockRequest) -> Outcome {
    let all = matches.flatMap { match in
      match.route.operation.request.examples.map { Candidate(match: match, example: $0) }
    }
    guard !all.isEmpty else { return .noExamples }
    // A path may have both a request and a WebSocket.
    let fitting = all.filter { ($0.match.route.operation.request.kind == .webSocket) == request.isUpgrade }
    let ask = ExampleAsk(request)
    let candidates = fitting.isEmpty ? all : fitting
    let asked = ask.isEmpty ? candidates : all.filter { ask.accepts($0.example) }
    guard !asked.isEmpty else { return .notAsked(ask, all.map(\.example)) }
    let holding = asked.filter { $0.example.rules.count > 0 && holds($0, request) }
    if let most = holding.map(\.example.rules.count).max(),
      let found = holding.first(where: { $0.example.rules.count == most })
    {
      return .found(found)
    }
    let general = asked.filter { $0.example.rules.count == 0 }
    let success = general.first { (200...299).contains($0.example.status ?? 200) }
    let found = success ?? general.first ?? (ask.isEmpty ? nil : asked.first)
    return found.map(Outcome.found) ?? .noRuleHolds
  }

  private static func holds(_ candidate: Candidate, _ request: MockRequest) -> Bool {
    let parts = RequestParts(request: request, parameters: candidate.match.parameters)
    let rules = candidate.example.rules
    return rules.path.allSatisfy { $0.accepts(parts.parameter($0.name)) }
      && rules.query.allSatisfy { rule in
        let values = request.query.filter { $0.name.isExactly(rule.name) }.map(\.value)
        return values.isEmpty ? rule.accepts(nil) : values.contains { rule.accepts($0) }
      }
      && rules.headers.allSatisfy { $0.accepts(request.combinedHeader($0.name)) }
      && rules.body.allSatisfy { holds($0, parts) }
  }

  private static func holds(_ rule: ExampleRules.Rule, _ parts: RequestParts) -> Bool {
    guard rule.name.startsExactly(with: "$") else {
      return parts.request.formFields.contains { $0.name.isExactly(rule.name) && rule.accepts($0.value) }
    }
    guard case .value(let expected) = rule.expected else { return false }
    return parts.bodyValues(rule.name)?.contains { $0.isSame(as: expected) } ?? false
  }
}

extension JSONValue {
  /// Whether both are equal JSON values, regardless of the order of members and the spelling of numbers and strings.
  func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b || a.double == b.double && a.double != nil
    case (.string(let a), .string(let b)): a.meansTheSame(as: b)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.object(let a), .object(let b)):
      a.members.count == b.members.count
        && a.members.allSatisfy { member in b[member.key.value].map { member.value.isSame(as: $0) } ?? false }
    default: false
    }
  }
}
