import BodyDocument
import RequestModel
import TerminalUI

// Secrets in a body: masked, unless they are to be seen or taken out as the server sent them.
extension BodyTab {
  mutating func toggleSecrets(in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let body = shown.body else { return [] }
    if shown.revealed != nil { return mask(in: context) }
    if live.isRunning { return [.information("The body is still being received")] }
    guard !live.secrets.isEmpty else {
      return [.information(context.isOfHistory ? Self.historyKeepsTheMask : "No secret is masked in this body")]
    }
    let task = view.nextTask(of: Self.id)
    revealTask = task
    let type = live.response?.headers.first("content-type")
    return [.effect(.reveal(task, body, live.secrets, contentType: type))]
  }

  private static let historyKeepsTheMask = "History keeps bodies without their secrets — send the request again"

  private mutating func mask(in context: PaneContext) -> [PaneOutput] {
    shown.mask()
    fit(in: context)
    return [.information("Secrets are masked again")] + filterAgain(in: context) + searchAgain()
  }

  mutating func reveal(_ document: BodyDocument, in context: PaneContext) -> [PaneOutput] {
    revealTask = nil
    guard let live = context.workspace.exchange, let body = shown.body else { return [] }
    var document = document
    document.takeView(of: body)
    shown.revealed = document
    fit(in: context)
    return [.information("\(Formatting.count(live.secrets.count, "secret")) shown — M masks them")]
      + filterAgain(in: context) + searchAgain()
  }

  // MARK: What is taken out

  /// What is said of the secrets in what is taken out of the body; `nil` if there are none.
  func secretsRemark(in context: PaneContext) -> String? {
    guard let live = context.workspace.exchange, !live.secrets.isEmpty else {
      return context.isOfHistory ? "as history keeps it" : nil
    }
    return shown.revealed == nil ? live.secrets.remark : "secrets included"
  }

  /// `what`, with that remark where it concerns these bytes of the body.
  func remarking(_ what: String, bytes: Range<Int>?, in context: PaneContext) -> String {
    guard let live = context.workspace.exchange, !live.secrets.isEmpty, let remark = secretsRemark(in: context) else {
      return what
    }
    let concerns = bytes.map { shown.filtered != nil || live.secrets.overlaps($0) } ?? true
    return concerns ? "\(what), \(shown.revealed == nil ? "secrets masked" : remark)" : what
  }

  package func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String {
    remarking(what, bytes: ownBytes(ofRows: rows), in: context)
  }

  /// The bytes that rows of the body stand for; `nil` where they are not the body's own.
  private func ownBytes(ofRows rows: ClosedRange<Int>) -> Range<Int>? {
    guard shown.comparison == nil, shown.filtered == nil, let body = shown.document else { return nil }
    let first = body.ownBytes(ofLine: min(rows.lowerBound + body.headerLines, body.lineCount - 1))
    let last = body.ownBytes(ofLine: min(rows.upperBound + body.headerLines, body.lineCount - 1))
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  // MARK: Variables

  /// Why a value cannot be kept as a variable: a mask would be sent in the place of the secret.
  func whyMaskedIsNoValue(_ value: String, in context: PaneContext) -> String? {
    guard let live = context.workspace.exchange, shown.revealed == nil, value.contains("*") else { return nil }
    if context.isOfHistory {
      return value.contains("****") || value.allSatisfy { $0 == "*" } ? Self.historyKeepsTheMask : nil
    }
    guard !live.secrets.isEmpty else { return nil }
    return "This value holds a masked secret — M shows it, then = keeps it as a secret variable"
  }

  /// Whether a value that is shown holds a secret, or may hold one as it is more than a row's own bytes.
  func holdsSecret(_ value: String, _ bytes: Range<Int>, in context: PaneContext) -> Bool {
    guard let live = context.workspace.exchange, shown.revealed != nil else { return false }
    return shown.filtered != nil || live.secrets.overlaps(bytes) || value.first == "{" || value.first == "["
  }
}

extension PaneContext {
  fileprivate var isOfHistory: Bool { if case .past = workspace.subject { true } else { false } }
}

extension MaskedSecrets {
  /// `2 secrets masked`
  var remark: String { Formatting.count(count, "secret") + " masked" }
}
