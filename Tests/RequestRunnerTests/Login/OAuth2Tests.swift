import Foundation
import Interchange
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// OAuth 2 against Authlib's server: how tokens are obtained, kept, renewed and hidden.
@Suite(.timeLimit(.minutes(2)))
struct OAuth2Tests {
  private static let shared = Task { try await AuthlibServer() }

  private let server: String
  private let client: String
  private let folder = TemporaryPath("workbench-oauth")
  private var home: String { folder.path }
  private let recorded = Recorder<Exchange>()

  init() async throws {
    server = try await Self.shared.value.url
    client = "basic-" + UUID().uuidString.prefix(8).lowercased()
  }

  // MARK: The parts

  private func engine() -> SendEngine {
    SendEngine(client: Session()) { [recorded] exchange, _ in recorded.record(exchange) }
  }

  private func kept(_ environment: String = "local") -> KeptTokens {
    KeptTokens(SecretStore(UserFolders(data: home)), collection: "/shop", environment: environment)
  }

  /// The tokens that are kept for the test's collection.
  private func tokens(_ environment: String = "local") throws -> [AccessToken] {
    let store = SecretStore(UserFolders(data: home))
    return try store.keys(of: "/shop").map(\.key).filter { $0.environment == environment }
      .compactMap { try store.value($0).flatMap(AccessToken.init(kept:)) }
  }

  private func letTokensExpire() throws {
    let store = SecretStore(UserFolders(data: home))
    for key in try store.keys(of: "/shop").map(\.key) {
      guard var token = try store.value(key).flatMap(AccessToken.init(kept:)) else { continue }
      token.expires = Date(timeIntervalSince1970: 0)
      try store.set(token.kept, for: key)
    }
  }

  private func job(
    _ settings: String, client: String? = nil, environment: String = "local", at server: String? = nil,
    captures: String = "", _ change: (inout SavedRequest) -> Void = { _ in }
  ) throws -> SendEngine.Job {
    let (client, server) = (client ?? self.client, server ?? self.server)
    let hasSecret = client.hasPrefix("basic") || client.hasPrefix("post")
    var request = try SavedRequest(
      json: """
        { "method": "GET", "url": "\(server)/api", "captures": [\(captures)],
          "auth": { "oauth2": { "accessTokenUrl": "\(server)/token",
          "authUrl": "\(server)/authorize", "deviceAuthUrl": "\(server)/device_authorization", "clientId": "\(client)",
          \(settings.isEmpty ? "" : settings + ",") "clientSecret": "\(hasSecret ? client + "-secret" : "")" } } }
        """)
    change(&request)
    let tokens = kept(environment)
    return SendEngine.Job(request: request) { _ in
      var inputs = RunInputs(baseFolder: "/nowhere")
      inputs.tokens = tokens
      return inputs
    }
  }

  private func send(_ job: SendEngine.Job, _ engine: SendEngine? = nil) async throws -> Exchange {
    try #require(await (engine ?? self.engine()).events(job).exchange)
  }

  /// Sends a request that waits for a login, and lets `user` complete it.
  private func send(
    _ job: SendEngine.Job, user: @escaping @Sendable (Login, Run) async throws -> Void
  ) async throws -> Exchange {
    var job = job
    job.options.canLogIn = true
    let run = engine().run(job)
    var exchange: Exchange?
    var logins = 0
    for await event in run.start() {
      switch event {
      case .login(let login):
        logins += 1
        try await user(login, run)
      case .loginEnded: logins -= 1
      case .ended(let ended, _): exchange = ended
      default: break
      }
    }
    #expect(logins == 0)
    return try #require(exchange)
  }

  /// The response that a browser gets at a URL after redirects.
  @discardableResult
  private func get(_ url: String) async throws -> Response {
    let events = await SendEngine(client: Session()) { _, _ in }.events(SavedRequest(url: url))
    return try #require(events.exchange?.response, "\(url)")
  }

  /// The requests of the client to the token endpoint.
  private func requests(_ client: String? = nil, at server: String? = nil) async throws -> [[String: String]] {
    let response = try await get("\(server ?? self.server)/requests?client=\(client ?? self.client)")
    return try JSONDecoder().decode([[String: String]].self, from: response.body)
  }

  private func grants(_ client: String? = nil) async throws -> [String] {
    try await requests(client).compactMap { $0["grant_type"] }
  }

  private func hops(_ exchange: Exchange) -> [String] {
    exchange.timeline.hops.map { hop in
      "\(hop.method) \(hop.url.dropFirst(server.count)) \(hop.status ?? 0)\(hop.isAuxiliary ? " auth" : "")"
    }
  }

  private static let password =
    #""grant_type": "password_credentials", "username": "ada", "password": "pass phrase/+1""#

