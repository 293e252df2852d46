/// The effect of a curl option that only needs its name and value. `CurlRequest` applies the others.
enum CurlEffect {
  /// About the terminal, files and other things that are not part of a request.
  case nothing
  /// A member of the request's options that takes the value as text.
  case text(String)
  case seconds(String)
  /// Bytes, with curl's suffixes for powers of 1024.
  case bytes(String)
  case whole(String)
  /// A member with the value that the flag gives it; turned off, the other one.
  case flag(String, Bool)
  case choice(String, String)
  /// A header made from the value. The last option wins.
  case header(String)

  static let all = members.merging(others.map { ($0, CurlEffect.nothing) }) { _, other in other }

  private static let members: [String: CurlEffect] = [
    "insecure": .flag("verifyTLS", false), "netrc": .flag("netrc", true), "netrc-optional": .flag("netrc", true),
    "location": .flag("followRedirects", true), "follow": .flag("followRedirects", true),
    "max-time": .seconds("timeout"), "connect-timeout": .seconds("connectTimeout"),
    "limit-rate": .bytes("rateLimit"), "max-filesize": .bytes("maxBody"), "max-redirs": .whole("maxRedirects"),
    "http1.1": .choice("http", "1.1"), "http2": .choice("http", "2"),
    "http2-prior-knowledge": .choice("http", "2-prior-knowledge"),
    "tlsv1": .choice("minTLS", "1.0"), "tlsv1.0": .choice("minTLS", "1.0"), "tlsv1.1": .choice("minTLS", "1.1"),
    "tlsv1.2": .choice("minTLS", "1.2"), "tlsv1.3": .choice("minTLS", "1.3"),
    "key": .text("clientKey"), "pass": .text("clientPassphrase"), "cacert": .text("caBundle"),
    "noproxy": .text("noProxy"), "unix-socket": .text("unixSocket"), "netrc-file": .text("netrcFile"),
    "ipv4": .choice("ipVersion", "4"), "ipv6": .choice("ipVersion", "6"),
    "user-agent": .header("User-Agent"), "range": .header("Range"),
  ]

  private static let others = """
    silent show-error verbose include show-headers output output-dir remote-name remote-name-all remote-header-name
    remote-time create-dirs create-file-mode dump-header write-out fail fail-with-body fail-early remove-on-error
    progress-bar progress-meter no-progress-meter buffer no-buffer styled-output trace trace-ascii trace-time trace-ids
    trace-config stderr junk-session-cookies retry retry-delay retry-max-time retry-all-errors
    retry-connrefused parallel parallel-max parallel-max-host parallel-immediate keepalive keepalive-time keepalive-cnt
    tcp-nodelay disable clobber skip-existing xattr libcurl rate suppress-connect-headers out-null path-as-is globoff
    alpn npn sessionid eprt epsv mptcp tcp-fastopen false-start tls-earlydata ssl-sessions hsts alt-svc
    happy-eyeballs-timeout-ms ca-native ssl-allow-beast ssl-no-revoke ssl-revoke-best-effort raw proto-redir
    sasl-ir use-ascii http0.9 expect100-timeout dump-ca-embed ip-tos vlan-priority speed-limit speed-time
    progress-bar ssl ssl-reqd compressed-ssh append list-only ignore-content-length manual help version proxy-basic
    """.split(whereSeparator: \.isWhitespace).map(String.init)
}

extension CurlEffect {
  /// A number as curl reads it: `.5` and `5.` are good.
  static func seconds(of text: String) -> Double? {
    guard text.allSatisfy({ "0123456789.".contains($0) }), let number = Double("0" + text), number <= 1e9 else {
      return nil
    }
    return number
  }

  /// `100K`, `1M`, `2g`.
  static func bytes(of text: String) -> Int? {
    let units: [Character: Int] = ["k": 10, "m": 20, "g": 30, "t": 40, "p": 50, "b": 0]
    let shift = text.last.flatMap { units[Character($0.lowercased())] }
    guard let number = Double(shift == nil ? text : String(text.dropLast())), number > 0,
      number * Double(1 << (shift ?? 0)) < 1e15
    else { return nil }
    return Int(number * Double(1 << (shift ?? 0)))
  }
}
