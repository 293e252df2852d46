extension RequestOptions {
  /// Options for trust, route and protocol that folders and environments usually set.
  static let transportFields: [Field] = [
    .cookies, .minimumTLS, .serverName, .clientCertificate, .clientKey, .clientPassphrase, .caBundle, .pinnedKeys,
    .proxy, .proxyUsername, .proxyPassword, .noProxy, .unixSocket, .interface, .ipVersion, .rateLimit, .compression,
    .expectContinue, .urlAsIs, .unknownAsText, .omitHeaders, .netrc, .netrcFile, .certificates, .resolve, .connectTo,
    .reconnect,
  ]

  /// Whether the cookie jar is used.
  package var usesCookies: Bool { flag(.cookies) }
  /// The oldest TLS version, such as `1.2`.
  package var minimumTLS: String? { text(.minimumTLS) }
  package var serverName: String? { text(.serverName) }
  package var proxy: String? { text(.proxy) }
  package var proxyUsername: String? { text(.proxyUsername) }
  package var proxyPassword: String? { text(.proxyPassword) }
  /// Hosts that are reached without the proxy.
  package var proxyExceptions: [String] {
    (text(.noProxy) ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
  package var unixSocket: String? { text(.unixSocket) }
  package var interface: String? { text(.interface) }
  /// The only version of IP to use: `4` or `6`.
  package var ipVersion: String? { text(.ipVersion) }
  /// The digests of the public keys that a server may have, as `sha256//…`; empty for any key.
  package var pinnedKeys: [String] { Self.pinnedKeys(in: text(.pinnedKeys) ?? "") }

  package static func pinnedKeys(in text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," || $0.isWhitespace }.map(String.init)
  }
  /// Bytes a second.
  package var rateLimit: Int? { document[Field.rateLimit.name]?.number?.int }
  package var asksForCompression: Bool { flag(.compression) }
  package var expectsContinue: Bool { flag(.expectContinue) }
  package var sendsURLAsIs: Bool { flag(.urlAsIs) }
  /// Whether braces around a name without a value are text.
  package var sendsUnknownAsText: Bool { flag(.unknownAsText) }
  /// Headers that are not sent unless the request itself has them.
  package var omittedHeaders: [String] {
    get { (text(.omitHeaders) ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init) }
    set { document[Field.omitHeaders.name] = newValue.isEmpty ? nil : .string(newValue.joined(separator: ", ")) }
  }
  /// Whether a stream of events is connected again when it has ended.
  package var reconnects: Bool { flag(.reconnect) }
  /// Whether credentials come from `~/.netrc` or `netrcFile`.
  package var usesNetrc: Bool { document[Field.netrc.name]?.bool ?? (netrcFile != nil) }
  /// A file to read instead of `~/.netrc`.
  package var netrcFile: String? { text(.netrcFile) }
  package var resolve: [Parameter] { rows(.resolve) }
  package var connectTo: [Parameter] { rows(.connectTo) }

  /// The certificates of each level, inner first; those of a level's own fields come behind its rows.
  package var certificates: [Certificates] {
    rows(.certificates).map { Certificates($0.document, host: $0.name) } + [Certificates(document, host: nil)]
  }

  private func text(_ field: Field) -> String? {
    document[field.name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func rows(_ field: Field) -> [Parameter] {
    (document[field.name]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }.filter { !$0.isOff }
  }

  /// The certificates for some hosts.
  package struct Certificates: Equatable, Sendable {
    /// A host, `*.example.com` or `*`; `nil` for the request's own host.
    package let host: String?
    /// PEM or PKCS #12.
    package let clientCertificate: String?
    package let clientKey: String?
    package let passphrase: String?
    package let caBundle: String?

    fileprivate init(_ object: JSONObject, host: String?) {
      func text(_ field: Field) -> String? { object[field.name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
      self.host = host
      clientCertificate = text(.clientCertificate)
      clientKey = text(.clientKey)
      passphrase = text(.clientPassphrase)
      caBundle = text(.caBundle)
    }

    /// Whether these are for `host`, which the request itself names if `isOwn`.
    package func match(_ host: String, isOwn: Bool) -> Bool {
      guard let pattern = self.host?.lowercased() else { return isOwn }
      let host = host.lowercased()
      return pattern == "*" || pattern.isExactly(host)
        || pattern.startsExactly(with: "*.") && host.endsExactly(with: String(pattern.unicodeScalars.dropFirst()))
    }
  }
}

extension RowShape {
  package static let certificates = RowShape(
    name: "certificates", summary: "Certificates for some hosts.",
    fields: [
      .literal("name", "Host", "The host, *.example.com for all below it, or * for all."),
      Field("off", "Off", "true keeps the row and does not use it.", .flag, defaultValue: false),
      .clientCertificate, .clientKey, .clientPassphrase, .caBundle,
    ])
}

// Trust
extension Field {
  fileprivate static let minimumTLS = Field(
    "minTLS", "Min TLS", "The oldest TLS version to accept. Without it, what OpenSSL allows.",
    .choice(["1.0", "1.1", "1.2", "1.3"]), missingNote: "what OpenSSL allows", group: .tls)

  fileprivate static let serverName = Field(
    "serverName", "Server name",
    "The name to send in the TLS handshake (SNI) and to verify the certificate against, instead of the URL's host.",
    group: .tls)

  package static let clientCertificate = Field(
    "clientCertificate", "Client cert",
    "The path of the client certificate, PEM, DER or PKCS #12 (.p12, .pfx), relative to the file that names it. It is "
      + "shown to the host of the request's URL.",
    .file, group: .tls)

  package static let clientKey = Field(
    "clientKey", "Client key",
    "The path of its private key, PEM or DER, where the certificate's file does not hold it.", .file, group: .tls)

  package static let clientPassphrase = Field(
    "clientPassphrase", "Passphrase", "What the key is encrypted with; use a {{variable}} that is secret.",
    isSecret: true, group: .tls)

  package static let caBundle = Field(
    "caBundle", "CA bundle",
    "The path of a PEM file with the certificate authorities to trust instead of the system's.", .file, group: .tls)

  fileprivate static let pinnedKeys = Field(
    "pinnedKeys", "Pinned keys",
    "The public keys that servers may have, also those that redirects lead to and those that give tokens: SHA-256 "
      + "digests as sha256//BASE64, separated by semicolons.",
    group: .tls)

  fileprivate static let certificates = Field(
    "certificates", "Certificates by host",
    "Client certificates and CA bundles for some hosts, also after redirects to them. The first match is used.",
    .rows(.certificates, adding: "add a host"), group: .tls)
}

// Route
extension Field {
  fileprivate static let proxy = Field(
    "proxy", "Proxy",
    "The proxy: http, https, socks4, socks4a, socks5 or socks5h://[user:password@]host:port; \"none\" for none. Without "
      + "it, http_proxy, https_proxy, all_proxy and no_proxy apply.",
    missingNote: "from the environment", group: .proxy)

  fileprivate static let proxyUsername = Field(
    "proxyUsername", "Proxy user", "The user's name for the proxy.", group: .proxy)

  fileprivate static let proxyPassword = Field(
    "proxyPassword", "Proxy password", "The password for the proxy; use a {{variable}} that is secret.", isSecret: true,
    group: .proxy)

  fileprivate static let noProxy = Field(
    "noProxy", "No proxy for", "Hosts and domains to reach without the proxy, separated by commas; * for all.",
    group: .proxy)

  fileprivate static let unixSocket = Field(
    "unixSocket", "Unix socket", "The path of a unix socket to connect to instead of the URL's host.", .file,
    group: .routing)

  fileprivate static let interface = Field(
    "interface", "Interface", "The network interface or address to send from.", group: .routing)

  fileprivate static let ipVersion = Field(
    "ipVersion", "IP version", "The version of IP to look hosts up for and to connect with. Without it, both.",
    .choice(["4", "6"]), missingNote: "both", group: .routing)

  fileprivate static let resolve = Field(
    "resolve", "Resolve", "Addresses for hosts: the name is host:port or a host, the value an IP address.",
    .rows(.parameter, adding: "add an address"), group: .routing)

  fileprivate static let connectTo = Field(
    "connectTo", "Connect to",
    "Hosts and ports to connect to instead: the name is host:port or a host, the value the other host:port.",
    .rows(.parameter, adding: "add a connect-to rule"), group: .routing)
}

// Protocol
extension Field {
  fileprivate static let cookies = Field(
    "cookies", "Cookies", "Whether cookies of earlier responses are sent, and those of the response kept.", .flag,
    defaultValue: true, group: .basics)

  fileprivate static let rateLimit = Field(
    "rateLimit", "Rate limit", "Maximum bytes per second, in each direction.",
    .number(
      NumberRule(range: 1...1e15, isWhole: true, noun: "number of bytes per second") { _ in "not a number of bytes" }),
    note: "bytes per second", group: .limits)

  fileprivate static let compression = Field(
    "compression", "Compression", "Whether the server may compress the body; false sends Accept-Encoding: identity.",
    .flag, defaultValue: true, group: .basics)

  fileprivate static let expectContinue = flag(
    "expectContinue", "Expect: 100",
    "Whether a body is sent only once the server has answered 100 Continue, or nothing for a second.", .basics)

  fileprivate static let urlAsIs = flag(
    "urlAsIs", "URL as is",
    "Whether the URL, its query and its path parameters are sent as written, without percent-encoding.", .basics)

  fileprivate static let unknownAsText = Field(
    "unknownAsText", "Unknown as text",
    "Whether the braces of variables without a value are sent as they are written, with a warning, as REST Client does; "
      + "in the URL they are an error.",
    .flag, defaultValue: false, isInForm: false, group: .basics)

  fileprivate static let omitHeaders = Field(
    "omitHeaders", "Omit headers",
    "Headers not to send unless the request itself has them, separated by commas: those of folders, and "
      + "User-Agent, Accept-Encoding, Accept-Language, Content-Type and the Content-Length of no body, which are added "
      + "otherwise.",
    isInForm: false, group: .basics)

  fileprivate static let reconnect = Field(
    "reconnect", "Reconnect",
    "Whether a stream of events is connected again when it has ended, with the ID of its last event (Last-Event-ID), "
      + "until the server answers 204.",
    .flag, defaultValue: false, note: "streams of events, with Last-Event-ID", group: .limits)

  fileprivate static let netrc = flag(
    "netrc", "Use .netrc", "Whether a request without credentials uses those in ~/.netrc for its host.", .basics)

  fileprivate static let netrcFile = Field(
    "netrcFile", ".netrc file",
    "The path of a file to read instead of ~/.netrc. Requests use it unless netrc is false.", .file, group: .basics)
}
