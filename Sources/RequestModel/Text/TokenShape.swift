internal import Glibc

/// The format of a service's tokens.
package struct TokenShape: Sendable {
  /// With its article, for a sentence.
  package let name: String
  /// How each begins.
  fileprivate let prefixes: [String]
  private let characters: ByteSet
  /// How many characters follow.
  private let count: ClosedRange<Int>

  private init(
    _ name: String, _ prefixes: [String], _ characters: ByteSet = letters, count: ClosedRange<Int>
  ) {
    self.name = name
    self.prefixes = prefixes
    self.characters = characters
    self.count = count
  }

  fileprivate static let letters = upper.union("abcdefghijklmnopqrstuvwxyz_")
  private static let upper = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let wide = letters.union("-.")
  private static let base64 = letters.union("+/=-")

  package static let all = [
    TokenShape("an AWS access key", ["AKIA", "ASIA"], upper, count: 16...16),
    TokenShape("a GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], count: 36...255),
    TokenShape("a GitHub token", ["github_pat_"], count: 40...255),
    TokenShape("a GitLab token", ["glpat-", "gldt-", "glrt-"], wide, count: 20...255),
    TokenShape("a Slack token", ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"], wide, count: 20...255),
    TokenShape("a Slack webhook", ["hooks.slack.com/services/"], letters.union("/"), count: 40...80),
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

  /// Returns the shapes whose prefixes occur in a text, found in one pass. Most texts do not contain any.
  package static func candidates(in text: String) -> [TokenShape] {
    var text = text
    let found = text.withUTF8 { TokenPrefixes.all.shapes(in: $0) }
    return found.isEmpty ? [] : found.sorted().map { all[$0] }
  }

  /// Returns whether a text has a token of any shape.
  package static func isAny(in text: String) -> Bool { candidates(in: text).contains { $0.first(in: text) != nil } }

  package func first(in text: String) -> Substring? {
    prefixes.lazy.compactMap { prefix in tokens(in: text, after: prefix, limit: 1).first }.first
  }

  /// Returns all tokens of this shape in a text, by their places.
  package func all(in text: String) -> [Substring] {
    prefixes.flatMap { tokens(in: text, after: $0, limit: .max) }.sorted { $0.startIndex < $1.startIndex }
  }

  /// A run of characters that tokens have, in which several prefixes may be.
  private struct Run {
    let end: Int
    /// The places of its last dots, the last one first; at most three.
    let dots: [Int]
  }

  /// Looks at each byte a fixed number of times: texts of strangers may be nothing but prefixes.
  private func tokens(in text: String, after prefix: String, limit: Int) -> [Substring] {
    var text = text
    text.makeContiguousUTF8()
    let prefix = Array(prefix.utf8)
    let places = text.utf8.withContiguousStorageIfAvailable { bytes in
      self.places(in: bytes, after: prefix, limit: limit)
    }
    return (places ?? []).map { place in
      let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: place.count)]
    }
  }

  private func places(in bytes: UnsafeBufferPointer<UInt8>, after prefix: [UInt8], limit: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var run: Run?
    var next = 0
    while places.count < limit, let start = Self.place(of: prefix, in: bytes, from: next) {
      let content = start + prefix.count
      next = content
      if start > 0, Self.letters.contains(bytes[start - 1]) { continue }
      let current = run.flatMap { content <= $0.end ? $0 : nil } ?? self.run(in: bytes, from: content)
      run = current
      guard count.contains(current.end - content), isComplete(start, current, bytes) else { continue }
      places.append(start..<current.end)
      next = current.end
    }
    return places
  }

  private static func place(of prefix: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var place = start
    while place <= bytes.count - prefix.count,
      let found = memchr(base + place, Int32(prefix[0]), bytes.count - prefix.count + 1 - place)
    {
      place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + place, prefix, prefix.count) == 0 { return place }
      place += 1
    }
    return nil
  }

  private func run(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Run {
    var end = start
    while end < bytes.count, characters.contains(bytes[end]) { end += 1 }
    guard prefixes == Self.webToken else { return Run(end: end, dots: []) }
    let dots = (start..<end).reversed().lazy.filter { bytes[$0] == UInt8(ascii: ".") }
    return Run(end: end, dots: Array(dots.prefix(3)))
  }

  private static let webToken = ["eyJ"]

  /// A JSON Web Token has three parts, of which two are JSON.
  private func isComplete(_ start: Int, _ run: Run, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard prefixes == Self.webToken else { return true }
    let dots = run.dots.filter { $0 > start }
    guard dots.count == 2, run.end - dots[1] > 3 else { return false }
    return zip("eyJ".utf8, bytes[(dots[1] + 1)...]).allSatisfy { $0 == $1 }
  }
}

/// A set of bytes as a lookup table, because it is queried for each byte of a text.
private struct ByteSet: Sendable {
  private var isMember = [Bool](repeating: false, count: 256)

  init(_ text: String) { for byte in text.utf8 { isMember[Int(byte)] = true } }

  func union(_ text: String) -> ByteSet {
    var result = self
    for byte in text.utf8 { result.isMember[Int(byte)] = true }
    return result
  }

  func contains(_ byte: UInt8) -> Bool { isMember[Int(byte)] }
}

/// The prefixes of all shapes by their first byte.
private struct TokenPrefixes: Sendable {
  static let all = TokenPrefixes(TokenShape.all)

  private struct Prefix: Sendable {
    let bytes: [UInt8]
    /// The index of its shape.
    let shape: Int
  }

  private var prefixes = [[Prefix]](repeating: [], count: 256)
  private let beginnings: WordBeginnings

  private init(_ shapes: [TokenShape]) {
    beginnings = WordBeginnings(shapes.flatMap(\.prefixes).map { Array($0.utf8) })
    for (index, shape) in shapes.enumerated() {
      for prefix in shape.prefixes.map({ Array($0.utf8) }) {
        prefixes[Int(prefix[0])].append(Prefix(bytes: prefix, shape: index))
      }
    }
  }

  /// The indices of the shapes with a prefix at the beginning of a word.
  func shapes(in bytes: UnsafeBufferPointer<UInt8>) -> Set<Int> {
    var found: Set<Int> = []
    var start = 0
    while let place = beginnings.place(in: bytes, from: start) {
      start = place + 1
      if place > 0, TokenShape.letters.contains(bytes[place - 1]) { continue }
      for prefix in prefixes[Int(bytes[place])] where prefix.bytes.count <= bytes.count - place {
        guard prefix.bytes.indices.allSatisfy({ bytes[place + $0] == prefix.bytes[$0] }) else { continue }
        found.insert(prefix.shape)
      }
    }
    return found
  }
}
