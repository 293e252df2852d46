import BodyDocument
import RequestModel
import TerminalUI

extension Workbench {
  var whyNoBody: String? { library.exchange?.body == nil || responsePane.tab != .body ? "There is no body here" : nil }
  var whyNoSearch: String? { responsePane.search?.text.isEmpty ?? true ? "Nothing is searched for: / starts" : nil }
  var whyNoRows: String? { responsePane.rowCount(library) == 0 ? "There is nothing to copy" : nil }

  mutating func moveInResponse(_ step: Int) -> [Effect] {
    responsePane.move(by: step, library, height: height(.response))
    return []
  }

  mutating func scrollResponse(_ columns: Int) -> [Effect] {
    responsePane.scrollSideways(by: columns)
    return []
  }

  mutating func changeBody(_ change: (inout BodyDocument) -> Void) -> [Effect] {
    guard var body = library.exchange?.body else { return [] }
    change(&body)
    library.live[library.subject]?.body = body
    fit()
    return []
  }

  mutating func foldBody() -> [Effect] {
    let line = responsePane.window.selected
    var row: Int?
    let effects = changeBody { row = $0.toggleFold(at: line) }
    if let row { responsePane.select(row: row, library, height: height(.response)) }
    return effects
  }

  mutating func openSearch() -> [Effect] {
    responsePane.search = TextEditor(responsePane.search?.text ?? "")
    responsePane.isSearching = true
    fit()
    return []
  }

  mutating func find(forward: Bool) -> [Effect] {
    guard let text = responsePane.search?.text, !text.isEmpty else { return [] }
    let start = responsePane.window.selected
    var row: Int?
    let effects = changeBody { row = $0.find(text, from: start, forward: forward) }
    guard let row else {
      notice = Notice(.information, "\"\(text)\" is not in this body")
      return effects
    }
    responsePane.select(row: row, library, height: height(.response))
    return effects
  }

  mutating func copyRow() -> [Effect] {
    let rows = ResponseRows(library, tab: responsePane.tab)
    guard responsePane.window.selected < rows.count else { return [] }
    let spans = rows.row(responsePane.window.selected, columns: 0..<1_000_000)
    let text = spans.map(\.text).joined()
    return [.copy(String(text.drop(while: \.isWhitespace)), what: "the row")]
  }

  mutating func copyBody() -> [Effect] {
    guard let body = library.exchange?.body else { return [] }
    return [.copy(String(decoding: body.text, as: UTF8.self), what: "the body")]
  }
}
