import BodyDocument
import RequestModel
import TerminalUI

// Secrets in a body: masked, unless the user wants to see or to take the server's own bytes.
extension Workbench {
  mutating func toggleSecrets() -> [Effect] {
    guard let live = workspace.exchange, let body = live.body else { return [] }
    if live.revealed != nil { return mask(live) }
    if live.isRunning {
      notice = Notice(.information, "The body is still being received")
      return []
    }
    guard !live.secrets.isEmpty else {
      notice = Notice(.information, isOfHistory ? Self.historyKeepsTheMask : "No secret is masked in this body")
      return []
    }
    let ticket = nextTicket()
    revealTicket = ticket
    return [.reveal(ticket, body, live.secrets, contentType: live.answer?.headers.first("content-type"))]
  }

  private static let historyKeepsTheMask = "History keeps bodies without their secrets — send the request again"

  private var isOfHistory: Bool { if case .past = workspace.subject { true } else { false } }

  private mutating func mask(_ live: LiveExchange) -> [Effect] {
    var live = live
    if let shown = live.revealed { live.body?.takeView(of: shown) }
    live.revealed = nil
    workspace.live[workspace.subject] = live
    notice = Notice(.information, "Secrets are masked again")
    fit()
    return filterAgain() + searchAgain()
  }

  mutating func reveal(_ document: BodyDocument) -> [Effect] {
    revealTicket = nil
    guard var live = workspace.exchange, let body = live.body else { return [] }
    var document = document
    document.takeView(of: body)
    live.revealed = document
    workspace.live[workspace.subject] = live
    notice = Notice(.information, "\(Formatting.count(live.secrets.count, "secret")) shown — M masks them")
    fit()
    return filterAgain() + searchAgain()
  }

  // MARK: What is taken out

  /// What the user is told of the secrets in what is taken out of the body; `nil` where there are none.
  var secretsRemark: String? {
    guard let live = workspace.exchange, !live.secrets.isEmpty else { return isOfHistory ? "as history keeps it" : nil }
    return live.revealed == nil ? live.secrets.remark : "secrets included"
  }

  /// `what`, with that remark where it concerns these bytes of the body.
  func remarking(_ what: String, on text: String, bytes: Range<Int>?) -> String {
    if responsePane.tab != .body { return text.contains("••••••") ? what + ", secrets masked" : what }
    guard let live = workspace.exchange, !live.secrets.isEmpty, let remark = secretsRemark else { return what }
    let concerns = bytes.map { live.filtered != nil || live.secrets.overlaps($0) } ?? true
    return concerns ? "\(what), \(live.revealed == nil ? "secrets masked" : remark)" : what
  }

  /// The bytes that rows of the body stand for; `nil` where they are not the body's own.
  func ownBytes(ofRows rows: ClosedRange<Int>) -> Range<Int>? {
    guard responsePane.tab == .body, let live = workspace.exchange, live.comparison == nil, live.filtered == nil,
      let body = live.shownBody
    else { return nil }
    let first = body.ownBytes(ofLine: min(rows.lowerBound + body.headerLines, body.lineCount - 1))
    let last = body.ownBytes(ofLine: min(rows.upperBound + body.headerLines, body.lineCount - 1))
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  func savePrompt(_ editor: TextEditor, includesSecrets: Bool?) -> Prompt {
    let (title, key) =
      switch includesSecrets {
      case nil: (secretsRemark.map { "Save the body, \($0)" } ?? "Save the body", "")
      case false?: ("Save the body, \(workspace.exchange?.secrets.remark ?? "")", " · Ctrl+T includes the secrets")
      case true?: ("Save the body, secrets included", " · Ctrl+T masks the secrets")
      }
    var prompt = Prompt(
      title: title, hint: "A path; ~ is your home" + key, purpose: .saveBody(includesSecrets: includesSecrets))
    prompt.editor = editor
    return prompt
  }

  func saveBody(to path: String, overwriting: Bool) -> [Effect] {
    guard let live = workspace.exchange, let shown = live.shownBody else { return [] }
    guard let includesSecrets = responsePane.savesSecrets, live.filtered == nil, let body = live.body else {
      return [.saveBody(shown.body, path: path, overwriting: overwriting, remark: secretsRemark)]
    }
    return [
      .saveBody(
        body.body, path: path, overwriting: overwriting,
        restoring: includesSecrets ? live.secrets : MaskedSecrets(),
        remark: includesSecrets ? "secrets included" : live.secrets.remark)
    ]
  }

  // MARK: Variables

  /// A mask is no value: kept as a variable it would be sent.
  func whyMaskedIsNoValue(_ value: String, _ bytes: Range<Int>) -> String? {
    guard let live = workspace.exchange, live.revealed == nil, value.contains("*") else { return nil }
    if isOfHistory {
      return value.contains("****") || value.allSatisfy { $0 == "*" } ? Self.historyKeepsTheMask : nil
    }
    guard !live.secrets.isEmpty else { return nil }
    return "This value holds a masked secret — M shows it, then = keeps it as a secret variable"
  }

  /// Whether a value that is shown holds a secret, or may hold one as it is more than a row's own bytes.
  func holdsSecret(_ value: String, _ bytes: Range<Int>) -> Bool {
    guard let live = workspace.exchange, live.revealed != nil else { return false }
    return live.filtered != nil || live.secrets.overlaps(bytes) || value.first == "{" || value.first == "["
  }
}

extension MaskedSecrets {
  /// `2 secrets masked`
  var remark: String { Formatting.count(count, "secret") + " masked" }
}
