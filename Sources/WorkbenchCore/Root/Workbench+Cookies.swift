import RequestModel
import TerminalUI

// The cookies of the environment.
extension Workbench {
  mutating func show(_ cookies: [StoredCookie], of environment: String?) -> [Effect] {
    let prompt = Prompt(
      title: "Add a cookie", hint: "https://host/ name=value; Path=/; Max-Age=3600",
      purpose: .cookie(replacing: nil, environment: environment))
    let add = Picker.Item(title: "Add a cookie", detail: "", whyUnavailable: nil, action: .overlay(.prompt(prompt)))
    let items = cookies.map { cookie in
      Picker.Item(
        title: cookie.name, detail: cookie.domain + cookie.path, whyUnavailable: nil,
        action: .overlay(.confirm(Self.question(about: cookie, environment))))
    }
    let title = environment.map { "Cookies of \($0)" } ?? "Cookies"
    return route(.overlay(.picker(Picker(title: title, items: items + [add]))))
  }

  private static func question(about cookie: StoredCookie, _ environment: String?) -> Confirm {
    let prompt = Prompt(
      title: "Edit the cookie", hint: "The URL that it is for, and its Set-Cookie line", text: cookie.text,
      purpose: .cookie(replacing: cookie, environment: environment))
    return Confirm(
      title: cookie.name, text: "\(cookie.domain)\(cookie.path) · \(cookie.detail)",
      choices: [
        .init(key: .character("e"), label: "edit", action: .overlay(.prompt(prompt))),
        .init(key: .character("d"), label: "delete", action: .effect(.deleteCookie(cookie, environment: environment))),
        .init(key: .escape, label: "close", action: nil),
      ])
  }
}
