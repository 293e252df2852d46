/// What the tokens of a service look like.
package struct TokenShape: Sendable {
  /// With its article, for a sentence.
  package let name: String
  /// How each begins.
  private let prefixes: [String]
  private let characters: Set<UInt8>
  /// How many characters follow.
  private let count: ClosedRange<Int>

  private init(
    _ name: String, _ prefixes: [String], _ characters: Set<UInt8> = letters, count: ClosedRange<Int>
  ) {
    self.name = name
    self.prefixes = prefixes
    self.characters = characters
    self.count = count
  }

  private static let letters = Set(UInt8(ascii: "a")...UInt8(ascii: "z")).union(upper).union([UInt8(ascii: "_")])
  private static let upper = Set(UInt8(ascii: "A")...UInt8(ascii: "Z")).union(UInt8(ascii: "0")...UInt8(ascii: "9"))
  private static let wide = letters.union("-.".utf8)
  private static let base64 = letters.union("+/=-".utf8)

  package static let all = [
    TokenShape("an AWS access key", ["AKIA", "ASIA"], upper, count: 16...16),
    TokenShape("a GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], count: 36...255),
    TokenShape("a GitHub token", ["github_pat_"], count: 40...255),
    TokenShape("a GitLab token", ["glpat-", "gldt-", "glrt-"], wide, count: 20...255),
    TokenShape("a Slack token", ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"], wide, count: 20...255),
    TokenShape("a Slack webhook", ["hooks.slack.com/services/"], letters.union("/".utf8), count: 40...80),
    TokenShape("a Stripe key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"], count: 20...255),
    TokenShape("a Google API key", ["AIza"], wide, count: 35...35),
    TokenShape("a Google token", ["ya29."], wide, count: 40...4096),
    TokenShape("a Google client secret", ["GOCSPX-"], wide, count: 28...28),
    TokenShape("an npm token", ["npm_"], count: 36...36),
    TokenShape("a PyPI token", ["pypi-"], wide, count: 80...512),
    TokenShape("an Azure storage key", ["AccountKey="], base64, count: 80...100),
    TokenShape("a SendGrid key", ["SG."], wide, count: 60...80),
    TokenShape("a DigitalOcean token", ["dop_v1_", "doo_v1_"], count: 64...64),
    TokenShape("a Shopify token", ["shpat_", "shpss_", "shpca_"], count: 32...32),
    TokenShape("an OpenAI key", ["sk-proj-", "sk-svcacct-"], wide, count: 40...255),
    TokenShape("an Anthropic key", ["sk-ant-"], wide, count: 40...255),
    TokenShape("a Hugging Face token", ["hf_"], count: 34...34),
    TokenShape("a Docker token", ["dckr_pat_"], wide, count: 24...64),
    TokenShape("a Vault token", ["hvs."], wide, count: 24...255),
    TokenShape("a Postman key", ["PMAK-"], wide, count: 50...70),
    TokenShape("a JSON Web Token", ["eyJ"], wide, count: 50...8192),
  ]

  /// Returns the first token of this shape in a text.
  package func first(in text: String) -> Substring? {
    prefixes.lazy.compactMap { first(in: text, after: $0) }.first
  }

  private func first(in text: String, after prefix: String) -> Substring? {
    var rest = text[...]
    while let start = rest.unicodeScalars.firstRange(of: prefix.unicodeScalars) {
      let isWord = text.utf8[..<start.lowerBound].last.map(Self.letters.contains) ?? false
      let tail = rest.utf8[start.upperBound...].prefix { characters.contains($0) }
      let token = text[start.lowerBound..<tail.endIndex]
      if !isWord, count.contains(tail.count), isComplete(token) { return token }
      rest = rest[start.upperBound...]
    }
    return nil
  }

  /// A JSON Web Token has three parts, of which two are JSON.
  private func isComplete(_ token: Substring) -> Bool {
    guard prefixes == ["eyJ"] else { return true }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1].hasPrefix("eyJ")
  }
}
