// Folding in the open text.
extension RequestPane {
  /// The letters of the fold commands, typed with Alt.
  static let foldKeys: [Character: FoldAction] = [
    "z": .toggle, "Z": .toggleAll, "-": .more, "+": .less, "=": .less,
  ]

  mutating func fold(_ action: FoldAction) -> [PaneOutput] {
    guard let editor = editing?.editor else { return [] }
    guard let regions = findRegions(), !regions.all.isEmpty else {
      return [.information("Nothing to fold here: only brackets, elements and indented lines fold")]
    }
    switch action {
    case .toggle where editor.isFolded, .open: editing?.editor.openFold()
    case .toggle, .close: close(at: editor.row, regions)
    case .openAll, .closeAll, .toggleAll, .more, .less: close(below: depth(after: action, regions), regions)
    }
    return []
  }

  /// The depth from which on everything is folded.
  private func depth(after action: FoldAction, _ regions: FoldRegions) -> Int {
    let open = regions.deepest + 1
    let isOpen = editing?.editor.folds.isEmpty ?? true
    let depth = isOpen ? open : editing?.foldDepth ?? open
    switch action {
    case .closeAll: return 0
    case .toggleAll: return isOpen ? 0 : open
    case .more: return max(0, min(depth, open) - 1)
    case .less: return min(open, depth + 1)
    case .openAll, .toggle, .open, .close: return open
    }
  }

  private mutating func close(below depth: Int, _ regions: FoldRegions) {
    editing?.foldDepth = depth
    editing?.editor.openAllFolds()
    editing?.editor.close(regions.below(depth))
  }

  /// Folds the region that a line begins or is in; if that is folded, the region around it.
  private mutating func close(at line: Int, _ regions: FoldRegions) {
    guard let region = regions.region(at: line), let folds = editing?.editor.folds else { return }
    let wanted = folds.fold(at: line) == region ? regions.region(around: region) : region
    if let wanted { editing?.editor.close([wanted]) }
  }

  /// Folds or unfolds the region that a line begins.
  ///
  /// - Returns: `false` if it does not begin a region.
  mutating func toggleFold(at line: Int) -> Bool {
    guard let editor = editing?.editor, let regions = findRegions(),
      regions.all.contains(where: { $0.lowerBound == line })
    else { return false }
    editing?.editor.place(line, editor.column)
    _ = fold(.toggle)
    return true
  }

  private mutating func findRegions() -> FoldRegions? {
    guard let editor = editing?.editor, let language = editing?.language else { return nil }
    editing?.regions.update(for: editor.revision) { FoldRegions(editor.buffer, language) }
    return editing?.regions.value
  }
}
