// The search field of a tab and its results. The search itself is a background task.
extension ResponseTab {
  func whyNoSearch(_ keys: KeyMap) -> String? {
    if case .failed(let sentence) = view.search?.state { return sentence }
    return view.search?.search == nil ? "No search yet: \(keys.name(of: "response.search")) starts one" : nil
  }

  /// The keys of the open search field.
  var searchHints: [(key: String, label: String)] {
    let isRegularExpression = view.search?.isRegularExpression == true
    let moving: [(key: String, label: String)] =
      view.search?.hasOtherMatches == true ? [("↓", "next"), ("↑", "previous")] : []
    return [("⏎", "done")] + moving + [("Ctrl+R", isRegularExpression ? "text" : "regex"), ("Esc", "clear")]
  }

  mutating func openSearch(in context: PaneContext) -> [PaneOutput] {
    let last = view.search
    view.search = RowSearch(
      former: last?.editor.text ?? "", isRegularExpression: last?.isRegularExpression ?? false,
      origin: view.window.selected)
    fit(in: context)
    return searchAgain()
  }

  mutating func handleInSearch(_ key: Key, _ context: PaneContext) -> [PaneOutput] {
    switch key {
    case .escape:
      let origin = view.search?.origin
      view.search = nil
      if let origin { select(row: origin, in: context) }
      return []
    case .enter: return closeSearchField(context)
    case .down, .control("n"): return findNext(forward: true, in: context)
    case .up, .control("p"): return findNext(forward: false, in: context)
    case .control("r"):
      view.search?.isRegularExpression.toggle()
      return searchAgain()
    default:
      let text = view.search?.editor.text
      guard view.search?.editor.handle(key) == true, view.search?.editor.text != text else { return [] }
      return searchAgain()
    }
  }

  mutating func pasteIntoSearch(_ text: String, _ context: PaneContext) -> [PaneOutput] {
    view.search?.editor.insert(text)
    return searchAgain()
  }

  /// Keeps the search on Enter; an empty one repeats the previous search.
  private mutating func closeSearchField(_ context: PaneContext) -> [PaneOutput] {
    view.search?.isOpen = false
    guard let search = view.search, search.editor.text.isEmpty else { return [] }
    guard !search.former.isEmpty else {
      view.search = nil
      fit(in: context)
      return []
    }
    view.search?.editor = TextEditor(search.former)
    return searchAgain()
  }

  /// Searches from the row where the search was started.
  mutating func searchAgain() -> [PaneOutput] {
    guard var search = view.search else { return [] }
    (search.current, search.task, search.state) = (nil, nil, .idle)
    defer { view.search = search }
    do throws(RegularExpressionProblem) {
      guard let pattern = try BodySearch(search.pattern) else { return [] }
      let task = view.nextTask(of: Self.id)
      (search.task, search.state) = (task, .searching)
      let rows = rows
      let place = rows.places(ofRow: min(search.origin, max(0, rows.count - 1))).lowerBound
      return [.effect(.body(.search(SearchJob(task: task, search: pattern, rows: rows, place: place))))]
    } catch {
      search.state = .failed(error.sentence)
      return []
    }
  }

  /// Shows the next match after the current one, or after the selected row if the selection has moved.
  mutating func findNext(forward: Bool, in context: PaneContext) -> [PaneOutput] {
    guard let state = view.search, let search = state.search, let task = state.task else { return [] }
    let rows = rows
    let row = rows.places(ofRow: view.window.selected)
    let here = state.current.flatMap { row.contains($0) ? $0 : nil }
    let place = forward ? here.map { $0 + 1 } ?? row.upperBound : here ?? row.lowerBound
    if case .counted(let hits) = state.state, hits.isComplete {
      return arrive(at: forward ? hits.next(from: place) : hits.previous(before: place), context)
    }
    let job = SearchJob(task: task, search: search, rows: rows, place: place, forward: forward, counts: false)
    return [.effect(.body(.search(job)))]
  }

  mutating func takeSearch(_ result: BodyTaskEvent, of task: TaskID, _ context: PaneContext) -> [PaneOutput] {
    guard view.search?.task == task else { return [] }
    switch result {
    case .found(let place): return arrive(at: place, context)
    case .counted(let hits): view.search?.state = .counted(hits)
    case .searchFailed(let sentence): view.search?.state = .failed(sentence)
    case .filtered, .filterFailed, .compared, .comparisonFailed, .revealed, .messagesChosen, .joined, .joiningFailed:
      break
    }
    return []
  }

  /// Shows a match: selects its row and scrolls sideways if needed.
  private mutating func arrive(at place: Int?, _ context: PaneContext) -> [PaneOutput] {
    guard let place, var search = view.search else {
      return view.search?.isOpen == false ? [.information("No match")] : []
    }
    search.current = place
    view.search = search
    let former = view.window
    let revealed = reveal(place)
    select(row: revealed.row, in: context)
    if let (column, indent) = revealed.column {
      view.showColumn(column, indent: indent, rowsSize(in: context))
    }
    view.center(from: former, rows, rowsSize(in: context))
    return []
  }
}
