extension Confirm {
  /// Shows where to log in while an exchange waits for the login.
  static func login(_ login: Login, _ id: ExchangeID) -> Confirm {
    let text = login.userCode.map { "Enter the code \($0) at \(login.url)" } ?? login.url
    var choices: [Choice] = [
      .letter("o", "open the page in the browser", short: "open", .effect(.openPage(login.url))),
      .letter("y", "copy its URL", short: "copy", .effect(.copy(login.url, what: "the URL"))),
    ]
    if login.acceptsRedirect {
      let prompt = Prompt(
        title: "Log in", hint: "The address that the browser was redirected to, or the code",
        purpose: LoginRedirect(id: id))
      choices.append(.letter("p", "paste the address it was redirected to", short: "paste", .open(prompt)))
    }
    choices.append(.leave("close, and wait for the browser", short: "wait"))
    var confirm = Confirm(title: "Log in at \(login.host)", text: text, choices: choices)
    confirm.login = id
    return confirm
  }
}

/// The URL that the browser was redirected to after a login that an exchange waits for.
struct LoginRedirect: PromptUse {
  let id: ExchangeID

  func output(_ text: String) -> PaneOutput { .effect(.exchange(.completeLogin(id, text))) }
  var accepting: String { "log in" }
  var columns: Int { 110 }
  var login: ExchangeID? { id }
}
