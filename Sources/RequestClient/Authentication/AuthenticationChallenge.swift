/// One way in that a server or proxy offers: a scheme with its parameters (RFC 9110, section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
  /// As it was written, in any case: `Basic`, `Digest`, or one that nobody knows.
  public var scheme: String
  /// Values by name in lower case, without quotes and escapes. Of a name that came twice the first counts.
  public var parameters: [String: String]
  /// What some schemes have instead of parameters: `YII…=` after `Negotiate`.
  public var token68: String?

  /// - Parameter parameters: By names in lower case.
  public init(scheme: String, parameters: [String: String] = [:], token68: String? = nil) {
    self.scheme = scheme
    self.parameters = parameters
    self.token68 = token68
  }

  /// The part of the server that the credentials are for.
  public var realm: String? { parameters["realm"] }

  /// Whether the scheme is `name` in any case.
  public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

  /// The challenges in the values of all `WWW-Authenticate` or all `Proxy-Authenticate` lines of an answer, in order.
  ///
  /// One value may hold several, and one line's end ends a challenge. What does not follow the grammar is left out up
  /// to the next comma. Linear in the length of `values`.
  public static func challenges(in values: some Sequence<String>) -> [AuthenticationChallenge] {
    values.flatMap { value in
      var parser = ChallengeParser(value)
      return parser.challenges()
    }
  }
}
