import BodyDocument
import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

// Environments, the workspace, questions for values, cookies and logins.
extension Screen {
  static let variables = [
    Screen("environment-list") { $0.showEnvironment(keys: "") },
    Screen("environment-form") { $0.showEnvironment(keys: "e <Down>") },
    Screen("environment-options") { $0.showEnvironment(keys: "e ] <Down>") },
    Screen("environment-secret") { $0.showEnvironment(keys: "e G k <Right> e abc") },
    Screen("environment-secret-revealed") { app in
      app.showEnvironment(keys: "e G k k M")
      app.receive(.workspace(.secret(.token, .revealed("correct horse"))))
    },
    Screen("environment-new", keys: "<F9> n"),
    Screen("environment-rename", keys: "<F9> r"),
    Screen("environment-delete", keys: "<F9> d"),
    Screen("environments-compared") { $0.showEnvironment(keys: "=") },
    Screen("globals") { app in
      app.press("<F10>")
      app.receive(
        .workspace(
          .opened(
            "workspace.json",
            .success(
              .sample(
                .workspace,
                ["variables": [["name": "team", "value": "blue", "description": "In all collections"]]])))))
    },
    Screen("globals-new") { app in
      app.press("<F10>")
      app.receive(.workspace(.opened("workspace.json", .success(SavedFile(empty: .workspace)))))
    },
    Screen("preview") { app in
      app.press("<F7>")
      guard let job = app.bench.workspace.features[SendPreview.self].job else { return }
      let lines = [
        "GET /orders?page=1 HTTP/1.1", "Host: localhost", "Accept: application/json", "Authorization: Bearer ••••••",
        "",
      ]
      let notes = [
        "No value: {{trace}}", "Auth: Bearer, from shop/collection.json", "Route: through proxy p.test:3128",
      ]
      app.receive(.previewed(job.id, PreviewText(lines: lines, notes: notes)))
    },
    Screen("prompt-value") { $0.ask(PromptQuestion(name: "user", question: "User name", suggestion: "ada")) },
    Screen("prompt-secret") { app in
      app.ask(PromptQuestion(name: "code", question: "One-time code", isSecret: true))
      app.press("123")
    },
  ]

  static let cookies = [
    Screen("cookies") { $0.showCookies() },
    Screen("cookies-none") { app in
      app.press("<F8>")
      app.receive(.cookies(.listed([], environment: nil)))
    },
    Screen("cookie") { app in
      app.showCookies()
      app.press("sid <Enter>")
    },
    Screen("cookie-edit") { app in
      app.showCookies()
      app.press("sid <Enter> e")
    },
    Screen("cookie-add") { app in
      app.showCookies()
      app.press("add <Enter>")
    },
    Screen("response-cookies-refused") { app in
      app.sendAndAnswer { id in
        var exchange = Exchange.answered(
          id, headers: [Header("Set-Cookie", "a=1; Path=/"), Header("Set-Cookie", "b=2; Domain=other.example")])
        exchange.log.append(CookieReport([nil, "It is for other.example, not for localhost"]).event, at: .zero)
        return exchange
      }
      app.press("3 ]]")
    },
  ]

  static let logins = [
    login("login-page", Login(url: loginURL, acceptsRedirect: true)),
    login("login-paste", Login(url: loginURL, acceptsRedirect: true), keys: "p"),
    login("login-device", Login(url: "https://auth.test/device", userCode: "WDJB-MJHT", acceptsRedirect: false)),
    Screen("auth-token") { app in
      var request = SavedRequest.list
      request.auth = RequestAuth(.oauth2)
      app.open("shop/list.json", request)
      app.press("<F5> 2 ]]]")
      guard let id = app.bench.workspace.exchange?.id else { return }
      let now = Date(timeIntervalSince1970: 1_000_000)
      app.receive(.exchange(id, .token(.held(expires: now + 3600), now: now)))
    },
  ]

  private static let loginURL =
    "https://auth.test/authorize?client_id=shop&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&response_type=code&state=af0ifjsldkj"

  private static func login(_ name: String, _ login: Login, keys: String = "") -> Screen {
    Screen(name) { app in
      app.press("<F5>")
      guard let id = app.sentID else { return }
      app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
      app.receive(.exchange(id, .login(login)))
      app.press(keys)
    }
  }
}

extension SecretPlace {
  fileprivate static let token = SecretPlace(collection: "/collections/shop", environment: "local", name: "token")
  fileprivate static let key = SecretPlace(collection: "/collections/shop", environment: "local", name: "key")
}

extension Harness {
  fileprivate mutating func ask(_ question: PromptQuestion) {
    press("<F5>")
    guard let id = sentID else { return }
    receive(.exchange(id, .prompts([question])))
  }

  fileprivate mutating func showCookies() {
    press("<F8>")
    let cookies = [
      StoredCookie(
        name: "sid", domain: "shop.example", path: "/", detail: "until 2027-01-01T00:00:00Z, Secure, HttpOnly",
        text: "https://shop.example/ sid=0123456789; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT; Secure; HttpOnly"),
      StoredCookie(
        name: "theme", domain: "shop.example", path: "/a", detail: "session cookie", isSession: true,
        text: "http://shop.example/ theme=dark; Path=/a"),
    ]
    receive(.cookies(.listed(cookies, environment: "local")))
  }

  fileprivate mutating func showEnvironment(keys: String) {
    let file: Address = "shop/environments/local.json"
    press("<F9>")
    let content = SavedFile.sample(
      .environment,
      [
        "variables": [
          ["name": "base", "value": "http://localhost", "description": "This machine"],
          ["name": "old", "value": "{{base}}/v1", "off": true], ["name": "token", "secret": true],
          ["name": "key", "secret": true],
        ]
      ])
    receive(.workspace(.opened(file, .success(content))))
    receive(.workspace(.scope(file, .shop)))
    receive(.workspace(.secret(.token, .set)))
    receive(.workspace(.secret(.key, .unset)))
    press(keys)
  }
}
