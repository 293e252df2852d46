/// The cookies of the environment.
package struct Cookies: Feature {
  package static let commands = [
    PaneCommand<Cookies>(
      "cookies.open", "Cookies", "List, edit and delete the cookies of the current environment.",
      keywords: "cookie jar session manage clear delete",
      keys: [.function(8)], go: "C",
      run: { _, context in [.effect(.cookies(.list, of: context.workspace.environment))] })
  ]

  fileprivate static func show(_ cookies: [StoredCookie], of environment: String?) -> [PaneOutput] {
    let prompt = Prompt.cookie("", replacing: nil, environment)
    let add = TableScreen.Row(
      cells: [Span("+ Add a cookie", .hint)], action: .open(prompt), choosing: "add")
    let rows = cookies.map { cookie in
      TableScreen.Row(
        cells: [Span(cookie.name, .key), Span(cookie.domain + cookie.path), Span(cookie.detail, .hint)],
        action: .open(Self.question(about: cookie, environment)))
    }
    let title = environment.map { "Cookies of \($0)" } ?? "Cookies"
    var table = TableScreen(title: title, columns: ["Name", "Sent to", "Lifetime and attributes"], rows: rows + [add])
    (table.choosing, table.staysOpen) = ("edit or delete", true)
    let count = cookies.count(where: \.isSession)
    if count > 0 {
      let question = PaneOutput.open(Self.question(aboutSession: count, environment))
      table.rows.append(
        TableScreen.Row(cells: [Span("- Clear session cookies", .hint)], action: question, choosing: "clear"))
      table.shortcuts = [.init(key: .control("x"), label: "clear session cookies", action: question)]
    }
    return [.tell(ShowTable(table: table))]
  }

  private static func question(aboutSession count: Int, _ environment: String?) -> Confirm {
    Confirm(
      title: "Clear session cookies",
      text: "\(Formatting.count(count, "cookie")) without an expiry \(count == 1 ? "is" : "are") kept until cleared.",
      choices: [
        .letter("c", "clear", .effect(.cookies(.clearSession, of: environment))),
        .leave("back"),
      ])
  }

  private static func question(about cookie: StoredCookie, _ environment: String?) -> Confirm {
    let prompt = Prompt.cookie(cookie.text, replacing: cookie, environment)
    return Confirm(
      title: cookie.name, text: "\(cookie.domain)\(cookie.path) · \(cookie.detail)",
      choices: [
        .letter("e", "edit", .open(prompt)),
        .letter("d", "delete", .effect(.cookies(.delete(cookie), of: environment))),
        .leave("back"),
      ])
  }
}

/// Work on the cookies of an environment.
package struct CookieEffect: FeatureEffect {
  package enum Action: Equatable, Sendable {
    case list
    /// Keeps a cookie, written as its URL and its `Set-Cookie` line.
    case set(String, replacing: StoredCookie?)
    case delete(StoredCookie)
    case clearSession
  }

  package let action: Action
  package let environment: String?
}

extension Effect {
  package static func cookies(_ action: CookieEffect.Action, of environment: String?) -> Effect {
    .feature(FeatureWork(CookieEffect(action: action, environment: environment)))
  }
}

/// Results of `CookieEffect`s.
package enum CookieEvent: FeatureMessage {
  case listed([StoredCookie], environment: String?)
  /// The typed text is not a cookie.
  case refused(String, replacing: StoredCookie?, environment: String?, why: String)

  package var cause: Cause? { .of(CookieEffect.self) }

  package func apply(to cookies: inout Cookies, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .listed(let cookies, let environment): Cookies.show(cookies, of: environment)
    case .refused(let text, let old, let environment, let why):
      [.failure(why), .tell(CookieCorrection(prompt: .cookie(text, replacing: old, environment)))]
    }
  }
}

/// Asks again for a cookie, on top of the table.
private struct CookieCorrection: OverlayMessage, Equatable {
  let prompt: Prompt

  func apply(to table: inout TableScreen) -> OverlayOutcome { .stays(whenNoneIsOpen) }
  var whenNoneIsOpen: [PaneOutput] { [.open(prompt)] }
}

extension Event {
  package static func cookies(_ event: CookieEvent) -> Event { .message(event) }
}

extension Prompt {
  static func cookie(_ text: String, replacing old: StoredCookie?, _ environment: String?) -> Prompt {
    Prompt(
      title: old == nil ? "Add a cookie" : "Edit the cookie",
      hint: old == nil
        ? "https://host/ name=value; Path=/; Max-Age=3600" : "The URL it is for, then its Set-Cookie line",
      text: text, purpose: TypedCookie(old: old, environment: environment))
  }
}

/// The URL of a cookie and its `Set-Cookie` line.
struct TypedCookie: PromptUse {
  let old: StoredCookie?
  let environment: String?

  func output(_ text: String) -> PaneOutput {
    guard text.trimmingBlanks.contains(" ") else { return .failure("Type its URL, a space, then its name=value") }
    return .effect(.cookies(.set(text, replacing: old), of: environment))
  }
  var accepting: String { "save" }
  var columns: Int { 110 }
}
