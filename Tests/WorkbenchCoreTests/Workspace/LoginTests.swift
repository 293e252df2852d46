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

  private let page = Login(url: "https://auth.test/authorize?client_id=shop", takesAnswer: true)

  @Test func thePageIsOpenedAndItsURLShown() {
    let (app, _) = waiting(page)
    #expect(app.effects == [.openPage(page.url)])
    app.expectOnScreen("Log in at auth.test")
    app.expectOnScreen("https://auth.test/authorize?client_id=shop")
  }

  @Test func theCodeOfADeviceIsShown() {
    let (app, _) = waiting(Login(url: "https://auth.test/device", userCode: "WDJB-MJHT", takesAnswer: false))
    app.expectOnScreen("Enter the code WDJB-MJHT at https://auth.test/device")
    app.expectNotOnScreen("paste")
  }

  @Test func theAddressThatTheBrowserWasSentToIsPassedOn() {
    var (app, id) = waiting(page)
    app.press("p")
    app.type("http://127.0.0.1:1/callback?code=c&state=s")
    app.press("<Enter>")
    #expect(app.effects == [.answerLogin(id, "http://127.0.0.1:1/callback?code=c&state=s")])
  }

  @Test(arguments: ["", "p"]) func theDialogsCloseWhenTheLoginIsOver(_ keys: String) {
    var (app, id) = waiting(page)
    app.press(keys)
    app.expectOnScreen("Log in")
    app.receive(.exchange(id, .loginEnded))
    app.expectNotOnScreen("Log in")
  }

  @Test func theAuthTabSaysHowLongTheTokenIsValid() {
    var app = Harness.shop()
    app.press("<F5> 2 ] ] ]")
    app.receive(
      .exchange(app.bench.workspace.exchange!.id, .token(expires: Date(timeIntervalSince1970: 1_700_000_000))))
    app.expectOnScreen("Token valid until 2023-11-14 22:13:20; t sends with a new one")
  }

  @Test func aNewTokenCanBeAskedFor() {
    var app = Harness.shop()
    app.press("2 t")
    #expect(app.effects == [])
    app.expectOnScreen("Only a request with OAuth 2 has a token")
    var request = SavedRequest.list
    request.auth = RequestAuth(.oauth2)
    app.open("shop/list.json", request)
    app.press("t")
    guard case .send(let job)? = app.effects.first else { Issue.record("\(app.effects)"); return }
    #expect(job.renewsToken)
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
        "Kind", "Grant", "Token URL", "Client ID", "Client secret", "Client auth", "Scope", "Audience", "Resource",
        "Send in", "Prefix",
      ])
    request.auth?["grant_type"] = "device_code"
    #expect(labels().contains("Device URL") && !labels().contains("Authorization URL"))
  }
}
