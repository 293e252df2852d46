/// An option of a request that code has to ask its library for.
enum CodeSetting: Equatable {
  case login(OutgoingMessage.Login)
  /// Only for targets with `takesBasicLogin`.
  case basic(CodeBasicLogin)
  /// Seconds.
  case timeout(Double)
  case connectTimeout(Double)
  /// Redirects are followed, up to a limit if the request has one.
  case redirects(limit: Int?)
  case noRedirects
  case unverified
  case certificate(CodeCertificate)
  case authorities(String)
  /// A URL, with the user's name and password; `nil` for none.
  case proxy(String?)
  case proxyExceptions([String])
  case version(RequestOptions.HTTPVersion)
  case minimumTLS(String)
  case unixSocket(String)
  /// The name and value of an option that few libraries support.
  case other(String, String)

  /// A sentence for programs that cannot do it.
  func missing(_ library: String) -> String {
    switch self {
    case .login(.digest): "\(library) has no digest login: the request is sent without it."
    case .login(.ntlm): "\(library) has no NTLM login: the request is sent without it."
    case .login(.negotiate): "\(library) has no Kerberos login: the request is sent without it."
    case .basic: "\(library) has no Basic login: the request is sent without it."
    case .timeout(let seconds): "The timeout of \(Self.number(seconds)) s is left out."
    case .connectTimeout(let seconds): "The connect timeout of \(Self.number(seconds)) s is left out."
    case .redirects(nil): "\(library) does not follow redirects."
    case .redirects(let limit?): "The limit of \(limit) redirects is left out."
    case .noRedirects: "\(library) follows redirects."
    case .unverified: "The server's certificate is verified, unlike in the request."
    case .certificate(let certificate): "The client certificate \(certificate.path) is left out."
    case .authorities(let path): "The authorities in \(path) are left out."
    case .proxy(let url?): "The proxy \(url) is left out."
    case .proxy(nil): "A proxy from the environment may be used, unlike in the request."
    case .proxyExceptions(let hosts): "The hosts without a proxy are left out: \(hosts.joined(separator: ", "))."
    case .version(let version): "The HTTP version \(version.rawValue) is left out."
    case .minimumTLS(let version): "The oldest TLS version, \(version), is left out."
    case .unixSocket(let path): "The unix socket \(path) is left out."
    case .other(let name, let value): "The option \(name) is left out: \(value)."
    }
  }

  /// `30` or `2.5`
  static func number(_ seconds: Double) -> String {
    seconds == seconds.rounded() && seconds < 1e15 ? String(Int(seconds)) : String(seconds)
  }

  static func milliseconds(_ seconds: Double) -> String { String(Int(min(seconds * 1000, 2_147_483_647).rounded(.up))) }
}

struct CodeCertificate: Equatable {
  let path: String
  let key: String?
  let passphrase: String?

  var isPKCS12: Bool { [".p12", ".pfx"].contains { path.lowercased().hasSuffix($0) } }
}

extension CodeRequest {
  /// The options that differ from the defaults of libraries. Redirects are always included.
  var settings: [CodeSetting] {
    (basicLogin.map { [.basic($0)] } ?? []) + (login.map { [.login($0)] } ?? []) + limits + trust + route + rare
  }

  private var limits: [CodeSetting] {
    func positive(_ seconds: Double?) -> Double? { seconds.flatMap { $0 > 0 ? $0 : nil } }
    let limit = options.document["maxRedirects"] == nil ? nil : options.maxRedirects
    return [
      positive(options.timeout).map { .timeout($0) }, positive(options.connectTimeout).map { .connectTimeout($0) },
      options.followsRedirects && limit != 0 ? .redirects(limit: limit) : .noRedirects,
    ].compactMap(\.self)
  }

  private var trust: [CodeSetting] {
    let host = String(target.host.drop { $0 == "[" }.prefix { $0 != "]" })
    let matching = options.certificates.filter { $0.match(host, isOwn: true) }
    let certificate = matching.first { $0.clientCertificate != nil }
    let client = certificate?.clientCertificate.map {
      CodeCertificate(path: $0, key: certificate?.clientKey, passphrase: certificate?.passphrase)
    }
    return [
      options.verifiesTLS ? nil : .unverified, client.map { .certificate($0) },
      matching.lazy.compactMap(\.caBundle).first.map { .authorities($0) }, options.minimumTLS.map { .minimumTLS($0) },
    ].compactMap(\.self)
  }

