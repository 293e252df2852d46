/// Why an `AuthenticationInterceptor` lets a request fail. The sentences are in `AuthenticationError+Description.swift`.
public enum AuthenticationError: Error, Hashable, Sendable {
  /// The interceptor has no credential.
  case missingCredential
  /// So many credentials were fetched within the refresh window; another one would not do either.
  case excessiveRefresh(attempts: Int, within: Duration)
}
