import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The dialog while a request waits for the user to log in, and the token that it gets.
@Suite struct LoginTests {
  private func waiting(_ login: Login) -> (app: Harness, id: ExchangeID) {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.bench.workspace.exchange!.id
    app.receive(.exchange(id, .login(login)))
    return (app, id)
  }

  private let page = Login(url: "https://auth.test/authorize?client_id=shop", acceptsRedirect: true)

  @Test func thePageIsOpenedAndItsURLShown() {
    let (app, _) = waiting(page)
    #expect(app.effects == [.openPage(page.url)])
    app.expectOnScreen("Log in at auth.test")
    app.expectOnScreen("https://auth.test/authorize?client_id=shop")
  }

  @Test func theCodeOfADeviceIsShown() {
    let (app, _) = waiting(Login(url: "https://auth.test/device", userCode: "WDJB-MJHT", acceptsRedirect: false))
    app.expectOnScreen("Enter the code WDJB-MJHT at https://auth.test/device")
    app.expectNotOnScreen("paste")
  }

  @Test func theAddressThatTheBrowserWasSentToIsPassedOn() {
    var (app, id) = waiting(page)
    app.press("p")
    app.type("http://127.0.0.1:1/callback?code=c&state=s")
    app.press("<Enter>")
    #expect(app.effects == [.exchange(.completeLogin(id, "http://127.0.0.1:1/callback?code=c&state=s"))])
  }

  @Test(arguments: ["", "p"]) func theDialogsCloseWhenTheLoginIsOver(_ keys: String) {
    var (app, id) = waiting(page)
    app.press(keys)
    app.expectOnScreen("Log in")
    app.receive(.exchange(id, .loginEnded))
    app.expectNotOnScreen("Log in")
  }

  @Test func sendingShowsTheLoginAgain() {
    var (app, id) = waiting(page)
    app.press("<Esc>")
    app.expectOnScreen("Waiting for the login at auth.test: F5 shows it again")
    app.expectOnScreen("⏎ log in")
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Log in at auth.test")
    app.receive(.exchange(id, .loginEnded))
    app.expectOnScreen("Waiting for a response")
    app.press("<F5>")
    app.expectOnScreen("Already running: Ctrl+C cancels it")
  }

  // MARK: Tokens

  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  /// A request with OAuth 2, whose Auth tab is shown.
  private func authTab(_ change: (inout RequestAuth) -> Void = { _ in }) -> Harness {
    var app = Harness.shop()
    var auth = RequestAuth(.oauth2)
    change(&auth)
    var request = SavedRequest.list
    request.auth = auth
    app.open("shop/list.json", request)
    app.press("2 ] ] ]")
    return app
  }

  private func lookup(_ app: Harness) -> SendJob? {
    app.effects.compactMap { if case .exchange(.findToken(let job)) = $0 { job } else { nil } }.first
  }

  @Test func theAuthTabLooksUpTheKeptTokenWhenItIsShown() throws {
    var app = authTab()
    let job = try #require(lookup(app))
    app.press("j")
    #expect(lookup(app) == nil)
    app.receive(.exchange(job.id, .token(.held(expires: now + 60), now: now)))
    app.expectOnScreen("Token valid until 2023-11-14 22:14:20; t fetches a new one")
    app.receive(.exchange(job.id, .token(.missing, now: now)))
    app.expectOnScreen("Token valid until")
  }

