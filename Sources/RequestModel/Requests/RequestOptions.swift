/// The options of a stored request that differ from the defaults.
///
/// Wraps the file's `options` object, so unknown members are kept.
package struct RequestOptions: Equatable, Hashable, Sendable {
  package var document: JSONObject

  package init(document: JSONObject = JSONObject()) { self.document = document }

  package enum HTTPVersion: String, CaseIterable, Sendable {
    /// HTTP/2 if negotiated by TLS, else HTTP/1.1.
    case auto
    case http1 = "1.1"
    case http2 = "2"
    /// HTTP/2 without negotiation, also over plain TCP.
    case http2PriorKnowledge = "2-prior-knowledge"
  }

  /// The idle timeout in seconds of requests without a `timeout`: how long neither side may send a byte.
  package static let patience = 60
  /// The limit in seconds for reaching the server, for requests with neither timeout.
  package static let connectPatience = 30
  /// The valid timeouts, in seconds.
  package static let timeouts = 0.0...1e9

  /// The time limit in seconds for the whole exchange, including redirects; 0 waits forever. `nil` uses the idle timeout.
  package var timeout: Double? {
    get { document["timeout"]?.number?.double }
    set { set(.timeout, Self.text(ofSeconds: newValue)) }
  }

  /// The time limit in seconds for connecting to the server; 0 sets no separate limit.
  package var connectTimeout: Double? {
    get { document[Field.connectTimeout.name]?.number?.double }
    set { set(.connectTimeout, Self.text(ofSeconds: newValue)) }
  }

  package var followsRedirects: Bool {
    get { flag(.followRedirects) }
    set { set(.followRedirects, newValue ? "on" : "off") }
  }

  package var maxRedirects: Int {
    get { Field.maxRedirects.value(in: document)?.number?.double.flatMap(Int.init(exactly:)) ?? 0 }
    set { set(.maxRedirects, String(newValue)) }
  }

  /// The maximum size of a decompressed response body; `nil` for 1 GiB, or no limit if the body goes to a file or pipe.
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

  /// Whether redirects to another origin keep credentials and cookies.
  package var keepsCredentialsAcrossOrigins: Bool { flag(.followAuthorization) }

  /// Whether redirects that usually turn methods into GET keep them.
  package var keepsMethod: Bool { flag(.followMethod) }

  /// Whether the file says that such redirects turn all methods into GET, and not POST alone.
  package var sendsGetAfterRedirects: Bool { document[Field.followMethod.name] == false }

  /// How much of an exchange history records.
  package enum History: String, CaseIterable, Sendable {
    case on
    /// Everything but bodies and messages.
    case noBodies = "no-bodies"
    case off
  }

  /// How often a run repeats a failed request, and after how many seconds; `nil` uses the settings of the run.
  package var retries: Int? { document[Field.retries.name]?.number?.int }
  package var retryDelay: Double? { document[Field.retryDelay.name]?.number?.double }

  package var history: History { document["history"]?.string.flatMap(History.init(rawValue:)) ?? .on }

  private static func text(ofSeconds seconds: Double?) -> String {
    seconds.map { $0 == $0.rounded() && $0 < 1e15 ? String(Int($0)) : String($0) } ?? ""
  }

  func flag(_ field: Field) -> Bool { field.value(in: document)?.bool ?? false }

  /// Writes a value. Ignores values that the field does not accept.
  private mutating func set(_ field: Field, _ text: String) {
    guard text != field.text(of: field.value(in: document)), let value = try? field.value(of: text) else { return }
    document[field.name] = value
  }
}

extension RequestOptions {
  /// Reads the member `options` of a folder's or an environment's file.
  static func read(_ reader: ObjectReader) throws(DocumentError) -> RequestOptions {
    try Field.inheritedOptions.check(in: reader)
    return RequestOptions(document: reader.object["options"]?.object ?? JSONObject())
  }

  /// The options in form order, then those without a form row.
  package static let fields: [Field] =
    [
      .followRedirects, .maxRedirects, .timeout, .connectTimeout, .verifyTLS, .httpVersion, .maxBody,
      .followAuthorization, .followMethod, .retries, .retryDelay, .history,
    ] + transportFields
}

