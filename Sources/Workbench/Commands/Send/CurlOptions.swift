/// Options of curl that `send` lacks, each with its replacement, and `-e`, which is easily mistaken.
enum CurlOptions {
  /// Explains why an option cannot be used; `nil` if there is no such option among the arguments.
  ///
  /// - Parameter arguments: The program's arguments, with values split from their options.
  static func refusal(of arguments: [String]) -> String? {
    guard arguments.first == "send", let options = AttachedValues.options["send"] else { return nil }
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      if let sentence = sentence(for: argument) { return sentence }
      guard options.takesValue(argument), let value = rest.popFirst() else { continue }
      if argument == "-e", let sentence = misuse(ofReferer: value) { return sentence }
    }
    return nil
  }

  /// `-e` is the Referer, as in curl; in other commands it is the environment. `--referer` takes any text.
  private static func misuse(ofReferer value: String) -> String? {
    // `;auto` has an error message of its own.
    guard !value.isEmpty, !value.hasSuffix(";auto"),
      !value.unicodeScalars.contains(where: { "/.:{".unicodeScalars.contains($0) })
    else { return nil }
    return "-e is the Referer, as in curl, and \"\(value)\" is not a URL — choose an environment with --env \(value), "
      + "or write --referer \(value)"
  }

  private static func sentence(for argument: String) -> String? {
    guard argument.hasPrefix("-") else { return nil }
    let typed = argument.cut(at: "=")?.before ?? argument
    let name = CurlOptionTable.name(ofTyped: typed)
    if let advice = advice["--" + name] { return "send has no \(typed) — \(advice)" }
    let isNegated = name.removingExactly(prefix: "no-").map { CurlOptionTable.takesValue($0) == false } ?? false
    let isCurls = CurlOptionTable.takesValue(name) != nil || isNegated
    return isCurls && !CurlOptionTable.isSent(name) ? "send has no \(typed) of curl — leave it out" : nil
  }

  private static let advice: [String: String] = [
    "--anyauth": "name the scheme: --basic, --digest, --ntlm or --negotiate",
    "--ntlm-wb": "use --ntlm with -u",
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
    "--no-compressed": "use -H Accept-Encoding:",
    "--no-location": "use --no-redirects",
    "--show-headers": "use -i",
    "--progress-bar": "uploads have one on a terminal anyway",
    "--time-cond": "use -H 'If-Modified-Since: DATE'",
    "--etag-compare": "use -H 'If-None-Match: ETAG'",
    "--etag-save": "use -w '%header{etag}'",
    "--junk-session-cookies": "use --no-session-cookies",
    "--capath": "use --cacert FILE, or set SSL_CERT_DIR",
    "--crlfile": "use --cacert FILE",
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
    "--trace": "use -v, or --print exchange",
    "--trace-ascii": "use -v, or --print exchange",
    "--trace-time": "use -v; the timeline of the screen has times",
    "--stderr": "use 2>FILE of the shell",
    "--raw": "the body is shown without transfer coding",
    "--speed-limit": "use -m SECONDS",
    "--speed-time": "use -m SECONDS",
    "--expect100-timeout": "it is one second",
    "--manual": "use workbench send --help",
    "--libcurl": "use --dry-run --print curl for a command",
    "--variable": "use --var NAME=VALUE",
    "--dns-servers": "use --resolve HOST:PORT:ADDRESS",
    "--doh-url": "use --resolve HOST:PORT:ADDRESS",
  ]
}
