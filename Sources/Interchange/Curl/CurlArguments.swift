/// The arguments of one `curl` command, as curl parses them.
struct CurlArguments {
  struct Option: Equatable {
    /// The long name without hyphens.
    let name: String
    /// `nil` for a flag.
    let value: String?
    /// Whether it is a flag that `--no-` turned off.
    var isOff = false
  }

  private(set) var options: [Option] = []
  private(set) var urls: [String] = []
  private(set) var problems: [String] = []

  init(_ words: some Sequence<String>) {
    var rest = Array(words)[...]
    var endsOptions = false
    while let word = rest.popFirst() {
      if endsOptions || word == "-" || !word.hasPrefix("-") {
        urls.append(word)
      } else if word == "--" {
        endsOptions = true
      } else if word.hasPrefix("--") {
        long(String(word.dropFirst(2)), &rest)
      } else {
        letters(word.dropFirst(), &rest)
      }
    }
  }

  private mutating func long(_ text: String, _ rest: inout ArraySlice<String>) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    if Self.takesValue.contains(name) {
      let value = parts.count > 1 ? parts[1] : rest.popFirst()
      guard let value else { return problems.append("--\(name) has no value") }
      add(name, value)
    } else if name.hasPrefix("no-"), Self.flags.contains(String(name.dropFirst(3))) {
      options.append(Option(name: String(name.dropFirst(3)), value: nil, isOff: true))
    } else if Self.flags.contains(name) {
      options.append(Option(name: name, value: nil))
    } else if let whole = Self.completion(of: name) {
      long(whole + text.dropFirst(name.count), &rest)
    } else {
      problems.append("--\(name) is unknown")
    }
  }

  /// curl accepts the unambiguous beginning of a name.
  private static func completion(of name: String) -> String? {
    guard name.count > 2 else { return nil }
    let matches = takesValue.union(flags).filter { $0.hasPrefix(name) }
    return matches.count == 1 ? matches.first : nil
  }

  private mutating func letters(_ text: Substring, _ rest: inout ArraySlice<String>) {
    var text = text
    while let letter = text.popFirst() {
      guard let name = Self.letters[letter] else {
        problems.append("-\(letter) is unknown")
        continue
      }
      guard Self.takesValue.contains(name) else {
        options.append(Option(name: name, value: nil))
        continue
      }
      guard let value = text.isEmpty ? rest.popFirst() : String(text) else {
        return problems.append("-\(letter) has no value")
      }
      return add(name, value)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if name == "url" { urls.append(value) } else { options.append(Option(name: name, value: value)) }
  }

  private static let letters: [Character: String] = [
    "A": "user-agent", "b": "cookie", "c": "cookie-jar", "C": "continue-at", "d": "data", "D": "dump-header",
    "e": "referer", "E": "cert", "f": "fail", "F": "form", "g": "globoff", "G": "get", "h": "help", "H": "header",
    "i": "include", "I": "head", "j": "junk-session-cookies", "J": "remote-header-name", "k": "insecure",
    "K": "config", "l": "list-only", "L": "location", "m": "max-time", "M": "manual", "n": "netrc", "N": "no-buffer",
    "o": "output", "O": "remote-name", "p": "proxytunnel", "q": "disable", "r": "range", "R": "remote-time",
    "s": "silent", "S": "show-error", "t": "telnet-option", "T": "upload-file", "u": "user", "U": "proxy-user",
    "v": "verbose", "V": "version", "w": "write-out", "x": "proxy", "X": "request", "y": "speed-time",
    "Y": "speed-limit", "z": "time-cond", "Z": "parallel", "0": "http1.0", "1": "tlsv1", "2": "sslv2", "3": "sslv3",
    "4": "ipv4", "6": "ipv6", "#": "progress-bar", "a": "append", "B": "use-ascii", "P": "ftp-port", "Q": "quote",
  ]

  /// Options that take a value.
  private static let takesValue: Set<String> = [
    "abstract-unix-socket", "alt-svc", "aws-sigv4", "cacert", "capath", "cert", "cert-type", "ciphers", "config",
    "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar", "create-file-mode", "crlfile", "curves",
    "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "delegation", "dns-interface",
    "dns-ipv4-addr", "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "egd-file", "engine", "etag-compare",
    "etag-save", "expect100-timeout", "form", "form-string", "ftp-port", "happy-eyeballs-timeout-ms", "header",
    "hostpubmd5", "hsts", "interface", "ip-tos", "json", "keepalive-time", "key", "key-type", "krb", "libcurl",
    "limit-rate", "local-port", "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize", "max-redirs",
    "max-time", "netrc-file", "noproxy", "oauth2-bearer", "output", "output-dir", "parallel-max", "pass",
    "pinnedpubkey", "preproxy", "proto", "proto-default", "proto-redir", "proxy", "proxy-cacert", "proxy-capath",
    "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-header", "proxy-key", "proxy-key-type",
    "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name", "proxy-tls13-ciphers", "proxy-tlsauthtype",
    "proxy-tlspassword", "proxy-tlsuser", "proxy-user", "proxy1.0", "pubkey", "quote", "random-file", "range", "rate",
    "referer", "request", "request-target", "resolve", "retry", "retry-delay", "retry-max-time", "sasl-authzid",
    "service-name", "socks4", "socks4a", "socks5", "socks5-gssapi-service", "socks5-hostname", "speed-limit",
    "speed-time", "stderr", "telnet-option", "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsauthtype",
    "tlspassword", "tlsuser", "trace", "trace-ascii", "trace-config", "unix-socket", "upload-file", "url",
    "url-query", "user", "user-agent", "variable", "vlan-priority", "write-out",
  ]

  private static let flags: Set<String> = [
    "anyauth", "append", "basic", "buffer", "ca-native", "cert-status", "clobber", "compressed", "compressed-ssh",
    "create-dirs", "crlf", "digest", "disable", "disable-eprt", "disable-epsv", "disallow-username-in-url", "eprt",
    "epsv", "fail", "fail-early", "fail-with-body", "false-start", "form-escape", "get", "globoff", "head", "help",
    "http0.9", "http1.0", "http1.1", "http2", "http2-prior-knowledge", "http3", "http3-only", "ignore-content-length",
    "include", "insecure", "ipv4", "ipv6", "junk-session-cookies", "keepalive", "list-only", "location",
    "location-trusted", "manual", "negotiate", "netrc", "netrc-optional", "no-buffer", "no-clobber", "no-keepalive",
    "no-progress-meter", "no-sessionid", "ntlm", "ntlm-wb", "parallel", "parallel-immediate", "path-as-is", "post301",
    "post302", "post303", "progress-bar", "progress-meter", "proxy-anyauth", "proxy-basic", "proxy-digest",
    "proxy-http2", "proxy-insecure", "proxy-negotiate", "proxy-ntlm", "proxytunnel", "raw", "remote-header-name",
    "remote-name", "remote-name-all", "remote-time", "remove-on-error", "retry-all-errors", "retry-connrefused",
    "sasl-ir", "sessionid", "show-error", "silent", "show-headers", "ssl", "ssl-allow-beast", "ssl-no-revoke",
    "ssl-reqd", "sslv2", "sslv3", "styled-output", "suppress-connect-headers", "tcp-fastopen", "tcp-nodelay",
    "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3", "tr-encoding", "trace-ids", "trace-time", "use-ascii",
    "verbose", "version", "xattr", "alpn", "npn", "mptcp", "skip-existing",
  ]
}
