import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

struct TypedURLTests {
  @Test(
    arguments: [
      ("POST {{base}}/post", "POST", "{{base}}/post"), ("GET https://a.example/x y", "GET", "https://a.example/x y"),
      ("post {{base}}/post", "POST", "{{base}}/post"), ("POST \t http://a", "POST", "http://a"),
      ("PURGE http://a", "PURGE", "http://a"), ("M-SEARCH /x", "M-SEARCH", "/x"),
      ("PUT https://a/x HTTP/1.1", "PUT", "https://a/x"), ("POST", nil, "POST"), ("PURGE a", nil, "PURGE a"),
      ("http://a/x y", nil, "http://a/x y"), ("fetch http://a", nil, "fetch http://a"),
      ("{{base}}/GET me", nil, "{{base}}/GET me"), ("{{ base }}/x", nil, "{{ base }}/x"),
    ] as [(String, String?, String)])
  func aMethodBeforeTheURLIsTaken(text: String, method: String?, url: String) {
    let typed = TypedURL(text)
    #expect(typed.method == method)
    #expect(typed.url == url)
  }

  @Test(
    arguments: [
      (":tutorial", "tutorial"), (" :go to ", "go to"), (":8080/pets", nil), (":", nil), ("a:b", nil), ("", nil),
    ] as [(String, String?)])
  func aColonBeforeALetterBeginsACommand(text: String, command: String?) {
    #expect(TypedURL.command(text) == command)
  }

  @Test(
    arguments: [
      ("{{base}}/post https://a.example/x", "POST", "https://a.example/x"),
      ("{{base}}/https://a.example", nil, "https://a.example"), ("{{base}}/{{base}}/pets", nil, "{{base}}/pets"),
      ("{{base}}/{{id}}", nil, "{{base}}/{{id}}"),
      ("{{base}}/stdio:uvx a", nil, "stdio:uvx a"), ("{{base}}https://a.example", nil, "https://a.example"),
      ("{{base}}pets", nil, "{{base}}pets"), ("{{base}}//pets", nil, "{{base}}/pets"),
      ("{{base}}/pets", nil, "{{base}}/pets"), ("{{base}}//", nil, "{{base}}/"),
    ] as [(String, String?, String)])
  func aWholeURLReplacesTheStartOfANewOne(text: String, method: String?, url: String) {
    let typed = TypedURL(text, after: "{{base}}/")
    #expect(typed.method == method && typed.url == url)
    #expect(TypedURL("{{base}}/https://a.example", after: "http://former").url == "{{base}}/https://a.example")
  }

  @Test(arguments: ["n", "n <BS>"]) func aPastedURLReplacesTheStartOfANewOneOnTheScreen(keys: String) {
    var app = Harness.shop()
    app.press(keys)
    app.receive(.input(.paste("https://a.example/pets?page=2")))
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.shownURL == "https://a.example/pets?page=2")
    app.expectOnScreen("GET   https://a.example/pets?page=2")
  }

  @Test func aPastedRequestLineSetsTheMethodAndSaysSo() {
    var app = Harness.shop()
    app.press("e")
    for _ in 0..<60 { app.press("<BS>") }
    app.press("<C-End>")
    for _ in 0..<60 { app.press("<BS>") }
    app.receive(.input(.paste("POST {{base}}/post")))
    app.expectOnScreen("POST  POST {{base}}/post")
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.method == "POST")
    #expect(app.bench.workspace.request?.shownURL == "{{base}}/post")
    app.expectOnScreen("Method set to POST")
  }
}
