package import Foundation

/// A login that only the user can complete, in a browser.
package struct Login: Equatable, Sendable {
  /// The page to open.
  package var url: String
  /// The code to enter there, for the device grant.
  package var userCode: String?
  /// Whether the user can paste the address that the browser was redirected to.
  package var acceptsRedirect: Bool

  package init(url: String, userCode: String? = nil, acceptsRedirect: Bool) {
    self.url = url
    self.userCode = userCode
    self.acceptsRedirect = acceptsRedirect
  }

  /// The server that the page is on.
  package var host: String { URLHost.text(of: url) }
}

/// The services for kinds that need a login.
package protocol LoginContext: Sendable {
  /// The time of the wall clock: a login takes longer than a request.
  var clock: Date { get }

  /// Returns the kept token called `name` if it is usable. Otherwise calls `obtain` and keeps its result.
  ///
  /// Of several requests that need the token at the same time, one obtains it and the others wait.
  func token(
    _ name: String, obtain: @escaping @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken
  ) async throws(Failure) -> AccessToken

  /// Opens a page for the user and waits for the redirect, or for its address to be pasted.
  ///
  /// - Parameters:
  ///   - redirect: The redirect URL. The program listens on a loopback address; without a port, on a free one.
  ///   - page: Returns the page's URL for the final redirect URL.
  ///   - isRedirect: Whether a text is the redirect of this login. Others are ignored.
  func logIn(
    redirect: String, page: @escaping @Sendable (_ redirect: String) -> String,
    isRedirect: @escaping @Sendable (String) -> Bool
  ) async throws(Failure) -> (text: String, redirect: String)

  /// Shows a page and a code to the user while the caller polls for the result.
  func show(_ login: Login) throws(Failure)

  func wait(seconds: Double) async throws(Failure)
}

/// For contexts without a user.
extension LoginContext {
  package func token(
    _ name: String, obtain: @escaping @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken
  ) async throws(Failure) -> AccessToken { try await obtain(nil) }

  package func logIn(
    redirect: String, page: @escaping @Sendable (_ redirect: String) -> String,
    isRedirect: @escaping @Sendable (String) -> Bool
  ) async throws(Failure) -> (text: String, redirect: String) { throw Self.nobody }

  package func show(_ login: Login) throws(Failure) { throw Self.nobody }

  package func wait(seconds: Double) async throws(Failure) { throw Self.nobody }

  private static var nobody: Failure { Failure(.unprepared, "Cannot log in without a terminal or screen") }
}

extension KindContext {
  package var clock: Date { now }
}
