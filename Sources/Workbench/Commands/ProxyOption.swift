/// The proxy, for commands that send.
struct ProxyOption: ParsableArguments {
  @Option(
    name: [.customShort("x"), .customLong("proxy")], parsing: .unconditional,
    help:
      ArgumentHelp(
        "The proxy, [SCHEME://][USER:PASSWORD@]HOST[:PORT]; SCHEME is http, https, socks4, socks4a, socks5 or socks5h.",
        valueName: "url"))
  var url: String?

  func validate() throws {
    // Variables get their values with the requests.
    guard let url, !url.isEmpty, url.lowercased() != "none", !url.hasBraces else { return }
    guard (try? Proxy(url)) == nil else { return }
    // Credentials stay out of the sentence.
    let subject = url.containsExactly("@") ? "The text of -x" : "\"\(url)\""
    throw ValidationError("\(subject) is not a proxy — write it as http://host:port, or socks5h://host:port")
  }

  /// The option `proxy` of a request; an empty URL is none. `nil` leaves it as it is.
  var setting: JSONValue? { url.map { .string($0.isEmpty ? "none" : $0) } }
}
