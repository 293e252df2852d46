// The first row of the form, which is drawn above the panes: method and URL, or the name of a folder or an environment.
extension RequestPane {
  /// Draws the row, with `trailing` at its end.
  func drawAddress(into canvas: inout Canvas, in context: PaneContext, trailing: [Span]) {
    let row = Rect(canvas.size).inset(columns: 1)
    let room = row.columns - (trailing.isEmpty ? 0 : trailing.columns + 2)
    canvas.writeTrailing(trailing, endingAt: canvas.size.columns - 1, row: 0)
    let part = Rect(column: row.column, row: 0, columns: room, rows: 1)
    guard let file = context.workspace.file else {
      let isNone = context.workspace.subject == .nothing
      let path = isNone ? "No request selected" : context.workspace.shownFile?.path ?? ""
      return canvas.draw(in: part) { $0.write([Span(path, .hint)].truncated(to: room), column: 0, row: 0) }
    }
    canvas.draw(in: part) { canvas in
      if let request = file.request {
        drawAddress(of: request, into: &canvas, context)
      } else {
        drawName(of: file, into: &canvas, context)
      }
    }
  }

  private func drawAddress(of request: SavedRequest, into canvas: inout Canvas, _ context: PaneContext) {
    // A method typed before the URL is shown at once.
    let typed = typedRequest(in: context) ?? request
    let width = Self.methodWidth(typed)
    let url = Rect(column: width, row: 0, columns: canvas.size.columns - width, rows: 1)
    canvas.markPlace(column: width, row: 0, isMajor: true)
    if editing?.target == .method {
      let field = Rect(column: 0, row: 0, columns: max(width, 10), rows: 1)
      return drawField(into: &canvas, field, context.workspace)
    }
    let isSelected = isAddressSelected(context)
    let surface = surface(isSelected && cell == 0, true)
    let method = typed.shownMethod
    canvas.write(method, column: 0, row: 0, style: Style(.method(method), on: surface, bold: true))
    if editing?.target == .url {
      drawField(into: &canvas, url, context.workspace) { context.workspace.spans(forURL: $0, of: typed) }
      if editing?.editor.text.isEmpty == true { drawURLHint(into: &canvas, url) }
      return
    }
    let shown = liveURL(request, in: context)
    let text =
      shown.isEmpty
      ? [Span("Press \(urlKey(context)) to type the URL", .hint)] : context.workspace.spans(forURL: shown, of: request)
    draw(text, into: &canvas, url, isSelected: isSelected && cell == 1)
  }

  private func drawURLHint(into canvas: inout Canvas, _ part: Rect) {
    let hint = [Span("URL or curl command", Style(.hint, on: .input))]
    canvas.draw(in: part) { $0.write(hint.truncated(to: part.columns), column: 0, row: 0) }
  }

  /// The request with the URL that is being typed; `nil` while none is.
  func typedRequest(in context: PaneContext) -> SavedRequest? {
    editing?.target == .url ? liveFile(in: context)?.request : nil
  }

  /// The key that opens the URL, given the focus.
  private func urlKey(_ context: PaneContext) -> String {
    let elsewhere = context.focus == .collections ? "collections.edit" : "request.url"
    let command = context.isFocused ? "request.edit" : elsewhere
    return context.workspace.keys.name(of: command)
  }

  /// Draws the kind of a file and its name.
  private func drawName(of file: SavedFile, into canvas: inout Canvas, _ context: PaneContext) {
    let width = file.role.noun.columns + 2
    canvas.write(file.role.noun, column: 0, row: 0, style: Style(.label, bold: true))
    let part = Rect(column: width, row: 0, columns: canvas.size.columns - width, rows: 1)
    if editing?.target == .setting(.folderName) { return drawField(into: &canvas, part, context.workspace) }
    draw([name(of: file, context.workspace)], into: &canvas, part, isSelected: isAddressSelected(context))
  }

  private func draw(_ text: [Span], into canvas: inout Canvas, _ part: Rect, isSelected: Bool) {
    canvas.draw(in: part) { field in
      let surface = surface(isSelected, true)
      if isSelected { field.fill(Rect(field.size), Style(on: surface)) }
      field.write(text.truncated(to: field.size.columns), column: 0, row: 0, on: surface)
    }
  }

  /// The row shows its selection only while keys go to it.
  private func isAddressSelected(_ context: PaneContext) -> Bool {
    window.selected == 0 && editing == nil && context.isFocused
  }

  private static func methodWidth(_ request: SavedRequest) -> Int { max(request.shownMethod.columns, 4) + 2 }

  private func name(of file: SavedFile, _ workspace: Workspace) -> Span {
    let address = workspace.shownFile ?? Address("")
    switch file.role {
    case .environment: return Span(address.stem)
    case .workspace: return Span(address.path)
    case .request, .folder, .collection:
      return file.name.map { Span($0) } ?? Span(workspace.folderTitle(address.parent), .hint)
    }
  }

  /// Selects the clicked part; a second click opens it.
  ///
  /// - Parameter column: From the start of the row.
  mutating func clickAddress(at column: Int, clicks: Int, in context: PaneContext) -> [PaneOutput] {
    var context = context
    let outputs = commit(&context)
    window.select(0, of: .max, height: height(in: context))
    if let request = context.workspace.file?.request {
      cell = column - 1 < Self.methodWidth(request) ? 0 : 1
    }
    guard clicks > 1, context.workspace.whyNotEditable == nil else { return outputs }
    return outputs + edit(in: context)
  }
}
