import Foundation
import Glibc

/// The options of `send` for the sender and the route, as in curl.
struct RouteOptions: ParsableArguments {
  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: ArgumentHelp(
      "The credentials, USER:PASSWORD: for Basic, or for the scheme of one of the next options.",
      valueName: "user:password"))
  var user: String?

  @Flag(exclusivity: .chooseLast, help: "The scheme of the credentials.")
  var scheme: Scheme?

  @Option(
    name: .customLong("aws-sigv4"), parsing: .unconditional,
    help: ArgumentHelp(
      "Signs with AWS Signature Version 4 and the keys of -u: aws:amz[:REGION[:SERVICE]].", valueName: "scope"))
  var awsSignature: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A bearer token.", valueName: "token"))
  var oauth2Bearer: String?

  @Flag(
    name: [.short, .long, .customLong("netrc-optional")], help: "Uses the credentials in ~/.netrc for the host.")
  var netrc = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A file to read instead of ~/.netrc; -n is implied.", valueName: "file")
  )
  var netrcFile: String?

  @Option(
    name: [.customShort("b"), .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Cookies, 'NAME=VALUE; …', or a file of them to use instead of the kept ones; may be repeated.",
      valueName: "cookies"))
  var cookie: [String] = []

  /// The files named by `-b`.
  var cookieFiles: [String] { cookie.filter { !$0.containsExactly("=") } }

  @Option(
    name: [.customShort("c"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A file that gets all cookies afterwards; - is standard output. The kept ones are not used.", valueName: "file"))
  var cookieJar: String?

  @Flag(help: "Neither sends nor keeps session cookies, and skips those in a file of -b.")
  var noSessionCookies = false

  @Option(
    name: [.customShort("A"), .long], parsing: .unconditional, help: ArgumentHelp("The User-Agent.", valueName: "text"))
  var userAgent: String?

  @Option(
    name: [.customShort("e"), .long], parsing: .unconditional, help: ArgumentHelp("The Referer.", valueName: "url"))
  var referer: String?

  @Option(
    name: [.customShort("r"), .long], parsing: .unconditional,
    help: ArgumentHelp("The bytes to ask for: 0-499, 500- or -500.", valueName: "bytes"))
  var range: String?

  @Option(
    name: [.customShort("E"), .long], parsing: .unconditional,
    help: ArgumentHelp("A client certificate, FILE[:PASSPHRASE].", valueName: "file"))
  var cert: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The client certificate's private key, PEM.", valueName: "file"))
  var key: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("PEM, DER or P12; detected from the file anyway.", valueName: "type"))
  var certType: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("PEM or DER; detected from the file anyway.", valueName: "type"))
  var keyType: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The passphrase of the private key.", valueName: "text"))
  var pass: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The certificate authorities to trust, a PEM file.", valueName: "file"))
  var cacert: String?

  @Option(
    name: .customLong("pinnedpubkey"), parsing: .unconditional,
    help: ArgumentHelp(
      "The server's public key: sha256//BASE64, several with semicolons, or a PEM or DER file.", valueName: "keys"))
  var pinnedKeys: String?

  @OptionGroup
  var proxy: ProxyOption

  @Option(
    name: [.customShort("U"), .long], parsing: .unconditional,
    help: ArgumentHelp("The credentials for the proxy, USER:PASSWORD.", valueName: "user:password"))
  var proxyUser: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Hosts to reach without a proxy, separated by commas; * for all.", valueName: "hosts"))
  var noproxy: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An address for a host, HOST:PORT:ADDRESS; may be repeated.", valueName: "host:port:address"))
  var resolve: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A host to connect to instead, HOST1:PORT1:HOST2:PORT2; may be repeated.", valueName: "host:port:host:port"))
  var connectTo: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("A unix socket to connect to.", valueName: "path"))
  var unixSocket: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The network interface or address to send from.", valueName: "name"))
  var interface: String?

  @Flag(exclusivity: .chooseLast, help: "The version of IP.")
  var ipVersion: IPVersion?

  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum bytes per second, such as 200k.", valueName: "size"))
  var limitRate: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of redirects to follow.", valueName: "count"))
  var maxRedirs: Int?

  @Flag(help: "Sends credentials to other hosts after a redirect, too.")
  var locationTrusted = false

  @Flag(exclusivity: .exclusive, help: "The HTTP version.")
  var version: Version?

  @Flag(exclusivity: .exclusive, help: "The oldest TLS version.")
  var tls: TLS?

  enum Scheme: String, NamedFlag {
    case basic, digest, ntlm, negotiate

    static func name(for value: Scheme) -> NameSpecification { .customLong(value.rawValue) }

    static func help(for value: Scheme) -> ArgumentHelp? {
      switch value {
      case .basic: "Basic, which is the default."
      case .digest: "Digest, once the server asks for it."
      case .ntlm: "NTLM, once the server asks for it."
      case .negotiate: "Kerberos with the ticket of kinit; accepts -u : as curl does."
      }
    }
  }

  enum Version: String, NamedFlag {
    case http1 = "1.1"
    case http2 = "2"
    case http2PriorKnowledge = "2-prior-knowledge"

    static func name(for value: Version) -> NameSpecification { .customLong("http" + value.rawValue) }

    static func help(for value: Version) -> ArgumentHelp? {
      switch value {
      case .http1: "Uses HTTP/1.1."
      case .http2: "Uses HTTP/2, HTTP/1.1 where the server declines."
      case .http2PriorKnowledge: "Uses HTTP/2 also without TLS."
      }
    }
  }

  enum IPVersion: String, NamedFlag {
    case v4 = "4"
    case v6 = "6"

    static func name(for value: IPVersion) -> NameSpecification {
      [.customShort(value == .v4 ? "4" : "6"), .customLong("ipv" + value.rawValue)]
    }

    static func help(for value: IPVersion) -> ArgumentHelp? { "Uses IPv\(value.rawValue) only." }
  }

  enum TLS: String, NamedFlag {
    case v10 = "1.0"
    case v11 = "1.1"
    case v12 = "1.2"
    case v13 = "1.3"

    static func name(for value: TLS) -> NameSpecification {
      let name = NameSpecification.Element.customLong("tlsv" + value.rawValue)
      return value == .v10 ? [name, .customLong("tlsv1"), .customShort("1")] : [name]
    }

    static func help(for value: TLS) -> ArgumentHelp? { "TLS \(value.rawValue) or later." }
  }

  func validate() throws {
    try validateCredentials()
    if let certType, !["PEM", "DER", "P12"].contains(certType.uppercased()) {
      throw ValidationError("--cert-type is PEM, DER or P12 and not \(certType)")
    }
    if let keyType, !["PEM", "DER"].contains(keyType.uppercased()) {
      throw ValidationError("--key-type is PEM or DER and not \(keyType) — convert the key with openssl pkey")
    }
    if pass != nil || key != nil, cert == nil {
      throw ValidationError("--key and --pass need a certificate — add --cert")
    }
    if certType != nil, cert == nil { throw ValidationError("--cert-type is for a certificate — add --cert") }
    // A certificate in PEM may have its key beside it.
    if let keyType, key == nil, cert == nil || keyType.uppercased() != "PEM" {
      throw ValidationError("--key-type is for a private key — add --key")
    }
    // The least number of curl, which stands for no limit.
    if let maxRedirs, maxRedirs < -1 {
      throw ValidationError("--max-redirs takes a number from 0 on, or -1 for no limit, not \(maxRedirs)")
    }
    if proxyUser != nil, proxy.url == nil { throw ValidationError("-U is for a proxy — add -x") }
    if cookieFiles.count > 1 { throw ValidationError("-b reads one file of cookies — leave out \(cookieFiles[1])") }
    if referer?.endsExactly(with: ";auto") == true {
      throw ValidationError("-e sends one Referer and does not follow redirects with it — leave ;auto out")
    }
  }

  private func validateCredentials() throws {
    let named = [("--\(scheme?.rawValue ?? "")", scheme != nil), ("--aws-sigv4", awsSignature != nil)].filter(\.1)
    let kinds = (named.isEmpty ? [("-u", user != nil)] : named) + [("--oauth2-bearer", oauth2Bearer != nil)]
    let used = kinds.filter(\.1).map(\.0)
    if used.count > 1 { throw ValidationError("\(used[0]) and \(used[1]) are two credentials — use one of them") }
    switch (scheme, user) {
    case (.digest?, nil), (.ntlm?, nil), (.basic?, nil):
      throw ValidationError("\(used[0]) needs credentials — add -u USER:PASSWORD")
    case (.negotiate?, let user?) where user != ":":
      throw ValidationError("--negotiate takes the ticket of kinit — write -u : or leave -u out")
    default: break
    }
    if awsSignature != nil, user?.containsExactly(":") != true {
      throw ValidationError("--aws-sigv4 signs with keys — add -u ACCESSKEY:SECRETKEY")
    }
  }
}

