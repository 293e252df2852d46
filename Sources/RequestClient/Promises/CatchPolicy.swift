/// Which errors a body for errors is called with. Cancellation is nobody's fault, so it is left out unless asked for.
public enum CatchPolicy: Hashable, Sendable {
  /// Cancellations too.
  case allErrors
  /// What links do unless told otherwise.
  case allErrorsExceptCancellation

  func includes(_ error: any Error) -> Bool {
    self == .allErrors || !error.isCancelled
  }
}
