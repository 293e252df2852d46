/// The proxy, for commands that send.
struct ProxyOption: ParsableArguments {
  @Option(
    name: [.customShort("x"), .customLong("proxy")], parsing: .unconditional,
    help:
      ArgumentHelp(
        "The proxy, [SCHEME://][USER:PASSWORD@]HOST[:PORT]; SCHEME is http, https, socks4, socks4a, socks5 or socks5h.",
        valueName: "url"))
  var url: String?

  /// The option `proxy` of a request; an empty URL is none. `nil` leaves it as it is.
  var setting: JSONValue? { url.map { .string($0.isEmpty ? "none" : $0) } }
}
