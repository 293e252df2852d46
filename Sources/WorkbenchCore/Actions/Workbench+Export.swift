import BodyDocument
import RequestModel
import TerminalUI

// Taking something out of an answer: to the clipboard, a file, another program, a variable.
extension Workbench {
  /// The selected rows as they are shown, without the indentation that they share.
  mutating func copyRows() -> [Effect] {
    let rows = answerRows
    let selected = responsePane.selectedRows.clamped(to: 0...max(0, rows.count - 1))
    guard rows.count > 0 else { return [] }
    guard selected.count <= Self.mostCopiedRows else {
      notice = Notice(
        .failure,
        "\(Formatting.count(selected.count, "row")) are too many for the clipboard — w writes the whole body to a file")
      return []
    }
    let texts = selected.map { rows.row($0, columns: 0..<Self.mostCopiedColumns).map(\.text).joined() }
    let indent = texts.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let text = texts.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    responsePane.anchor = nil
    let what = selected.count == 1 ? "the row" : Formatting.count(selected.count, "row")
    return [.copy(text, what: remarking(what, on: text, bytes: ownBytes(ofRows: selected)))]
  }

  private static let mostCopiedRows = 100_000
  private static let mostCopiedColumns = 1_000_000
  private static let mostCopiedBytes = 16 << 20
  private static let mostKeptBytes = 1 << 16

  mutating func copyBody() -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    let what = workspace.exchange?.filtered == nil ? "the body" : "what the filter has left"
    guard body.text.count <= Self.mostCopiedBytes else {
      notice = Notice(
        .failure, "\(Formatting.bytes(body.text.count)) are too much for a clipboard — w writes \(what) to a file")
      return []
    }
    return [.copy(String(decoding: body.text, as: UTF8.self), what: secretsRemark.map { "\(what), \($0)" } ?? what)]
  }

  /// Asks what to copy of the selected row; a letter chooses.
  mutating func openCopy() -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    let line = min(bodyLine, body.lineCount - 1)
    var items: [Picker.Item] = []
    func add(_ title: String, _ text: String?, _ what: String) {
      guard let text, !text.isEmpty else { return }
      let detail = text.prefix(60).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      let remarked = remarking(what, on: text, bytes: body.ownBytes(ofLine: line))
      items.append(
        Picker.Item(title: title, detail: detail, whyUnavailable: nil, action: .copy(text, what: remarked)))
    }
    let isSmall = body.line(at: line, columns: 0..<0).bytes.count <= Self.mostCopiedBytes
    add("Value", isSmall ? body.value(at: line) : nil, "the value")
    add("Key", body.key(at: line), "the key")
    add("Path", body.path(at: line), "the path")
    items.append(Picker.Item(title: "Row", detail: "y", whyUnavailable: nil, action: .command("response.copyRow")))
    items.append(
      Picker.Item(title: "Whole body", detail: "Y", whyUnavailable: nil, action: .command("response.copyBody")))
    overlays.append(.picker(Picker(title: "Copy", items: items)))
    return []
  }

  mutating func promptSaveBody(_ path: String? = nil) -> [Effect] {
    let canChoose = workspace.exchange?.secrets.isEmpty == false && workspace.exchange?.filtered == nil
    let isRevealed = workspace.exchange?.revealed != nil
    let includesSecrets = canChoose ? path == nil ? isRevealed : responsePane.savesSecrets ?? isRevealed : nil
    overlays.append(.prompt(savePrompt(TextEditor(path ?? suggestedFileName), includesSecrets: includesSecrets)))
    return []
  }

  /// The body was not written: the path that was typed is still there.
  mutating func handle(_ refusal: SaveRefusal) -> [Effect] {
    switch refusal {
    case .exists(let path, let isReadOnly):
      overlays.append(
        .confirm(
          Confirm(
            title: isReadOnly ? "File already exists and is read-only" : "There is a file already", text: path,
            choices: [
              .init(key: .character("o"), label: "overwrite it", action: .overwriteFile(path)),
              .init(key: .character("n"), label: "another name", action: .saveBodyAs(path)),
              .init(key: .escape, label: "leave it", action: .dismiss),
            ])))
      return []
    case .failed(let path, let problem):
      notice = Notice(.failure, problem.sentence)
      return promptSaveBody(path)
    }
  }

  mutating func openBody(in program: OutsideProgram) -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    notice = secretsRemark.map { Notice(.information, "Opened a copy of the body, \($0)") }
    return [.openBody(body, name: suggestedFileName, program)]
  }

  mutating func promptVariable() -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    let line = min(bodyLine, body.lineCount - 1)
    guard body.line(at: line, columns: 0..<0).bytes.count <= Self.mostKeptBytes, let value = body.value(at: line) else {
      return refuse("Keep as a variable", "This row has no value that could be a variable")
    }
    guard let environment = workspace.environment, workspace.scope != nil else {
      return refuse("Keep as a variable", "No environment is in force: v chooses one")
    }
    if let reason = whyMaskedIsNoValue(value, body.ownBytes(ofLine: line)) {
      notice = Notice(.failure, reason)
      return []
    }
    let isSecret = holdsSecret(value, body.ownBytes(ofLine: line))
    let key = body.key(at: line) ?? ""
    overlays.append(
      .prompt(
        Prompt(
          title: "\(isSecret ? "Secret variable" : "Variable") of \(environment)",
          hint: "Its name; its value is \(isSecret ? "kept with your secrets" : String(value.prefix(40)))",
          text: key.filter { $0.isLetter || $0.isNumber || $0 == "_" },
          purpose: .variable(value: value, isSecret: isSecret))))
    return []
  }

  /// Keeps a value as a variable of the environment in force.
  mutating func setVariable(_ name: String, _ value: String, isSecret: Bool) -> [Effect] {
    guard let scope = workspace.scope, let environment = workspace.environment else { return [] }
    return [
      files(
        .setVariable(
          name, value: value, environment: environment, collection: scope.collection, isSecret: isSecret))
    ]
  }

  /// From the URL's last segment, with an ending that fits the type; never a path.
  private var suggestedFileName: String {
    let url = workspace.exchange?.exchange?.timeline.hops.last?.url ?? ""
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let segment = path.split(separator: "/").dropFirst(2).last.map(String.init) ?? "body"
    let name = segment.filter { $0.isLetter || $0.isNumber || "._-".contains($0) }
    let stem = name.first == "." || name.isEmpty ? "body" : String(name.prefix(80))
    guard !stem.contains(".") else { return stem }
    return stem + (workspace.exchange?.shownBody?.fileExtension ?? ".txt")
  }
}

/// Why a body was not written to a file.
package enum SaveRefusal: Equatable, Sendable {
  /// A file is there already; it may be one whose mode lets nobody write it.
  case exists(String, isReadOnly: Bool = false)
  case failed(String, Problem)
}

/// A program outside of the workbench that shows a body.
package enum OutsideProgram: Equatable, Sendable {
  case pager, editor
}
