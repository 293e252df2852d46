import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AuthenticationInterceptorTests {
  typealias Interceptor = AuthenticationInterceptor<TokenAuthenticator>

  private func replies(_ count: Int, _ url: String, _ interceptor: Interceptor) async -> [ClientResponse<String>] {
    let session = Session.plain { $0.interceptor = interceptor }
    let tasks = (0..<count).map { _ in session.request(url).validate().serializingString() }
    var responses: [ClientResponse<String>] = []
    for task in tasks { responses.append(await task.response) }
    return responses
  }

  @Test func aGoodCredentialIsSentAndNotRefreshed() async throws {
    let (server, authenticator) = (try TokenServer(accepting: "good"), TokenAuthenticator())
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "good"))
    #expect(await replies(3, server.url, interceptor).map(\.value) == ["good", "good", "good"])
    #expect(authenticator.refreshes.values.isEmpty)
    #expect(server.refusalCount == 0)
  }

  @Test func sixRefusalsAtOnceLeadToOneRefresh() async throws {
    let (server, authenticator) = (try TokenServer(accepting: "new", together: 6), TokenAuthenticator())
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    #expect(await replies(6, server.url, interceptor).allSatisfy { $0.value == "new" })
    #expect(authenticator.refreshes.values == ["old"])
    #expect(server.refusalCount == 6)
    #expect(server.requestCount == 12)
    #expect(interceptor.credential?.text == "new")
  }

  @Test func aStaleCredentialIsReplacedBeforeAnythingIsSent() async throws {
    let (server, authenticator) = (try TokenServer(accepting: "new"), TokenAuthenticator())
    let interceptor = Interceptor(
      authenticator: authenticator, credential: Token(text: "old", requiresRefresh: true))
    #expect(await replies(6, server.url, interceptor).allSatisfy { $0.value == "new" })
    #expect(authenticator.refreshes.values == ["old"])
    #expect(server.requestCount == 6)
  }

  @Test func aRequestDuringAReactiveRefreshIsSentAndRetried() async throws {
    let (server, refreshing, goOn) = (try TokenServer(accepting: "new"), Gate(), Gate())
    let authenticator = TokenAuthenticator { _, _ in
      refreshing.open()
      await goOn.wait()
      return Token(text: "new")
    }
    let session = Session.plain {
      $0.interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    }
    let first = session.request(server.url).validate().serializingString()
    await refreshing.wait()
    let refused = Gate()
    let second = session.request(server.url).validate()
      .eventMonitor(ClosureEventMonitor { _, event in if case .didCompleteTask = event { refused.open() } })
      .serializingString()
    await refused.wait()
    goOn.open()
    #expect(await [first.response.value, second.response.value] == ["new", "new"])
    #expect(server.refusalCount == 2)
    #expect(authenticator.refreshes.values.count == 1)
  }

  @Test func aMessageRejectedWithAnOldTokenIsRetriedWithoutARefresh() async throws {
    let (server, authenticator) = (try TokenServer(accepting: "new"), TokenAuthenticator())
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    let session = Session.plain { $0.interceptor = interceptor }
    // Set after adaptation and before the response.
    let request = session.request(server.url, shouldAutomaticallyResume: false).validate()
      .adapt { message, _ in
        interceptor.credential = Token(text: "new")
        return message
      }
    let reply = request.serializingString()
    request.resume()
    #expect(await reply.response.value == "new")
    #expect(server.refusalCount == 1)
    #expect(authenticator.refreshes.values.isEmpty)
  }

  @Test func aFailedRefreshEndsAllOnceAndStaysFailed() async throws {
    let server = try TokenServer(accepting: "new", together: 6)
    let authenticator = TokenAuthenticator { _, _ in throw RefreshFailed() }
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    for response in await replies(6, server.url, interceptor) {
      #expect(response.error?.underlyingError is RefreshFailed)
      #expect(response.data == Data("refused".utf8))
    }
    #expect(authenticator.refreshes.values.count == 1)
    #expect(server.requestCount == 6)
  }

  @Test func aNewRequestOrCredentialEndsTheFailure() async throws {
    let server = try TokenServer(accepting: "new")
    let isBroken = Mutex(true)
    let authenticator = TokenAuthenticator { _, _ in
      if isBroken.withLock({ $0 }) { throw RefreshFailed() }
      return Token(text: "new")
    }
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    #expect(await replies(1, server.url, interceptor)[0].error?.underlyingError is RefreshFailed)
    isBroken.withLock { $0 = false }
    #expect(await replies(1, server.url, interceptor)[0].value == "new")
    #expect(authenticator.refreshes.values.count == 2)
    interceptor.credential = nil
    #expect(
      await replies(1, server.url, interceptor)[0].error?.underlyingError as? AuthenticationError == .missingCredential)
    interceptor.credential = Token(text: "new")
    #expect(await replies(1, server.url, interceptor)[0].value == "new")
    #expect(authenticator.refreshes.values.count == 2)
  }

  @Test func tooManyRefreshesAreAnError() async throws {
    let server = try TokenServer(accepting: "never")
    let authenticator = TokenAuthenticator { token, _ in Token(text: token.text + "+") }
    let clock = TestClock()
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "t"), clock: clock)
    let error = AuthenticationError.excessiveRefresh(attempts: 5, within: .seconds(30))
    #expect(await replies(1, server.url, interceptor)[0].error?.underlyingError as? AuthenticationError == error)
    #expect(authenticator.refreshes.values == ["t", "t+", "t++", "t+++", "t++++"])
    #expect(await replies(1, server.url, interceptor)[0].error?.underlyingError as? AuthenticationError == error)
    #expect(authenticator.refreshes.values.count == 5)
    clock.advance(by: .seconds(31))
    _ = await replies(1, server.url, interceptor)
    #expect(authenticator.refreshes.values.count == 10)
  }

  @Test func zeroAttemptsFailAtOnceAndNoWindowMeansNoLimit() async throws {
    let server = try TokenServer(accepting: "t+++++++++")
    let authenticator = TokenAuthenticator { token, _ in Token(text: token.text + "+") }
    let none = Interceptor(
      authenticator: authenticator, credential: Token(text: "t"), refreshWindow: RefreshWindow(maximumAttempts: 0))
    #expect(
      await replies(1, server.url, none)[0].error?.underlyingError as? AuthenticationError
        == .excessiveRefresh(attempts: 0, within: .seconds(30)))
    #expect(authenticator.refreshes.values.isEmpty)
    let endless = Interceptor(authenticator: authenticator, credential: Token(text: "t"), refreshWindow: nil)
    #expect(await replies(1, server.url, endless)[0].value == "t+++++++++")
  }

  @Test func withoutCredentialNothingIsSent() async throws {
    let (server, authenticator) = (try TokenServer(accepting: "x"), TokenAuthenticator())
    let response = await replies(1, server.url, Interceptor(authenticator: authenticator))[0]
    guard case .requestAdaptationFailed(AuthenticationError.missingCredential) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(server.requestCount == 0)
  }

  @Test func aRefreshThroughTheSameSessionBypassesTheInterceptor() async throws {
    let tokens = try RawServer { client in
      try client.readHead()
      try client.respond(body: "new")
    }
    for isStale in [true, false] {
      let server = try TokenServer(accepting: "new")
      let authenticator = TokenAuthenticator { _, session in
        Token(text: try await session.request(tokens.url).validate().serializingString().value)
      }
      let interceptor = Interceptor(
        authenticator: authenticator, credential: Token(text: "old", requiresRefresh: isStale))
      #expect(await replies(1, server.url, interceptor)[0].value == "new")
    }
    #expect(tokens.received.count == 2)
    #expect(tokens.received.allSatisfy { !$0.contains("Authorization") })
  }

  @Test func aRejectedRefreshFailsInsteadOfWaitingForItself() async throws {
    let server = try TokenServer(accepting: "new")
    let authenticator = TokenAuthenticator { _, session in
      Token(text: try await session.request(server.url).validate().serializingString().value)
    }
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    let error = await replies(1, server.url, interceptor)[0].error?.underlyingError
    #expect(error?.asRequestError?.responseCode == 401)
    #expect(authenticator.refreshes.values.count == 1)
  }

  @Test func cancellingOneLeavesTheRefreshToTheOthers() async throws {
    let (server, refreshing, goOn) = (try TokenServer(accepting: "new", together: 2), Gate(), Gate())
    let authenticator = TokenAuthenticator { _, _ in
      refreshing.open()
      await goOn.wait()
      try Task.checkCancellation()
      return Token(text: "new")
    }
    let session = Session.plain {
      $0.interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    }
    let requests = (0..<2).map { _ in session.request(server.url).validate() }
    let tasks = requests.map { $0.serializingString() }
    await refreshing.wait()
    requests[0].cancel()
    #expect(await tasks[0].response.error?.isExplicitlyCancelled == true)
    goOn.open()
    #expect(await tasks[1].response.value == "new")
    #expect(server.requestCount == 3)
  }

  @Test func aCredentialSetDuringARefreshOverridesIt() async throws {
    let (server, refreshing, goOn) = (try TokenServer(accepting: "mine"), Gate(), Gate())
    let authenticator = TokenAuthenticator { _, _ in
      refreshing.open()
      await goOn.wait()
      return Token(text: "late")
    }
    let interceptor = Interceptor(authenticator: authenticator, credential: Token(text: "old"))
    let session = Session.plain { $0.interceptor = interceptor }
    let task = session.request(server.url).validate().serializingString()
    await refreshing.wait()
    interceptor.credential = Token(text: "mine")
    goOn.open()
    #expect(await task.response.value == "mine")
    #expect(interceptor.credential?.text == "mine")
  }

  @Test func theMessagesSayWhatToDo() {
    #expect(AuthenticationError.missingCredential.description == "There is no credential to send — sign in first")
    #expect(
      AuthenticationError.excessiveRefresh(attempts: 5, within: .seconds(30)).description
        == "The credential was refreshed 5 times in 30.0 seconds and is still refused — sign in again")
  }
}
