/// The limits of a request to the demo server.
enum Limits {
  /// Clients may be slow on purpose: they limit their rate, or pause a response.
  static let patience = MockServer.Patience(body: 600, write: 3600)
  /// The maximum seconds of `delay` and `drip`, as in httpbin.
  static let longestDelay = 10.0
  /// The maximum bytes of `bytes`, `stream-bytes` and `drip`.
  static let bytes = 16 << 20
  static let redirects = 100
  static let lines = 100
  static let rows = 10_000_000
  static let events = 1_000
}