  @Test func theAuthTabSaysThatATokenHasExpiredOrIsMissing() throws {
    for (state, text) in [
      (TokenState.held(expires: now), "Token expired 2023-11-14 22:13:20; F5 renews it, t fetches a new one"),
      (.held(expires: nil), "Token valid as long as the server accepts it; t fetches a new one"),
      (.missing, "No token yet: F5 fetches one and sends, t only fetches one"),
    ] {
      var app = authTab()
      app.receive(.exchange(try #require(lookup(app)).id, .token(state, now: now)))
      app.expectOnScreen(text)
    }
  }

  @Test func aTokenThatCannotBeFetchedIsOneMessage() throws {
    var app = authTab()
    app.receive(.exchange(try #require(lookup(app)).id, .token(.missing, now: now)))
    app.press("t")
    let id = try #require(app.sentID)
    app.receive(.exchange(id, .ended(.failed(id, .refused, "localhost:1 refused the connection"), sentBody: nil)))
    let failures = app.bench.messages.entries.filter { $0.notice.kind == .failure }
    #expect(failures.count == 1 && failures.first?.count == 1)
  }

  @Test func theTokenOfAFolderIsFetchedByItsRequests() {
    var app = Harness.folder("shop", columns: 120)
    app.receive(
      .workspace(.opened("shop/collection.json", .success(.sample(.collection, ["auth": ["oauth2": [:]]])))))
    app.press("2 t")
    app.expectOnScreen("Select a request that inherits this auth")
  }

  @Test func anotherAuthTabHasAnotherToken() throws {
    var app = authTab()
    app.receive(.exchange(try #require(lookup(app)).id, .token(.held(expires: now + 60), now: now)))
    app.press("<Home> j j l")
    #expect(lookup(app) != nil)
    app.expectNotOnScreen("Token valid")
  }

  /// Opens the Token URL and types one, then goes on to the client ID.
  private func typingClient(after state: TokenState?) throws -> Harness {
    var app = authTab()
    if let state { app.receive(.exchange(try #require(lookup(app)).id, .token(state, now: now))) }
    for _ in 0..<20 where app.bench.requestPane.selectedRow != tokenURL { app.press("j") }
    app.press("<Enter>")
    app.type("https://auth.test/token")
    app.press("<Tab>")
    return app
  }

  private let tokenURL = FormRow.setting(
    PlacedField(Field("accessTokenUrl", "", ""), in: "auth", kind: AuthKind.oauth2.name))

  private func expectNextIsSecret(_ app: inout Harness) {
    app.type("client1")
    app.press("<Tab>")
    app.type("SECRET")
    app.press("<Esc>")
    let auth = app.bench.workspace.request?.auth
    #expect(auth?["clientId"]?.string == "client1")
    #expect(auth?["clientSecret"]?.string == "SECRET")
  }

  @Test func tabGoesToTheNextFieldAlthoughTheStateOfTheTokenAppeared() throws {
    var app = try typingClient(after: nil)
    app.receive(.exchange(try #require(lookup(app)).id, .token(.missing, now: now)))
    app.expectOnScreen("No token yet")
    expectNextIsSecret(&app)
  }

  @Test func tabGoesToTheNextFieldAlthoughTheStateOfTheTokenVanished() throws {
    var app = try typingClient(after: .missing)
    app.expectNotOnScreen("No token yet")
    expectNextIsSecret(&app)
  }

  @Test func theSelectedFieldStaysWhenTheStateOfTheTokenAppears() throws {
    var app = authTab()
    let job = try #require(lookup(app))
    for _ in 0..<20 where app.bench.requestPane.selectedRow != tokenURL { app.press("j") }
    app.receive(.exchange(job.id, .token(.missing, now: now)))
    #expect(app.bench.requestPane.selectedRow == tokenURL)
  }

  @Test func theAuthTabShowsTheTokenOfTheLastSend() {
    var app = authTab()
    app.press("<F5>")
    app.receive(.exchange(app.bench.workspace.exchange!.id, .token(.held(expires: now + 60), now: now)))
    app.expectOnScreen("Token valid until 2023-11-14 22:14:20; t fetches a new one")
  }

  /// A request whose token is being fetched.
  private func fetching() throws -> (app: Harness, job: SendJob) {
    var app = authTab()
    app.press("t")
    guard case .send(let job)? = app.effects.first else { throw Problem("\(app.effects)") }
    #expect(job.fetchesToken && app.bench.workspace.exchange == nil)
    app.expectOnScreen("Fetching a token…")
    return (app, job)
  }

  @Test(arguments: [
    (60, "Token fetched, expires in 60 s"), (3599.9, "Token fetched, expires in 60 min"),
    (36_000, "Token fetched, expires in 10 h"), (864_000, "Token fetched, expires in 10 days"),
  ]) func aTokenIsFetchedWithoutSendingTheRequest(_ seconds: TimeInterval, _ notice: String) throws {
    var (app, job) = try fetching()
    app.receive(.exchange(job.id, .token(.held(expires: now + seconds), now: now)))
    app.expectOnScreen(notice)
    app.expectOnScreen("Token valid until 2023-11-")
  }

  @Test func aTokenThatCannotBeFetchedSaysWhy() throws {
    var (app, job) = try fetching()
    let exchange = Exchange(
      id: job.id, request: job.request, startedAt: now,
      outcome: .failed(Failure(.other, "No token here"), partial: nil),
      duration: .zero)
    app.receive(.exchange(job.id, .ended(exchange, sentBody: nil)))
    app.expectOnScreen("No token here")
    app.expectNotOnScreen("Fetching")
  }

  @Test func fetchingATokenCanBeCancelledAndItsLoginClosed() throws {
    var (app, job) = try fetching()
    app.press("t")
    app.expectOnScreen("Already fetching a token: Ctrl+C cancels it")
    app.receive(.exchange(job.id, .login(page)))
    app.expectOnScreen("Log in at auth.test")
    app.receive(.exchange(job.id, .loginEnded))
    app.press("<C-c>")
    #expect(app.effects == [.cancel(job.id)])
    let exchange = Exchange(
      id: job.id, request: job.request, startedAt: now, outcome: .cancelled(partial: nil), duration: .zero)
    app.receive(.exchange(job.id, .ended(exchange, sentBody: nil)))
    app.expectOnScreen("Cancelled")
  }

  @Test func fetchingShowsTheLoginAgain() throws {
    var (app, job) = try fetching()
    app.receive(.exchange(job.id, .login(page)))
    app.press("<Esc>")
    app.expectOnScreen("Waiting for the login at auth.test")
    app.press("t")
    app.expectOnScreen("Log in at auth.test")
    #expect(app.effects == [])
  }

  @Test func onlyARequestWithOAuth2HasAToken() {
    var app = Harness.shop()
    app.press("2 t")
    #expect(app.effects == [])
    app.expectOnScreen("Only a request with OAuth 2 has a token")
    var fixed = authTab { $0["accessToken"] = "abc" }
    #expect(lookup(fixed) == nil)
    fixed.press("t")
    fixed.expectOnScreen("The request has a fixed access token")
  }

  @Test func theFormHasOnlyTheFieldsOfTheGrant() {
    var request = SavedRequest.list
    request.auth = RequestAuth(.oauth2)
    func labels() -> [String] {
      FileForm.rows(of: .request(request), tab: .auth).compactMap { row in
        if case .setting(let field) = row { field.label } else { nil }
      }
    }
    #expect(
      labels() == [
        "Kind", "Grant", "Token URL", "Client ID", "Client secret", "Scope", "Client auth", "Audience", "Resource",
        "Send in", "Prefix",
      ])
    request.auth?["grant_type"] = "device_code"
    #expect(labels().contains("Device URL") && !labels().contains("Authorization URL"))
  }
}
