import RequestModel

/// curl's options that `send` does not have, with what to write instead.
enum CurlOptions {
  /// Why an option of curl cannot be used; `nil` where each option is one of ours, or nobody's.
  ///
  /// - Parameter arguments: Those of the program, with values apart from their options.
  static func refusal(of arguments: [String]) -> String? {
    guard arguments.first == "send", let options = AttachedValues.options["send"] else { return nil }
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      if let sentence = sentence(for: options.unknownFlag(in: argument)) { return sentence }
      if argument == "--output", let value = rest.first, ExchangePrinter.Part(rawValue: value) == nil {
        return "--output is the part to print, and \"\(value)\" is none — for a file write -o \(value)"
      }
      if options.takesValue(argument) { rest = rest.dropFirst() }
    }
    return nil
  }

  private static func sentence(for argument: String) -> String? {
    let name = argument.cut(at: "=").map { String($0.before) } ?? argument
    let long = letters[name] ?? name
    if let advice = advice[long] { return "send has no \(name) — \(advice)" }
    let isCurls = long.hasPrefix("--") && others.contains(String(long.dropFirst(2)))
    return isCurls ? "send has no \(name) of curl — leave it out" : nil
  }

  private static let letters = [
    "-0": "--http1.0", "-4": "--ipv4", "-6": "--ipv6", "-C": "--continue-at",
    "-K": "--config", "-Z": "--parallel", "-:": "--next", "-#": "--progress-bar", "-z": "--time-cond",
    "-j": "--junk-session-cookies", "-p": "--proxytunnel", "-R": "--remote-time", "-y": "--speed-time",
    "-Y": "--speed-limit", "-2": "--sslv2", "-3": "--sslv3", "-M": "--manual", "-a": "--append",
    "-l": "--list-only", "-B": "--use-ascii", "-P": "--ftp-port", "-Q": "--quote", "-t": "--telnet-option",
  ]

  private static let advice: [String: String] = [
    "--anyauth": "name the scheme: --basic, --digest, --ntlm or --negotiate",
    "--ntlm-wb": "use --ntlm with -u",
    "--ipv4": "give an IPv4 address with --resolve HOST:PORT:ADDRESS or --interface",
    "--ipv6": "give an IPv6 address with --resolve HOST:PORT:ADDRESS or --interface",
    "--http1.0": "use --http1.1",
    "--http3": "use --http2",
    "--http3-only": "use --http2",
    "--config": "write the options on the command line, or as options of a collection",
    "--next": "send one request at a time, or a folder of them",
    "--parallel": "send one request at a time, or a folder of them",
    "--continue-at": "use -r OFFSET- and -o FILE",
    "--remote-time": "use -o FILE and touch",
    "--output-dir": "use -o FOLDER/FILE",
    "--create-dirs": "make the folder first",
    "--no-clobber": "use another name for -o",
    "--progress-bar": "uploads have one on a terminal anyway",
    "--time-cond": "use -H 'If-Modified-Since: DATE'",
    "--etag-compare": "use -H 'If-None-Match: ETAG'",
    "--etag-save": "use -w '%header{etag}'",
    "--junk-session-cookies": "use --no-session-cookies",
    "--netrc-file": "use -n, which reads ~/.netrc",
    "--capath": "use --cacert FILE, or set SSL_CERT_DIR",
    "--crlfile": "use --cacert FILE",
    "--pinnedpubkey": "use --cacert FILE",
    "--ciphers": "use --tlsv1.2 or --tlsv1.3",
    "--tls13-ciphers": "use --tlsv1.3",
    "--tls-max": "use --tlsv1.2 or --tlsv1.3, the oldest version to accept",
    "--sslv2": "use --tlsv1.2",
    "--sslv3": "use --tlsv1.2",
    "--socks4": "use -x socks4://HOST:PORT",
    "--socks4a": "use -x socks4a://HOST:PORT",
    "--socks5": "use -x socks5://HOST:PORT",
    "--socks5-hostname": "use -x socks5h://HOST:PORT",
    "--proxy1.0": "use -x http://HOST:PORT",
    "--preproxy": "use -x alone",
    "--proxy-insecure": "-k is for the proxy, too",
    "--proxy-cacert": "--cacert is for the proxy, too",
    "--proxy-digest": "a proxy gets Basic",
    "--proxy-ntlm": "a proxy gets Basic",
    "--proxy-negotiate": "a proxy gets Basic",
    "--proxy-anyauth": "a proxy gets Basic",
    "--proxytunnel": "https has a tunnel anyway",
    "--abstract-unix-socket": "use --unix-socket PATH",
    "--post301": "use --no-redirects and send to the new URL",
    "--post302": "use --no-redirects and send to the new URL",
    "--post303": "use --no-redirects and send to the new URL",
    "--request-target": "write the target as the URL's path, which is sent as it is",
    "--proto": "write the scheme in the URL; only http and https are sent",
    "--proto-default": "write the scheme in the URL",
    "--proto-redir": "use --no-redirects",
    "--trace": "use -v, or --output exchange",
    "--trace-ascii": "use -v, or --output exchange",
    "--trace-time": "use -v; the timeline of the screen has times",
    "--stderr": "use 2>FILE of the shell",
    "--raw": "the body is shown without transfer coding",
    "--speed-limit": "use -m SECONDS",
    "--speed-time": "use -m SECONDS",
    "--expect100-timeout": "it is one second",
    "--manual": "use workbench send --help",
    "--libcurl": "use --dry-run --output curl for a command",
    "--variable": "use --var NAME=VALUE",
    "--dns-servers": "use --resolve HOST:PORT:ADDRESS",
    "--doh-url": "use --resolve HOST:PORT:ADDRESS",
  ]

  /// Options with nothing to take their place.
  private static let others: Set = [
    "alt-svc", "append", "cert-status", "compressed-ssh", "create-file-mode", "crlf", "curves", "delegation",
    "disable-eprt", "disable-epsv", "disallow-username-in-url", "dns-interface", "dns-ipv4-addr", "dns-ipv6-addr",
    "doh-cert-status", "doh-insecure", "ech", "egd-file", "engine", "fail-early", "false-start", "form-escape",
    "ftp-account", "ftp-alternative-to-user", "ftp-create-dirs", "ftp-method", "ftp-pasv", "ftp-port", "ftp-pret",
    "ftp-skip-pasv-ip", "ftp-ssl-ccc", "ftp-ssl-ccc-mode", "ftp-ssl-control", "happy-eyeballs-timeout-ms",
    "haproxy-clientip", "haproxy-protocol", "hostpubmd5", "hostpubsha256", "hsts", "http0.9", "ignore-content-length",
    "ip-tos", "ipfs-gateway", "keepalive-cnt", "keepalive-time", "krb", "list-only", "local-port", "login-options",
    "mail-auth", "mail-from", "mail-rcpt", "mail-rcpt-allowfails", "metalink", "mptcp", "no-alpn",
    "no-keepalive", "no-npn", "no-sessionid", "parallel-immediate", "parallel-max", "proxy-ca-native", "proxy-capath",
    "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-header", "proxy-http2", "proxy-key",
    "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name", "proxy-ssl-allow-beast",
    "proxy-ssl-auto-client-cert", "proxy-tls13-ciphers", "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser",
    "proxy-tlsv1", "pubkey", "quote", "random-file", "rate", "remote-name-all", "remove-on-error", "sasl-authzid",
    "sasl-ir", "service-name", "sigalgs", "skip-existing", "socks5-basic", "socks5-gssapi", "socks5-gssapi-nec",
    "socks5-gssapi-service", "ssl", "ssl-allow-beast", "ssl-auto-client-cert", "ssl-no-revoke", "ssl-reqd",
    "ssl-revoke-best-effort", "ssl-sessions", "styled-output", "suppress-connect-headers", "tcp-fastopen",
    "telnet-option", "tftp-blksize", "tftp-no-options", "tls-earlydata", "tlsauthtype", "tlspassword", "tlsuser",
    "tr-encoding", "trace-config", "trace-ids", "use-ascii", "vlan-priority", "ca-native", "dump-ca-embed", "out-null",
    "xattr",
  ]
}
