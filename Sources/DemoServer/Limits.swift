/// How much one request may ask of the demo server.
enum Limits {
  /// Seconds that an endpoint may take before its head is sent; streams that follow are not counted.
  static let secondsToAnswer = 20.0
  /// Seconds that `delay` and `drip` wait at the most, as in httpbin.
  static let longestDelay = 10.0
  /// Bytes of a request's body that are kept to be echoed.
  static let body = 64 << 20
  /// Bytes of `bytes`, `stream-bytes` and `drip`.
  static let bytes = 16 << 20
  static let redirects = 100
  static let lines = 100
  static let rows = 10_000_000
  static let events = 1_000
}