extension RouteOptions {
  /// Adds the effects of the options on a request.
  func add(to changes: inout RequestChanges) throws {
    changes.auth = try auth()
    let typed = (changes.headers.map(\.name) + changes.removedHeaders).map { $0.lowercased() }
    changes.headers += headers().filter { !typed.contains($0.name.lowercased()) && !$0.value.isEmpty }
    if userAgent?.isEmpty == true { changes.removedHeaders.append("User-Agent") }
    changes.options = try options()
    let home = netrc ? ProcessInfo.processInfo.environment["HOME"] : nil
    let certificate = cert.map { CurlRoute.pathAndPassphrase($0).path }
    try OptionFile.check(certificate, of: "--cert")
    try OptionFile.check(key, of: "--key")
    try OptionFile.check(cacert, of: "--cacert")
    try OptionFile.check(netrcFile, of: "--netrc-file")
    try OptionFile.check(unixSocket, of: "--unix-socket", mode: F_OK)
    let paths = [certificate, key, cacert, netrcFile, unixSocket, home.map { $0 + "/.netrc" }]
    changes.files.formUnion(paths.compactMap(\.self).compactMap(OutsideSource.typed))
  }

  private func auth() throws -> RequestAuth? {
    if let oauth2Bearer { return .bearer(token: oauth2Bearer) }
    if scheme == .negotiate { return .negotiate }
    guard let user else { return nil }
    let (name, password) =
      try user.cut(at: ":").map { (String($0), String($1)) }
      ?? (user, Self.password("Password for \(user): "))
    if let awsSignature { return try Self.signature(awsSignature, key: name, secret: password) }
    switch scheme {
    case .digest: return .digest(username: name, password: password)
    case .ntlm: return .ntlm(username: name, password: password)
    case .basic, .negotiate, nil: return .basic(username: name, password: password)
    }
  }

