extension RequestURL {
  /// The host as cookies name it.
  var cookieHost: String { host.lowercased() }

  /// Whether secure cookies may travel: over TLS, and to this machine, which developers' servers rarely speak TLS on.
  var isSecureForCookies: Bool {
    isSecure || ["localhost", "127.0.0.1", "[::1]"].contains(cookieHost) || cookieHost.hasSuffix(".localhost")
  }
}