  private var route: [CodeSetting] {
    let exceptions = options.proxyExceptions
    return [
      options.proxy.map { .proxy($0.lowercased() == "none" ? nil : proxyURL($0)) },
      exceptions.isEmpty ? nil : .proxyExceptions(exceptions),
      options.httpVersion == .auto ? nil : .version(options.httpVersion), options.unixSocket.map { .unixSocket($0) },
    ].compactMap(\.self)
  }

  private var rare: [CodeSetting] {
    let rows = options.resolve.map { ("resolve", $0) } + options.connectTo.map { ("connectTo", $0) }
    let pins = options.pinnedKeys.joined(separator: ";")
    let texts: [(name: String, text: String?)] = [
      ("serverName", options.serverName), ("interface", options.interface), ("ipVersion", options.ipVersion),
      ("rateLimit", options.rateLimit.map { String($0) }), ("pinnedKeys", pins.isEmpty ? nil : pins), ("netrc", netrc),
    ]
    let own = texts.compactMap { name, text in text.map { CodeSetting.other(name, $0) } }
    return own + rows.map { .other($0, $1.name + " → " + $1.value) }
  }

  /// The file with the credentials, unless the request has its own.
  var netrc: String? {
    guard options.usesNetrc, login == nil, basicLogin == nil, headers.first("Authorization") == nil else { return nil }
    return options.netrcFile ?? Self.usualNetrc
  }

  static let usualNetrc = "~/.netrc"

  /// The proxy with a scheme, and with the login of the options if it has none.
  private func proxyURL(_ proxy: String) -> String {
    let url = proxy.containsExactly("://") ? proxy : "http://" + proxy
    guard let name = options.proxyUsername, !url.containsExactly("@"), let parts = url.cut(at: ":") else { return url }
    let login = [name, options.proxyPassword].compactMap(\.self).map(PercentEncoding.component)
    return parts.before + "://" + login.joined(separator: ":") + "@" + parts.after.dropFirst(2)
  }

  /// The parts of the URL.
  var target: WireAddress { WireAddress(url) }

  /// The request target of the request line, including empty queries.
  var requestTarget: String { target.pathAndQuery }

  /// Whether the URL has unnecessary escapes such as `%41`, which some libraries decode.
  var hasNeedlessEscapes: Bool {
    let escapes = url.parts(separatedBy: "%").dropFirst().compactMap { UInt8($0.prefix(2), radix: 16) }
    return escapes.contains { PercentEncoding.encode([$0]).utf8.count == 1 }
  }

  /// Whether the path or the query has brackets, which some libraries escape.
  var hasBrackets: Bool { requestTarget.unicodeScalars.contains { "[]".unicodeScalars.contains($0) } }

  /// Whether the path has dot segments, which some libraries resolve.
  var hasDotSegments: Bool {
    let path = target.path.lowercased().replacingExactly("%2e", with: ".")
    return path.parts(separatedBy: "/").contains { $0 == "." || $0 == ".." }
  }

  /// Whether URL parsers change the URL: it has dot segments, or characters that should be escaped.
  var isURLNormalized: Bool {
    hasDotSegments || url.unicodeScalars.contains { !$0.isASCII || "'\"<>\\^`{|} ".unicodeScalars.contains($0) }
  }

  /// The URL with escapes for characters that strict parsers refuse, and for more of them in path and query.
  func url(escapingInPath path: String, inQuery query: String = "") -> String {
    let scalars = url.unicodeScalars
    let authority = scalars.firstRange(of: "://".unicodeScalars)?.upperBound ?? url.startIndex
    let start = scalars[authority...].firstIndex { "/?#".unicodeScalars.contains($0) } ?? url.endIndex
    let mark = scalars.firstIndex(of: "?") ?? url.endIndex
    let rest = scalars[start...].indices.map { index in
      let refused = "\"<>\\^`{|} " + (index < mark ? path : query)
      let text = String(scalars[index])
      return refused.unicodeScalars.contains(scalars[index]) ? PercentEncoding.encode(text.utf8) : text
    }
    return url[..<start] + rest.joined()
  }

  /// Whether strict parsers change the URL, which drop an empty query, too.
  var isURLChangedByParsers: Bool { isURLNormalized || target.query == "" }
}
