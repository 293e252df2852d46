/// What becomes of an answer whose head has come.
public enum ResponseDisposition: Hashable, Sendable {
  /// The body is delivered.
  case allow
  /// The request is cancelled, as by `Request.cancel()`.
  case cancel
}
