import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The method, and how it goes with the body.
@Suite struct MethodTests {
  /// The Body tab of a GET with its kind selected.
  private func editing(_ body: RequestBody? = nil) -> Harness {
    var app = Harness.shop(columns: 120)
    app.show(keys: "2 ]] <Down>") { $0.body = body }
    return app
  }

  private func method(_ app: Harness) -> String? { app.bench.workspace.request?.method }
  private func body(_ app: Harness) -> RequestBody? { app.bench.workspace.request?.body }

  @Test func aKeyOpensTheListOfMethods() {
    var app = editing()
    app.press("m")
    app.expectOnScreen("Method (or type your own)")
    app.press("<Down> <Enter>")
    #expect(method(app) == "POST")
    app.press("m purge <Enter>")
    #expect(method(app) == "PURGE")
  }

  @Test func theKeyOpensTheListFromTheCollectionsToo() {
    var app = editing()
    app.press("1 m")
    app.expectOnScreen("Method (or type your own)")
    app.press("<Down> <Enter>")
    #expect(method(app) == "POST" && app.bench.scope == .collections && app.bench.notice == nil)
  }

  @Test func aWebSocketHasKindsInPlaceOfMethods() {
    var app = Harness.shop(columns: 120)
    app.open("shop/list.json", SavedRequest(url: "wss://h/chat"))
    app.press("2 m")
    app.expectOnScreen("A WebSocket has no method; its kind")
    app.expectNotOnScreen("DELETE")
    app.press("<Enter>")
    #expect(app.bench.workspace.request == SavedRequest(url: "wss://h/chat"))
    app.expectOnScreen("It is a WebSocket: it sends messages, and has no method")
    app.press("m <Down> <Enter>")
    #expect(method(app) == "GET" && app.bench.workspace.request?.kind == .http)
    #expect(app.bench.workspace.request?.url == "https://h/chat")
  }

  @Test func aProgramBecomesAnHTTPRequestOnceItsURLIsTyped() {
    var app = Harness.shop(columns: 120)
    app.open("shop/list.json", SavedRequest(url: "stdio:uvx server"))
    app.press("2 m")
    app.expectOnScreen("A stdio program has no method; its kind")
    app.press("<Enter>")
    app.expectOnScreen("It is a stdio program: it runs its command line, and has no method")
    app.press("m <Down> <Enter>")
    #expect(app.bench.workspace.request == SavedRequest(url: "stdio:uvx server"))
    #expect(app.bench.requestPane.editing?.target == .url)
    app.press("<End> <C-u> https://h/mcp <Enter>")
    #expect(app.bench.workspace.request?.document == ["url": "https://h/mcp"])
  }

  @Test func onlyARequestHasAMethod() {
    var app = Harness.folder("shop")
    app.press("2 m")
    app.expectOnScreen("Only a request has a method")
  }

  @Test func aBodyOfAGetOffersPost() {
    var app = editing()
    app.press("<Right>")
    #expect(body(app) == .json([:]) && method(app) == "GET")
    app.expectOnScreen("A GET usually has no body: m and Enter change it to POST")
    app.press("m <Enter>")
    #expect(method(app) == "POST")
    app.press("<Right>")
    app.expectNotOnScreen("usually has no body")
  }

  @Test func theOfferNamesEscapeWhereTheBodyIsOpen() {
    var app = editing()
    app.press("<Enter> json <Enter>")
    app.expectOnScreen("A GET usually has no body: Esc, m and Enter change it to POST")
    app.press("<Esc> m <Enter>")
    #expect(method(app) == "POST" && body(app) == .json([:]))
  }

  @Test func graphQLAndJSONRPCAreSentWithPost() {
    var app = editing()
    app.press("<Left>")
    #expect(body(app)?.kind == .jsonrpc && method(app) == "POST")
    app.expectOnScreen("POST is the method now: JSON-RPC is sent with it")
    app.press("<Left>")
    #expect(body(app)?.kind == .graphql && method(app) == "POST")
    app.press("<Left>")
    #expect(body(app)?.kind == .file && method(app) == "GET")
    app.expectOnScreen("GET is the method again")
    app.press("<Right>")
    #expect(body(app)?.kind == .graphql && method(app) == "POST")
    app.expectOnScreen("POST is the method now: GraphQL is sent with it")
    app.press("u u u u")
    #expect(body(app) == nil && method(app) == "GET")
  }

  @Test func theMethodOfATypedQueryStays() {
    var app = editing()
    app.press("<Left> <Left>")
    app.bench.workspace.items["shop/list.json"].draft?.edit { $0.request?.body?["query"] = "{ a }" }
    app.press("<Left>")
    #expect(method(app) == "POST")
  }

  @Test func graphQLAsATextIsSentWithPostToo() {
    var app = editing()
    _ = app.bench.route([.request(.textBody("application/graphql"))])
    #expect(body(app) == .text("", type: "application/graphql") && method(app) == "POST")
  }

  @Test func aGetThatIsSentWithABodySaysSo() {
    var app = editing(.json(["a": 1]))
    app.press("<F5>")
    #expect(app.sentID != nil)
    app.expectOnScreen("GET is sent with a body, which servers may ignore: m in the request changes it")
  }
}
