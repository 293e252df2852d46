package import Foundation

/// A login that only the user can complete, in a browser.
package struct Login: Equatable, Sendable {
  /// The page to open.
  package var url: String
  /// What the user types there.
  package var userCode: String?
  /// Whether the program also takes the address that the browser was sent to.
  package var takesAnswer: Bool

  package init(url: String, userCode: String? = nil, takesAnswer: Bool) {
    self.url = url
    self.userCode = userCode
    self.takesAnswer = takesAnswer
  }

  /// The server that the page is on.
  package var host: String { URLHost.text(of: url) }
}

/// What a kind that logs in may use of the world.
package protocol LoginContext: Sendable {
  /// The time of the wall clock: a login takes longer than a request.
  var clock: Date { get }

  /// Returns the usable token that is kept under `name`, else the one that `obtain` makes of it, which is kept.
  ///
  /// Of many requests that need the token at the same time, one obtains it and the others wait.
  func token(
    _ name: String, obtain: @escaping @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken
  ) async throws(Failure) -> AccessToken

  /// Sends the user to a page and waits for the address that the browser is sent to afterwards, or that the user pastes.
  ///
  /// - Parameters:
  ///   - redirect: A loopback address is listened on; without a port, on a free one.
  ///   - page: Makes the page's URL for the redirect URL that was settled on.
  ///   - isAnswer: Whether a text is what is waited for; others are ignored.
  func logIn(
    redirect: String, page: @escaping @Sendable (_ redirect: String) -> String,
    isAnswer: @escaping @Sendable (String) -> Bool
  ) async throws(Failure) -> (text: String, redirect: String)

  /// Shows a page and a code to the user, who completes the login while the caller asks for its result.
  func show(_ login: Login) throws(Failure)

  func wait(seconds: Double) async throws(Failure)
}

/// For contexts in which nobody logs in.
extension LoginContext {
  package func token(
    _ name: String, obtain: @escaping @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken
  ) async throws(Failure) -> AccessToken { try await obtain(nil) }

  package func logIn(
    redirect: String, page: @escaping @Sendable (_ redirect: String) -> String,
    isAnswer: @escaping @Sendable (String) -> Bool
  ) async throws(Failure) -> (text: String, redirect: String) { throw Self.nobody }

  package func show(_ login: Login) throws(Failure) { throw Self.nobody }

  package func wait(seconds: Double) async throws(Failure) { throw Self.nobody }

  private static var nobody: Failure { Failure(.unprepared, "Nobody can log in here") }
}

extension KindContext {
  package var clock: Date { now }
}
