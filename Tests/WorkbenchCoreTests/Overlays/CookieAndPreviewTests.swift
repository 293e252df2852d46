import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct CookieAndPreviewTests {
  @Test func theRequestWithItsEditsIsPreviewedAndOnlyTheLastPreviewIsShown() {
    var app = Harness.shop(columns: 80, rows: 14)
    app.press("<F7>")
    guard case .preview(let first)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    #expect(first.request == .list)
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
    app.receive(.previewed(first.id, PreviewText(lines: ["GET /old HTTP/1.1"], notes: [])))
    #expect(app.bench.overlays.isEmpty)
    app.press("<F7>")
    guard case .preview(let second)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    app.receive(.previewed(first.id, PreviewText(lines: ["GET /old HTTP/1.1"], notes: [])))
    app.expectOnScreen("Preparing the request…")
    app.receive(
      .previewed(
        second.id, PreviewText(lines: ["GET /list HTTP/1.1", "Host: shop.example", ""], notes: ["Auth: None"])))
    for text in ["Preview", "Auth: None", "GET /list HTTP/1.1", "Host: shop.example"] { app.expectOnScreen(text) }
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  private static let cookies = [
    StoredCookie(
      name: "sid", domain: "shop.example", path: "/", detail: "until 2027-01-01T00:00:00Z, Secure",
      text: "https://shop.example/ sid=1; Path=/; Secure"),
    StoredCookie(
      name: "theme", domain: "shop.example", path: "/a", detail: "session cookie", isSession: true,
      text: "http://shop.example/ theme=dark; Path=/a"),
  ]

  @Test func cookiesAreFoundEditedDeletedAndAdded() {
    var app = Harness.shop(columns: 80, rows: 20)
    app.press("<F8>")
    #expect(app.effects == [.cookies(.list, of: app.bench.workspace.environment)])
    func open(_ keys: String) {
      app.receive(.cookies(.listed(Self.cookies, environment: "live")))
      app.expectOnScreen("Cookies of live")
      app.press(keys)
    }
    open("theme <Enter>")
    app.expectOnScreen("shop.example/a · session cookie")
    app.press("d")
    #expect(app.effects == [.cookies(.delete(Self.cookies[1]), of: "live")])
    open("sid <Enter> e <BS> <Enter>")
    #expect(
      app.effects == [
        .cookies(
          .set("https://shop.example/ sid=1; Path=/; Secur", replacing: Self.cookies[0]), of: "live")
      ])
    open("add <Enter> https://shop.example/ <Enter>")
    app.expectOnScreen("Type its URL, a space, then its name=value")
    app.type(" a=1")
    app.press("<Enter>")
    #expect(app.effects == [.cookies(.set("https://shop.example/ a=1", replacing: nil), of: "live")])
  }

  @Test(arguments: ["clear <Enter>", "<C-x>"]) func sessionCookiesAreClearedByARowAndByAKey(keys: String) {
    var app = Harness.shop(columns: 80, rows: 20)
    app.receive(.cookies(.listed(Self.cookies, environment: "live")))
    app.expectOnScreen("Ctrl+X clear session cookies")
    app.press(keys)
    app.expectOnScreen("1 cookie without an expiry is kept until cleared.")
    app.press("c")
    #expect(app.effects == [.cookies(.clearSession, of: "live")])
    app.receive(.cookies(.listed([Self.cookies[0]], environment: "live")))
    #expect(app.bench.overlays.last?.screen.footer(on: app.bench.size).map { $0.1 } == ["edit or delete", "close"])
    app.press("<Down>")
    #expect(app.bench.overlays.last?.screen.footer(on: app.bench.size).map { $0.1 } == ["add", "close"])
  }

  @Test func aQuestionAboutACookieLeadsBackToTheTable() {
    var app = Harness.shop(columns: 80, rows: 20)
    app.receive(.cookies(.listed(Self.cookies, environment: "live")))
    app.press("<Down> <Enter> <Esc>")
    #expect((app.bench.overlays.last?.screen as? TableScreen)?.window.selected == 1)
    app.press("<Enter> d")
    app.receive(.cookies(.listed([Self.cookies[0]], environment: "live")))
    #expect(app.bench.overlays.count == 1)
    app.expectNotOnScreen("theme")
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aTextThatIsNoCookieIsKeptForAnotherTry() {
    var app = Harness.shop(columns: 80, rows: 20)
    app.receive(.cookies(.refused("shop sid=1", replacing: nil, environment: "live", why: "Not stored")))
    for text in ["Add a cookie", "shop sid=1", "Not stored"] { app.expectOnScreen(text) }
    app.press("0 <Enter>")
    #expect(app.effects == [.cookies(.set("shop sid=10", replacing: nil), of: "live")])
  }
}