  // MARK: Grants

  @Test func clientCredentialsAreSentOnceAndTheTokenIsKeptOverARestart() async throws {
    let settings = #""scope": "read write", "audience": "https://api.test""#
    let first = try await send(job(settings))
    #expect(first.response?.status == 200, "\(first.outcome)")
    #expect(hops(first) == ["POST /token 200 auth", "GET /api 200"])
    let second = try await send(job(settings))
    #expect(hops(second) == ["GET /api 200"])
    #expect(
      try await requests() == [
        [
          "client": client, "grant_type": "client_credentials", "scope": "read write", "audience": "https://api.test",
        ]
      ])
    #expect(try tokens().count == 1)
  }

  @Test func theClientMayProveItselfInTheBody() async throws {
    let client = "post-" + UUID().uuidString.prefix(8)
    let exchange = try await send(job(#""client_authentication": "body""#, client: client))
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
    #expect(try await requests(client).map { $0["client_secret"] } == [client + "-secret"])
  }

  @Test func theClientMayProveItselfWithAnAssertionThatItSigns() async throws {
    let client = "signing-" + UUID().uuidString.prefix(8)
    let key = JSONString(try await AuthServer.privateKey("rsa")).escaped
    let settings = #""client_authentication": "private_key_jwt", "kid": "k", "privateKey": "\#(key)""#
    let exchange = try await send(job(settings, client: client))
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
    let broken = try await send(job(settings.replacing("BEGIN", with: "BEGINNING"), client: client + "-2"))
    #expect(broken.outcome.failure?.sentence.hasPrefix("The private key is not a key in PEM") == true)
  }

  @Test func anExpiredTokenIsRefreshedBeforeTheRequestIsSent() async throws {
    _ = try await send(job(Self.password))
    try letTokensExpire()
    let exchange = try await send(job(Self.password))
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
    #expect(hops(exchange) == ["POST /token 200 auth", "GET /api 200"])
    let grants = try await grants()
    #expect(grants == ["password", "refresh_token"])
  }

  @Test(arguments: [false, true])
  func aTokenThatTheServerHasForgottenIsRefreshedOnceAndTheRequestRepeated(capturesSecret: Bool) async throws {
    let capture = #"{ "name": "t", "query": "jsonpath", "expression": "$.echo", "secret": true }"#
    _ = try await send(job(Self.password))
    try await get("\(server)/drop?client=\(client)")
    let exchange = try await send(
      job(Self.password, captures: capturesSecret ? capture : "") { request in
        request.method = "POST"
        request.body = .text("again", type: nil)
      })
    #expect(hops(exchange) == ["POST /api 401", "POST /token 200 auth", "POST /api 200"])
    #expect(exchange.timeline.hops.map(\.attempt) == [1, 1, 2])
    let body = try #require(exchange.response).body
    let echo = capturesSecret ? "*****" : "again"
    #expect(String(decoding: body, as: UTF8.self).contains(#""echo":"\#(echo)""#))
    #expect(try await grants() == ["password", "refresh_token"])
  }

  @Test func whereTheRefreshTokenIsNoGoodTheGrantBeginsAnew() async throws {
    _ = try await send(job(Self.password))
    try await get("\(server)/drop?client=\(client)&refresh")
    let exchange = try await send(job(Self.password))
    #expect(
      hops(exchange) == ["GET /api 401", "POST /token 400 auth", "POST /token 200 auth", "GET /api 200"])
  }

  @Test func aFreshTokenThatIsRefusedIsNotRequestedAgain() async throws {
    let settings = #""headerPrefix": "Wrong""#
    let exchange = try await send(job(settings))
    #expect(hops(exchange) == ["POST /token 200 auth", "GET /api 401"])
  }

  @Test func twoHundredRequestsAtOnceRequestOneToken() async throws {
    let engine = engine()
    let job = try job(Self.password)
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          var job = job
          job.id = ExchangeID()
          return await engine.events(job).exchange?.response?.status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 200))
    #expect(try await grants() == ["password"])
  }

  @Test func aTokenThatAnotherProgramIsGettingIsWaitedForOnlySoLong() async throws {
    let job = try job(Self.password)
    let own = try #require(try await send(job).response)
    #expect(own.status == 200)
    let store = SecretStore(UserFolders(data: home))
    let key = try #require(try store.keys(of: "/shop").first?.key)
    try letTokensExpire()
    let lock = try #require(try store.lockToken(key))
    #expect(try store.lockToken(key) == nil)
    var impatient = job
    impatient.inputs = { [kept = kept()] _ in
      var inputs = RunInputs(baseFolder: "/nowhere")
      inputs.tokens = kept
      inputs.tokens?.patience = .milliseconds(20)
      return inputs
    }
    let exchange = try await send(impatient)
    #expect(
      exchange.outcome.failure?.sentence
        == "Another workbench is still fetching this token after 0 s — complete or cancel its login, then send again")
    lock.release()
    #expect(try await send(job).response?.status == 200)
    #expect(try await grants() == ["password", "refresh_token"])
  }

  @Test func theServersClockDoesNotMatter() async throws {
    let own = try await AuthlibServer()
    try await get("\(own.url)/set?skew=86400")
    let early = try await send(job(Self.password, at: own.url))
    #expect(early.response?.status == 200, "\(early.outcome)")
    // The server's clock is put right by a day, and takes the token for expired.
    try await get("\(own.url)/set?skew=172800")
    let late = try await send(job(Self.password, at: own.url))
    #expect(late.response?.status == 200, "\(late.outcome)")
    #expect(try await requests(at: own.url).map { $0["grant_type"] } == ["password", "refresh_token"])
  }

  @Test func environmentsHaveTokensOfTheirOwn() async throws {
    _ = try await send(job(Self.password, environment: "one"))
    _ = try await send(job(Self.password, environment: "two"))
    #expect(try await grants() == ["password", "password"])
    #expect(try tokens("one").map(\.value) != tokens("two").map(\.value))
  }

  @Test func aTokenIsFetchedByItselfWhenTheUserAsksForIt() async throws {
    _ = try await send(job(Self.password))
    let former = try #require(try tokens().first)
    var again = try job(Self.password)
    again.fetchesToken = true
    let events = await engine().events(again)
    #expect(try await grants() == ["password", "password"])
    let token = try #require(try tokens().first)
    #expect(token.value != former.value)
    #expect(events.contains { if case .token(.held(_?)) = $0 { true } else { false } })
    #expect(hops(try #require(events.exchange)) == ["POST /token 200 auth"] && recorded.values.count == 1)
    #expect(hops(try await send(job(Self.password))) == ["GET /api 200"])
  }

  @Test func theKeptTokenIsFoundWithoutSendingAnything() async throws {
    #expect(await engine().keptToken(try job(Self.password)) == .missing)
    #expect(await engine().keptToken(try job(#""accessToken": "fixed""#)) == nil)
    #expect(await engine().keptToken(try job(#""scope": "{{unknown}}""#)) == nil)
    _ = try await send(job(Self.password))
    try letTokensExpire()
    #expect(await engine().keptToken(try job(Self.password)) == .held(expires: Date(timeIntervalSince1970: 0)))
    #expect(await engine().keptToken(try job(Self.password, environment: "other")) == .missing)
    #expect(try await grants() == ["password"])
  }

  @Test func theTokenMayGoIntoTheQuery() async throws {
    let exchange = try await send(job(#""addTokenTo": "queryParams""#))
    #expect(exchange.sent?.url == "\(server)/api?access_token=\(SecretMask.mark)")
  }

  // MARK: Logins

  private func publicClient() -> String { "public-" + UUID().uuidString.prefix(8) }

  private static let code = #""grant_type": "authorization_code_with_pkce""#

  @Test func theBrowserReturnsToTheProgramAfterALogin() async throws {
    let client = publicClient()
    let exchange = try await send(job(Self.code, client: client)) { login, _ in
      #expect(login.acceptsRedirect && login.url.contains("code_challenge_method=S256"))
      let page = try await get(login.url)
      #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("Logged in"))
    }
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
    let request = try #require(try await requests(client).first)
    #expect(request["grant_type"] == "authorization_code" && request["code_verifier"]?.count == 43)
    let again = try await send(job(Self.code, client: client))
    #expect(hops(again) == ["GET /api 200"])
  }

  @Test func onlyTheRedirectOfThisLoginIsTaken() async throws {
    let client = publicClient()
    let exchange = try await send(job(Self.code, client: client)) { login, run in
      let redirect = try #require(
        URLComponents(string: login.url)?.queryItems?.first { $0.name == "redirect_uri" }?.value)
      #expect(try await get(redirect + "?code=forged&state=forged").status == 400)
      #expect(try await get(redirect + "?error=access_denied").status == 400)
      #expect(try await get(redirect.replacing("callback", with: "favicon.ico")).status == 404)
      #expect(!run.completeLogin(redirect + "?code=forged&state=forged"))
      try await get(login.url)
    }
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
  }

  @Test func theAddressMayBePasted() async throws {
    let settings = Self.code + #", "redirect_uri": "http://127.0.0.1.example.invalid/callback""#
    let exchange = try await send(job(settings, client: publicClient())) { login, run in
      var request = SavedRequest(url: login.url)
      request.options.followsRedirects = false
      let page = await SendEngine(client: Session()) { _, _ in }.events(request).exchange?.response
      let address = try #require(page?.headers.first("Location"))
      #expect(run.completeLogin("  \(address)\n"))
    }
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
  }

  @Test func theTokenOfAnImplicitLoginIsInTheFragment() async throws {
    let exchange = try await send(job(#""grant_type": "implicit""#, client: publicClient())) { login, run in
      var request = SavedRequest(url: login.url)
      request.options.followsRedirects = false
      let page = await SendEngine(client: Session()) { _, _ in }.events(request).exchange?.response
      let address = try #require(page?.headers.first("Location"))
      #expect(run.completeLogin(address))
    }
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
  }

  @Test func aRefusedLoginSaysWhatTheServerSaid() async throws {
    let settings = Self.code + #", "authRequestParams": [{ "name": "deny", "value": "1" }]"#
    let exchange = try await send(job(settings, client: publicClient())) { login, _ in try await get(login.url) }
    #expect(
      exchange.outcome.failure?.sentence.contains("gave no token: \"access_denied\": ") == true, "\(exchange.outcome)")
  }

  @Test func aDeviceAsksForTheTokenUntilTheUserHasTypedItsCode() async throws {
    let client = publicClient()
    let settings = #""grant_type": "device_code""#
    let exchange = try await send(job(settings, client: client)) { login, _ in
      #expect(!login.acceptsRedirect)
      try await get("\(server)/verify?user_code=\(try #require(login.userCode))")
    }
    #expect(exchange.response?.status == 200, "\(exchange.outcome)")
    let denied = try await send(job(settings, client: publicClient())) { login, _ in
      try await get("\(server)/verify?user_code=\(try #require(login.userCode))&state=denied")
    }
    #expect(denied.outcome.failure?.sentence.contains("\"access_denied\"") == true, "\(denied.outcome)")
  }

  @Test func whereNobodyCanLogInASentenceSaysSo() async throws {
    let exchange = try await send(job(Self.code, client: publicClient()))
    let host = server.dropFirst("http://".count)
    #expect(
      exchange.outcome.failure?.sentence
        == "\(host) needs a login, which cannot be shown here — send it once from a terminal or the screen")
  }

  @Test func aRunThatWaitsForALoginCanBeCancelled() async throws {
    let exchange = try await send(job(Self.code, client: publicClient())) { _, run in run.cancel() }
    #expect(exchange.outcome == .cancelled(partial: nil))
  }

  // MARK: Refusals

  @Test func aRefusalQuotesTheServer() async throws {
    let exchange = try await send(job("") { request in request.auth?["clientSecret"] = "wrong-secret" })
    let sentence = try #require(exchange.outcome.failure?.sentence)
    #expect(
      sentence.hasPrefix(
        "\(server.dropFirst("http://".count))/token gave no token: 401 \"invalid_client\": The client cannot"))
    #expect(sentence.hasSuffix(" — check the client ID, the client secret and how the client authenticates"))
    #expect(hops(exchange) == ["POST /token 401 auth"])
  }

  @Test func aPreviewBeforeTheFirstTokenSaysWhatIsFetchedFirst() async throws {
    let preview = await engine().preview(try job(Self.password))
    #expect(preview.notes.contains("No token yet: sending fetches one from \(server)/token first"), "\(preview.notes)")
    #expect(preview.problem == nil)
    let login = await engine().preview(try job(Self.code, client: publicClient()))
    #expect(login.awaited?.hasPrefix("No token yet: sending asks you to log in at ") == true, "\(login.notes)")
  }

  @Test func whatIsMissingIsNamed() async throws {
    let exchange = try await send(
      job("") { request in request.auth?["accessTokenUrl"] = nil })
    #expect(
      exchange.outcome.failure?.sentence
        == "OAuth 2 has no token url — type it in the Auth tab, or set \"accessTokenUrl\"")
  }

  // MARK: Secrecy

  @Test func noTokenShowsInWhatIsKeptOrExported() async throws {
    _ = try await send(job(Self.password))
    let former = try #require(try tokens().first)
    try await get("\(server)/drop?client=\(client)")
    let exchange = try await send(job(Self.password))
    let token = try #require(try tokens().first)
    let har = HARExport.archive(of: exchange, version: "1").rendered()
    // The request itself, with what the user wrote, is masked when it is recorded.
    let all = "\(recorded.values)\n\(exchange.log)\n\(exchange.timeline)\n\(har)"
    #expect(recorded.values.count == 2 && exchange.response?.status == 200)
    for secret in former.secrets + token.secrets + ["pass phrase/+1", "\(client)-secret"] {
      #expect(!all.contains(secret))
      #expect(!all.contains(Data(secret.utf8).base64EncodedString()))
    }
    #expect(!all.contains(Data("\(client):\(client)-secret".utf8).base64EncodedString()))
  }
}