  /// Reads curl's `PROVIDER1[:PROVIDER2[:REGION[:SERVICE]]]`. Missing parts are derived from the host.
  private static func signature(_ typed: String, key: String, secret: String) throws -> RequestAuth {
    let parts = typed.parts(separatedBy: ":").map { String($0) } + ["", "", ""]
    guard parts[0] == "aws", ["amz", ""].contains(parts[1]), parts.count <= 7 else {
      throw CommandExit.usageError(
        "--aws-sigv4 signs for AWS alone, and not \"\(typed)\" — write it as aws:amz:REGION:SERVICE")
    }
    return RequestAuth(
      .awsV4,
      [
        "accessKey": .string(key), "secretKey": .string(secret), "region": .string(parts[2]),
        "service": .string(parts[3]),
      ])
  }

  private static func password(_ prompt: String) throws -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandExit.usageError("There is no terminal to ask for a password on — write -u USER:PASSWORD")
    }
    let typed = try HiddenLine(prompt: prompt).read()
    guard let text = String(validating: typed, as: UTF8.self) else {
      throw CommandExit.usageError("The password is not UTF-8 text")
    }
    return Template.escaping(text)
  }

  private func headers() -> [Parameter] {
    let cookies = cookie.filter { $0.containsExactly("=") }
    // A single number is the start of the range.
    let range = range.map { "bytes=" + $0 + (UInt64($0) == nil ? "" : "-") }
    let named = [
      ("User-Agent", userAgent), ("Referer", referer), ("Range", range),
      ("Cookie", cookies.isEmpty ? nil : cookies.joined(separator: ";")),
    ]
    return named.compactMap { name, value in value.map { Parameter(name, $0) } }
  }

  // MARK: Options of the transport

  private func options() throws -> JSONObject {
    var options = JSONObject()
    func set(_ name: String, _ value: String?) { if let value { options[name] = .string(value) } }
    if let cert {
      let (path, passphrase) = CurlRoute.pathAndPassphrase(cert)
      set("clientCertificate", Self.path(path))
      set("clientPassphrase", passphrase.map(Template.escaping))
    }
    set("clientKey", key.map(Self.path))
    set("clientPassphrase", pass)
    set("caBundle", cacert.map(Self.path))
    set("pinnedKeys", try pinnedKeys.map(Self.digests))
    options["proxy"] = proxy.setting
    if let proxyUser {
      let (name, password) = proxyUser.cut(at: ":").map { (String($0), String($1)) } ?? (proxyUser, "")
      set("proxyUsername", name)
      set("proxyPassword", password)
    }
    set("noProxy", noproxy)
    set("unixSocket", unixSocket.map(Self.path))
    set("interface", interface)
    set("ipVersion", ipVersion?.rawValue)
    set("http", version?.rawValue)
    set("minTLS", tls?.rawValue)
    if let limitRate { options["rateLimit"] = .number(try OptionText.size(limitRate, of: "--limit-rate")) }
    if let maxRedirs { options["maxRedirects"] = .number(maxRedirs < 0 ? 10_000 : maxRedirs) }
    if locationTrusted { options["followAuthorization"] = true }
    if netrc || netrcFile != nil { options["netrc"] = true }
    set("netrcFile", netrcFile.map(Self.path))
    var way = CurlRoute()
    for typed in resolve {
      guard let problem = way.resolve(typed) else { continue }
      throw CommandExit.usageError("\(problem) — write it as HOST:PORT:ADDRESS")
    }
    options["resolve"] = way.options["resolve"]
    if !connectTo.isEmpty { options["connectTo"] = .array(try connectTo.map(Self.place)) }
    return options
  }

  /// The absolute path as a template, with braces escaped. It is relative to the current folder.
  private static func path(_ typed: String) -> String { Template.escaping(URL(fileURLWithPath: typed).path) }

  /// The digests of `--pinnedpubkey` as typed, or those of the keys in a file.
  private static func digests(_ typed: String) throws -> String {
    if CurlRoute.isPin(typed) { return typed }
    return try CommandExit.failing(with: CommandExit.usage, "--pinnedpubkey: ") {
      try PublicKeyPin.pins(ofKeyIn: URL(fileURLWithPath: typed)).joined(separator: ";")
    }
  }

  private static func place(_ typed: String) throws -> JSONValue {
    let parts = CurlRoute.fields(typed[...], count: 5)
    guard parts.count == 4 else {
      throw CommandExit.usageError("\"\(typed)\" is not a connect-to rule — write HOST1:PORT1:HOST2:PORT2")
    }
    return .object(Parameter(parts[0] + ":" + parts[1], parts[2] + ":" + parts[3]).document)
  }
}

extension OutsideSource {
  /// A file named on the command line, which needs no permission.
  static func typed(_ path: String) -> OutsideSource? { path.realPath.map { .file($0) } }
}
