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

  /// Seconds without a byte in either direction that end an exchange without a limit of its own. A slow download and an
  /// endless stream are left alone.
  package static let patience = 30
  /// Timeouts that a request may have, in seconds.
  package static let timeouts = 0.0...1e9

  /// Limit in seconds for the whole exchange, redirects included; 0 waits forever. `nil` ends it when the server is
  /// silent for `patience`.
  package var timeout: Double? {
    get { document["timeout"]?.number?.double }
    set { set(.timeout, newValue.map { $0 == $0.rounded() && $0 < 1e15 ? String(Int($0)) : String($0) } ?? "") }
  }

  package var followsRedirects: Bool {
    get { flag(.followRedirects) }
    set { set(.followRedirects, newValue ? "on" : "off") }
  }

  package var maxRedirects: Int {
    get { Field.maxRedirects.value(in: document)?.number?.double.flatMap(Int.init(exactly:)) ?? 0 }
    set { set(.maxRedirects, String(newValue)) }
  }

  /// The most bytes of a response's body, decompressed; `nil` for 1 GiB, and for no limit where the body is passed on.
  package var maxBody: Int? {
    get { document["maxBody"]?.number?.int }
    set { if newValue != maxBody { document["maxBody"] = newValue.map { .number($0) } } }
  }

  package var verifiesTLS: Bool {
    get { flag(.verifyTLS) }
    set { set(.verifyTLS, newValue ? "on" : "off") }
  }

  package var httpVersion: HTTPVersion {
    get { document["http"]?.string.flatMap(HTTPVersion.init(rawValue:)) ?? .auto }
    set { set(.httpVersion, newValue.rawValue) }
  }

  /// Whether credentials and cookies go along to another origin on a redirect.
  package var keepsCredentialsAcrossOrigins: Bool { flag(.followAuthorization) }

  private func flag(_ field: Field) -> Bool { field.value(in: document)?.bool ?? false }

  /// Writes a value that the field takes; another one changes nothing.
  private mutating func set(_ field: Field, _ text: String) {
    guard text != field.text(of: field.value(in: document)), let value = try? field.value(of: text) else { return }
    document[field.name] = value
  }
}

extension RequestOptions {
  /// The options, those of the form first and in its order.
  package static let fields: [Field] = [
    .followRedirects, .maxRedirects, .timeout, .verifyTLS, .httpVersion, .maxBody, .followAuthorization,
  ]
}

extension Field {
  fileprivate static let followRedirects = Field(
    "followRedirects", "Follow redirects", "Whether redirects are followed.", .flag, defaultValue: true)

  fileprivate static let maxRedirects = Field(
    "maxRedirects", "Max redirects", "The most redirects that are followed.",
    .number(
      NumberRule(0...10_000, isWhole: true, noun: "number of redirects") {
        "\($0.text), not a whole number from 0 to 10000"
      }),
    defaultValue: 20)

  fileprivate static let timeout = Field(
    "timeout", "Timeout",
    "Seconds for the whole exchange, redirects included; 0 waits forever. Without it an exchange ends after "
      + "\(RequestOptions.patience) seconds without a byte in either direction.",
    .number(
      NumberRule(RequestOptions.timeouts, noun: "time", advice: "give seconds, or 0 to wait forever") {
        ($0.text.hasPrefix("-") ? "negative" : "longer than 30 years") + ": give seconds, or 0 to wait forever"
      }),
    note: "seconds for the whole exchange, 0 waits forever", missingNote: "\(RequestOptions.patience) s idle timeout")

  fileprivate static let verifyTLS = Field(
    "verifyTLS", "Verify TLS", "Whether the server's certificate is checked.", .flag, defaultValue: true,
    note: "off is insecure")

  fileprivate static let httpVersion = Field(
    "http", "HTTP version",
    "The HTTP version. \"auto\" takes HTTP/2 where TLS negotiates it, \"2-prior-knowledge\" is HTTP/2 without TLS.",
    .choice(RequestOptions.HTTPVersion.allCases.map(\.rawValue)), defaultValue: "auto")

  fileprivate static let maxBody = Field(
    "maxBody", "Max body",
    "The most bytes of a response's body, decompressed. Without it, a body that goes to a file or a pipe has no limit.",
    .number(NumberRule(1...1e18, isWhole: true, noun: "number of bytes") { _ in "not a number of bytes" }),
    defaultValue: 1_073_741_824, isInForm: false)

  fileprivate static let followAuthorization = Field(
    "followAuthorization", "Keep credentials",
    "Whether a redirect to another origin (scheme, host, port) keeps cookies and credentials: Authorization, the "
      + "header of auth, headers whose value used a secret. The body of a 307 or 308 is always repeated.",
    .flag, defaultValue: false, isInForm: false)
}
