// Folding, views and structural movement.
extension BodyTab {
  var whyNoBody: String? { shown.unfiltered?.body.isEmpty == false ? nil : "No body in this response" }

  var whyNoFold: String? {
    let hasFold = shown.comparison?.diff.hasFold(at: view.window.selected) ?? (foldedLine != nil)
    return whyNoBody ?? (hasFold ? nil : "Nothing to fold in this row")
  }

  /// The line whose container is folded: that of the selected row, else of the one around it.
  private var foldedLine: Int? {
    shown.document.flatMap { body in body.hasFold(at: line) ? line : body.parent(of: line) }
  }

  package mutating func reveal(_ place: Int) -> RevealedPlace {
    guard shown.comparison == nil, var body = shown.document else { return RevealedPlace(row: place) }
    let line = body.reveal(place)
    shown.document = body
    return RevealedPlace(row: line - body.headerLines, column: column(of: place, inLine: line, body))
  }

  private func column(of place: Int, inLine line: Int, _ body: BodyDocument) -> (index: Int, indent: Int) {
    (body.column(of: place, inLine: line), min(body.line(at: line, columns: 0..<0).indent, Line.maxIndent))
  }

  @discardableResult
  mutating func goTo(line: Int?, in context: PaneContext) -> [PaneOutput] {
    if let line { select(row: line - (shown.document?.headerLines ?? 0), in: context) }
    return []
  }

  private mutating func change(in context: PaneContext, _ change: (inout BodyDocument) -> Void) {
    guard var body = shown.document else { return }
    change(&body)
    shown.document = body
    fit(in: context)
  }

  mutating func toggleFold(in context: PaneContext) -> [PaneOutput] {
    let row = view.window.selected
    var target: Int?
    if shown.comparison != nil {
      changeComparison(in: context) { target = $0.toggle(at: row) }
      if let target { select(row: target, in: context) }
      return []
    }
    guard let line = foldedLine else { return [] }
    change(in: context) { target = $0.toggleFold(at: line) }
    return goTo(line: target, in: context)
  }

  /// Folds or unfolds the body by one level and keeps the selection if it stays visible.
  mutating func changeFoldLevel(by step: Int, in context: PaneContext) -> [PaneOutput] {
    let level = max(0, (foldLevel ?? (step < 0 ? 3 : 1)) + step)
    foldLevel = level
    return fold(in: context) { $0.fold(to: level) }
  }

  mutating func foldAll(in context: PaneContext) -> [PaneOutput] {
    if shown.comparison != nil { return changeComparison(in: context) { $0.foldAll() } }
    foldLevel = 1
    return changeFoldLevel(by: 0, in: context)
  }

  mutating func unfoldAll(in context: PaneContext) -> [PaneOutput] {
    if shown.comparison != nil { return changeComparison(in: context) { $0.unfoldAll() } }
    foldLevel = nil
    return fold(in: context) { $0.unfoldAll() }
  }

  /// Changes the folds and keeps the selection.
  private mutating func fold(in context: PaneContext, _ fold: (inout BodyDocument) -> Void) -> [PaneOutput] {
    guard let body = shown.document else { return [] }
    let place = body.ownBytes(ofLine: min(line, body.lineCount - 1)).lowerBound
    var target: Int?
    change(in: context) {
      fold(&$0)
      target = $0.line(showing: place)
    }
    return goTo(line: target, in: context)
  }

  /// Goes to the line returned by `place`, or shows `reason`.
  mutating func jump(
    in context: PaneContext, _ place: (BodyDocument, Int) -> Int?, else reason: String
  ) -> [PaneOutput] {
    guard let body = shown.document else { return [] }
    return place(body, line).map { goTo(line: $0, in: context) } ?? [.information(reason)]
  }

  mutating func goToSibling(forward: Bool, in context: PaneContext) -> [PaneOutput] {
    if shown.comparison != nil { return goToChange(forward: forward, in: context) }
    return jump(
      in: context, { $0.sibling(of: $1, forward: forward) },
      else: "No \(forward ? "next" : "previous") value at this level")
  }

  mutating func toggleRaw(in context: PaneContext) -> [PaneOutput] {
    show(shown.document?.view == .pretty ? .raw : .pretty, in: context)
  }

  mutating func nextView(in context: PaneContext) -> [PaneOutput] {
    guard let body = shown.document, body.views.contains(body.view) else { return [] }
    return show(body.views.cycled(from: body.view, by: 1), in: context)
  }

  /// Changes the view and selects the row that shows the same bytes; the first one if bytes have other places there.
  private mutating func show(_ next: BodyDocument.View, in context: PaneContext) -> [PaneOutput] {
    guard var body = shown.document, body.lineCount > 0 else { return [] }
    let own = body.ownBytes(ofLine: min(line, body.lineCount - 1))
    let hadPlaces = body.hasPlacesOfBody
    body.show(next)
    let isSamePlace = hadPlaces == body.hasPlacesOfBody
    let place = isSamePlace ? viewPlace.flatMap { own.contains($0) ? $0 : nil } ?? own.lowerBound : 0
    guard body != shown.document else { return [.information("This body has no \(next) view")] }
    shown.document = body
    (view.skippedColumns, view.anchor, viewPlace) = (0, nil, place)
    let line = body.line(showing: place)
    goTo(line: line, in: context)
    let (column, indent) = column(of: place, inLine: line, body)
    view.showColumn(column, indent: indent, rowsSize(in: context))
    return searchAgain()
  }
}
