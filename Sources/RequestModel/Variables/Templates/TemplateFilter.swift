package import Foundation

/// A change of a template's value: `{{name | base64}}`.
///
/// A new filter is a line in `all`.
package struct TemplateFilter: Sendable {
  package let name: String
  /// One phrase for the reference.
  package let summary: String
  /// Words that are not variables where they are arguments.
  package let keywords: [String]
  /// How many arguments it needs and takes.
  let arguments: ClosedRange<Int>
  /// How the filter is written.
  package let usage: String
  let apply: Apply

  typealias Apply = @Sendable (JSONValue, [FilterArgument], any TemplateDigests) throws(TemplateProblem) -> JSONValue

  private init(
    _ name: String, _ summary: String, usage: String? = nil, keywords: [String] = [],
    arguments: ClosedRange<Int> = 0...0,
    apply: @escaping Apply
  ) {
    self.name = name
    self.summary = summary
    self.keywords = keywords
    self.arguments = arguments
    self.usage = usage ?? name
    self.apply = apply
  }

  /// A filter from text to text.
  private init(_ name: String, _ summary: String, _ change: @escaping @Sendable (String) -> String) {
    self.init(name, summary) { value, _, _ in .string(change(value.templateText)) }
  }

  package static let all: [TemplateFilter] =
    [
      TemplateFilter("base64", "Base64") { Data($0.utf8).base64EncodedString() },
      TemplateFilter("base64url", "Base64 for URLs, without padding") { Data($0.utf8).base64ForURLs },
      TemplateFilter("urlencode", "percent-encoded, all but unreserved characters") { PercentEncoding.component($0) },
      hmac, TemplateFilter("upper", "upper case") { $0.uppercased() },
      TemplateFilter("lower", "lower case") { $0.lowercased() },
      TemplateFilter("trim", "without white space at both ends") { $0.trimmingCharacters(in: .whitespacesAndNewlines) },
      json, jwt,
      TemplateFilter("secret", "as it is, and masked like a secret") { value, _, _ in value },
    ] + DigestAlgorithm.allCases.map(digest)

  package static func named(_ name: String) -> TemplateFilter? { all.first { $0.name.isExactly(name) } }
}

/// An argument of a filter after its variable was replaced.
enum FilterArgument {
  case keyword(String)
  case text(String)
}

/// The digests that filters use; the program brings libcrypto's.
package protocol TemplateDigests: Sendable {
  /// `nil` where this machine does not allow the algorithm.
  func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data?
  /// HMAC, RFC 2104.
  func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data?
}

extension TemplateFilter {
  private static let encodings = ["hex", "base64", "base64url"]

  private static func digest(_ algorithm: DigestAlgorithm) -> TemplateFilter {
    let name = algorithm.rawValue
    return TemplateFilter(
      name, "the digest in hex, or base64 or base64url after a colon", usage: "\(name):base64", keywords: encodings,
      arguments: 0...1
    ) { value, arguments, digests throws(TemplateProblem) in
      guard let digest = digests.hash(Data(value.templateText.utf8), algorithm) else { throw notAllowed(name) }
      return try encoded(digest, arguments)
    }
  }

  private static let json = TemplateFilter(
    "json", "as JSON: a string in quotes, with escapes; json:text leaves out the quotes", usage: "json:text",
    keywords: ["text"], arguments: 0...1
  ) { value, arguments, _ throws(TemplateProblem) in
    guard let argument = arguments.first else { return .string(value.compact) }
    guard argument.keyword != nil else { throw TemplateProblem("\"json\" takes one word — write json:text") }
    return .string(String(JSONValue.string(value.templateText).compact.dropFirst().dropLast()))
  }

  private static let hmac = TemplateFilter(
    "hmac", "HMAC with a key: hmac:key, then the digest (sha256 if missing) and hex, base64 or base64url",
    usage: "hmac:key:sha256:hex", keywords: encodings + DigestAlgorithm.allCases.map(\.rawValue), arguments: 1...3
  ) { value, arguments, digests throws(TemplateProblem) in
    guard case .text(let key) = arguments[0] else {
      throw TemplateProblem("\"hmac\" needs its key first — write hmac:key, where key is a variable or text in quotes")
    }
    let algorithm = arguments.lazy.compactMap(\.keyword).compactMap(DigestAlgorithm.init).first ?? .sha256
    guard let code = digests.code(of: Data(value.templateText.utf8), key: Data(key.utf8), algorithm) else {
      throw notAllowed(algorithm.rawValue)
    }
    return try encoded(code, arguments.dropFirst().filter { $0.keyword.flatMap(DigestAlgorithm.init) == nil })
  }

  private static func encoded(
    _ data: Data, _ arguments: some Sequence<FilterArgument>
  ) throws(TemplateProblem) -> JSONValue {
    var encoding = "hex"
    for argument in arguments {
      guard case .keyword(let keyword) = argument else {
        throw TemplateProblem("A digest is written as hex, base64 or base64url")
      }
      encoding = keyword
    }
    switch encoding {
    case "base64": return .string(data.base64EncodedString())
    case "base64url": return .string(data.base64ForURLs)
    default: return .string(data.hex)
    }
  }

  private static func notAllowed(_ name: String) -> TemplateProblem {
    TemplateProblem("This machine's libcrypto does not allow \(name)")
  }

  /// RFC 7519. The signature is not checked.
  private static let jwt = TemplateFilter(
    "jwt", "a part of a JSON Web Token, its signature unchecked: payload or header, then the name of a member",
    usage: "jwt:payload", keywords: ["payload", "header"], arguments: 1...2
  ) { value, arguments, _ throws(TemplateProblem) in
    guard case .keyword(let part) = arguments[0] else {
      throw TemplateProblem("\"jwt\" needs a part first — write jwt:payload or jwt:header")
    }
    let parts = value.templateText.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let content = decoded(parts[part == "header" ? 0 : 1]) else {
      throw TemplateProblem("The value before \"jwt\" is not a JSON Web Token")
    }
    guard case .text(let name)? = arguments.dropFirst().first else { return .object(content) }
    guard let member = content[name] else {
      throw TemplateProblem("The \(part) of the JSON Web Token has no \"\(name)\"")
    }
    return member
  }

  private static func decoded(_ part: Substring.UTF8View) -> JSONObject? {
    // Text is a token only if it is Base64 of a JSON object.
    Data(base64ForURLs: String(part) ?? "").flatMap { try? JSONText([UInt8]($0)).value.object }
  }
}

extension FilterArgument {
  fileprivate var keyword: String? { if case .keyword(let word) = self { word } else { nil } }
}
