internal import Synchronization

/// Tells scripts that only test a response from those that may do more, by the names in their text.
///
/// The search knows no syntax but the titles of tests: names in other strings and in comments count as well. A script that
/// uses `pm` for anything but tests, the response and reading variables may do more, and so may one with a name that leads
/// to variables, requests, cookies, the way of the run, or the global object.
package final class TestOnlyScripts: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  package init() {}

  /// Whether the script only tests the response, as far as its text shows. The text is searched once.
  package func contains(_ script: ScriptSource) -> Bool {
    known.withLock { known in
      if let answer = known[script.source] { return answer }
      let answer = Self.onlyTests(script.source)
      known[script.source] = answer
      return answer
    }
  }

  /// Members of `pm` that change nothing.
  private static let harmless: Set<String> = ["test", "expect", "response", "request", "info"]

  /// Members of `pm` with variables, and what reads them.
  private static let scopes: Set<String> = [
    "variables", "environment", "collectionVariables", "globals", "iterationData",
  ]
  private static let readers: Set<String> = ["get", "has", "toObject", "replaceIn"]

  /// Names of global objects, of members of `pm`, and of the language, that lead further.
  static let reaching: Set<String> = scopes.union([
    "postman", "insomnia", "bru", "req", "pw", "hopp", "client", "require", "_", "Backbone", "cheerio",
    "sendRequest", "cookies", "jar", "execution", "vault", "visualizer", "setNextRequest", "skipRequest", "runRequest",
    "baseEnvironment", "baseGlobals",
    "globalThis", "global", "window", "self", "this", "arguments", "eval", "Function", "constructor", "import", "with",
    "prototype", "__proto__", "setPrototypeOf", "Reflect", "Proxy",
  ])

  private static func onlyTests(_ source: String) -> Bool {
    var names = Names(source)
    while let name = names.next() {
      if name == "pm" {
        guard let member = names.member() else { return false }
        if member == "test" { names.skipTitle() }
        if harmless.contains(member) { continue }
        guard scopes.contains(member), let reader = names.member(), readers.contains(reader) else { return false }
      } else if reaching.contains(name) {
        return false
      }
    }
    return !names.hasEscapes
  }

  /// The words of a text that may be names.
  private struct Names {
    private let bytes: [UInt8]
    private var index = 0
    /// Whether a name may be written with escapes, as in `\u0070m`.
    private(set) var hasEscapes = false

    init(_ source: String) { bytes = Array(source.utf8) }

    private static func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
      default: false
      }
    }

    mutating func next() -> String? {
      while index < bytes.count, !Self.isPart(bytes[index]) {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") {
          hasEscapes = true
        }
        index += 1
      }
      let start = index
      while index < bytes.count, Self.isPart(bytes[index]) { index += 1 }
      return start < index ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// The name after a `.`; `nil` if something else follows.
    mutating func member() -> String? {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return nil }
      index += 1
      skipSpace()
      guard index < bytes.count, Self.isPart(bytes[index]) else { return nil }
      return next()
    }

    /// Skips `('title',` with any quotes. One with escapes, with code in it or with a second line is not skipped.
    mutating func skipTitle() {
      var end = index
      while end < bytes.count, bytes[end] <= UInt8(ascii: " ") { end += 1 }
      guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "(") else { return }
      let quote = bytes[end + 1]
      guard "'\"`".utf8.contains(quote) else { return }
      let title = bytes[(end + 2)...].prefix { $0 != quote && !"\\$\n\r".utf8.contains($0) }
      guard title.endIndex < bytes.count, bytes[title.endIndex] == quote else { return }
      // Else the call may be in a string itself, whose end is taken for that of the title.
      let next = bytes[(title.endIndex + 1)...].first { $0 > UInt8(ascii: " ") }
      guard next == UInt8(ascii: ",") else { return }
      index = title.endIndex + 1
    }

    private mutating func skipSpace() {
      while index < bytes.count, bytes[index] <= UInt8(ascii: " ") { index += 1 }
    }
  }
}