extension Field {
  fileprivate static let followRedirects = Field(
    "followRedirects", "Follow redirects", "Whether redirects are followed.", .flag, defaultValue: true,
    group: .redirects)

  fileprivate static let maxRedirects = Field(
    "maxRedirects", "Max redirects", "The maximum number of redirects to follow.",
    .number(NumberRule(0...10_000, isWhole: true, noun: "number of redirects", not: "a whole number from 0 to 10000")),
    defaultValue: 20, group: .redirects)

  fileprivate static let timeout = Field(
    "timeout", "Timeout",
    "Seconds for the whole exchange, including redirects; 0 waits forever. Default: an idle timeout of "
      + "\(RequestOptions.patience) seconds.",
    .number(
      NumberRule(range: RequestOptions.timeouts, noun: "time", advice: "give seconds, or 0 to wait forever") {
        ($0.text.hasPrefix("-") ? "negative" : "longer than 30 years") + ": give seconds, or 0 to wait forever"
      }),
    note: "seconds for the whole exchange, 0 waits forever", missingNote: "\(RequestOptions.patience) s idle timeout",
    group: .basics)

  fileprivate static let connectTimeout = Field(
    "connectTimeout", "Connect timeout",
    "Seconds for looking up the host, connecting and the TLS handshake; 0 leaves it to the timeout.",
    .number(NumberRule(RequestOptions.timeouts, noun: "time", advice: "give seconds", not: "a number of seconds")),
    isInForm: false, group: .limits)

  fileprivate static let verifyTLS = Field(
    "verifyTLS", "Verify TLS", "Whether the server's certificate is checked.", .flag, defaultValue: true,
    note: "off is insecure", group: .tls)

  fileprivate static let httpVersion = Field(
    "http", "HTTP version",
    "The HTTP version. \"auto\" uses HTTP/2 if TLS negotiates it; \"2-prior-knowledge\" uses HTTP/2 without negotiation.",
    .choice(RequestOptions.HTTPVersion.allCases.map(\.rawValue)), defaultValue: "auto", group: .basics)

  fileprivate static let maxBody = Field(
    "maxBody", "Max body",
    "The maximum size of the decompressed response body, in bytes. By default, a body written to a file or a pipe has no limit.",
    .number(NumberRule(range: 1...1e18, isWhole: true, noun: "number of bytes") { _ in "not a number of bytes" }),
    defaultValue: 1_073_741_824, isInForm: false, group: .limits)

  fileprivate static let retries = Field(
    "retries", "Retries",
    "Maximum number of retries in a run until the request succeeds and its checks pass, instead of --retry.",
    .number(NumberRule(0...10_000, isWhole: true, noun: "number of retries", not: "a whole number from 0 to 10000")),
    note: "in runs, until its checks pass", group: .limits)

  fileprivate static let retryDelay = Field(
    "retryDelay", "Retry delay", "Seconds before a retry in a run, instead of --retry-delay.",
    .number(NumberRule(0...86_400, noun: "time", advice: "give seconds", not: "seconds from 0 to 86400")),
    isInForm: false, group: .limits)

  fileprivate static let history = Field(
    "history", "History", "What history keeps of exchanges: all, all but bodies, or nothing.",
    .choice(RequestOptions.History.allCases.map(\.rawValue)), defaultValue: "on", isInForm: false, group: .basics)

  fileprivate static let followMethod = Field(
    "followMethod", "Keep method",
    "Whether redirects with status 301, 302 and 303 keep the method, without the body, instead of sending GET.",
    .flag, defaultValue: false, isInForm: false, group: .redirects)

  fileprivate static let followAuthorization = Field(
    "followAuthorization", "Keep credentials",
    "Whether redirects to another origin (scheme, host or port) keep cookies and credentials: Authorization, the auth "
      + "header, and headers that use a secret. A 307 or 308 always resends the body.",
    .flag, defaultValue: false, isInForm: false, group: .redirects)
}
