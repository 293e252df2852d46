/// How a stored request is sent, as far as it differs from the defaults.
///
/// It is the file's `options` object itself, so that members we do not know stay where they are.
package struct RequestOptions: Equatable, Hashable, Sendable {
  package var document: JSONObject

  package init(document: JSONObject = JSONObject()) { self.document = document }

  package enum HTTPVersion: String, CaseIterable, Sendable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case auto
    case http1 = "1.1"
    case http2 = "2"
    /// HTTP/2 from the first byte, also without TLS.
    case http2PriorKnowledge = "2-prior-knowledge"
  }

  /// In seconds: an exchange without a limit of its own ends when nothing came or went for so long. However long it
  /// takes, a stream that goes on and a slow download are left alone.
  package static let patience = 30
  package static let defaultMaxRedirects = 20
  /// What a timeout may be, in seconds.
  package static let timeouts = 0.0...1e9
  /// How many redirects may be followed.
  package static let redirects = 0.0...10_000

  /// Limit in seconds for the whole exchange, redirects included; 0 waits forever. `nil` where none is given: then it
  /// ends when the server is silent for `patience`.
  package var timeout: Double? {
    get { document["timeout"]?.number?.double }
    set {
      if newValue != timeout { document["timeout"] = newValue.map { .number(JSONNumber(text: Self.text($0))) } }
    }
  }

  package var followsRedirects: Bool {
    get { document["followRedirects"]?.bool ?? true }
    set { if newValue != followsRedirects { document["followRedirects"] = newValue ? nil : false } }
  }

  package var maxRedirects: Int {
    get { document["maxRedirects"]?.number?.double.flatMap(Int.init(exactly:)) ?? Self.defaultMaxRedirects }
    set { if newValue != maxRedirects { document["maxRedirects"] = .number(newValue) } }
  }

  /// The most bytes of a response's body, decompressed; `nil` for 1 GiB, and for no limit where the body is passed on.
  package var maxBody: Int? {
    get { document["maxBody"]?.number?.int }
    set { if newValue != maxBody { document["maxBody"] = newValue.map { .number($0) } } }
  }

  package var verifiesTLS: Bool {
    get { document["verifyTLS"]?.bool ?? true }
    set { if newValue != verifiesTLS { document["verifyTLS"] = newValue ? nil : false } }
  }

  package var httpVersion: HTTPVersion {
    get { document["http"]?.string.flatMap(HTTPVersion.init(rawValue:)) ?? .auto }
    set { if newValue != httpVersion { document["http"] = newValue == .auto ? nil : .string(newValue.rawValue) } }
  }

  /// Whether `Authorization` and cookies go along to another origin on a redirect.
  package var keepsCredentialsAcrossOrigins: Bool {
    document["followAuthorization"]?.bool ?? false
  }

  static func read(_ reader: ObjectReader) throws(DocumentError) -> RequestOptions {
    if let timeout = try reader.number("timeout"), !timeouts.contains(timeout) {
      let problem = timeout < 0 ? "negative" : "longer than 30 years"
      throw DocumentError(
        "\"timeout\" is \(problem): give seconds, or 0 to wait forever", at: reader.path.appending("timeout"))
    }
    for key in ["followRedirects", "verifyTLS", "followAuthorization"] { _ = try reader.bool(key) }
    if let count = try reader.number("maxRedirects"), !redirects.contains(count) || count != count.rounded() {
      let text = reader.object["maxRedirects"]?.number?.text ?? ""
      throw DocumentError(
        "\"maxRedirects\" is \(text), not a whole number from 0 to \(Int(redirects.upperBound))",
        at: reader.path.appending("maxRedirects"))
    }
    if let maxBody = try reader.number("maxBody"), Int(exactly: maxBody).map({ $0 < 1 }) ?? true {
      throw DocumentError("\"maxBody\" is not a number of bytes", at: reader.path.appending("maxBody"))
    }
    if let version = try reader.string("http"), HTTPVersion(rawValue: version) == nil {
      let known = HTTPVersion.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw DocumentError("\"http\" is \"\(version)\", not one of \(known)", at: reader.path.appending("http"))
    }
    return RequestOptions(document: reader.object)
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
  }
}
