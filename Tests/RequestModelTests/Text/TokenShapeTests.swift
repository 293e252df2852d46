import Testing

@testable import RequestModel

/// Tokens in texts, and texts that are made to take long.
@Suite(.timeLimit(.minutes(1))) struct TokenShapeTests {
  private static let key = "ghp_" + String(repeating: "a1B2", count: 9)
  private static let webToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"

  private func names(in text: String) -> [String] {
    TokenShape.all.filter { $0.first(in: text) != nil }.map(\.name)
  }

  @Test(arguments: [
    key, "x \(key) y", "{\"a\":\"\(key)\"}", "ghp_short \(key)", "xghp_ \(key)", "ü\(key)", "ghp_\(key.dropFirst(4))",
  ])
  func aTokenIsFoundInAText(_ text: String) {
    #expect(TokenShape.all.compactMap { $0.first(in: text) }.map(String.init) == [Self.key])
  }

  @Test(arguments: ["", "ghp_", "x" + key, "ghp_abc", "_" + key]) func otherTextsHaveNone(_ text: String) {
    #expect(names(in: text).isEmpty)
  }

  @Test func aWebTokenHasThreeParts() {
    let token = Self.webToken
    #expect(names(in: "Bearer \(token)") == ["a JSON Web Token"])
    #expect(names(in: token + ".more").isEmpty)
    #expect(names(in: token.replacing(".eyJ", with: ".xyJ")).isEmpty)
    #expect(names(in: "eyJ" + String(repeating: "a", count: 60)).isEmpty)
    // The characters in front of it belong to the same run.
    #expect(names(in: "a-\(token)") == ["a JSON Web Token"])
    #expect(names(in: "a.b-\(token)") == ["a JSON Web Token"])
  }

  @Test func allTokensAreFoundInOrder() {
    let shape = TokenShape.all.first { $0.first(in: Self.key) != nil }
    #expect(shape?.all(in: "\(Self.key),\(Self.key) ghp_x \(Self.key)").count == 3)
  }

  @Test func onePassFindsTheShapesOfAllPrefixes() {
    let text = "ünï \(Self.key) xsk_live_ =AKIA, sk-ant-é hooks.slack.com/services/ \(Self.webToken)SG."
    #expect(
      TokenShape.candidates(in: text).map(\.name)
        == ["an AWS access key", "a GitHub token", "a Slack webhook", "an Anthropic key", "a JSON Web Token"])
    for text in ["", "xghp_", "the quick brown fox", "_AKIA", "gh"] {
      #expect(TokenShape.candidates(in: text).isEmpty && !TokenShape.isAny(in: text), "\(text)")
    }
    #expect(TokenShape.isAny(in: text) && !TokenShape.isAny(in: "ghp_short"))
  }

  // MARK: Work

  /// Each takes many minutes if each prefix is followed to the end of its run.
  @Test(arguments: ["eyJ", "-eyJ", "-eyJ.", "-xoxb-", ".ya29.", "-glpat-", "eyJ.eyJ."])
  func runsOfPrefixesAreReadOnce(_ part: String) {
    let text = String(repeating: part, count: 10_000)
    #expect(TokenShape.all.allSatisfy { shape in shape.first(in: text).map { $0.utf8.count < 9000 } ?? true })
  }

  @Test func aFileOfPrefixesIsSearchedOnce() {
    let text = String(repeating: "eyJ-eyJ.", count: 40_000)
    #expect(LikelySecretSearch.secrets(in: ["url": .string(text)], known: []).isEmpty)
    #expect(SecretParameter.masking("http://a/?x=" + text).contains("eyJ"))
  }
}
