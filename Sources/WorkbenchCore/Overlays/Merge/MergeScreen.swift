/// Mine, theirs and the merged file side by side. Nothing is written before the user accepts the result.
package struct MergeScreen: OverlayScreen {
  package enum Purpose: Equatable, Sendable {
    /// A conflict of git, and the file with its markers.
    case conflict(GitEntry, found: [UInt8], ours: [UInt8])
    /// Unsaved edits of a file that has changed on disk.
    case edits(Address, disk: SavedFile)
  }

  package let title: String
  package let purpose: Purpose
  package let versions: ThreeVersions
  /// The names of the sides.
  package let mine: String
  package let theirs: String
  /// The decisions, by the number of the conflict.
  package private(set) var choices: [MergeSide?]
  package private(set) var selected = 0
  /// The first line shown.
  package private(set) var first = 0

  package init(title: String, _ purpose: Purpose, _ versions: ThreeVersions, mine: String, theirs: String) {
    (self.title, self.purpose, self.versions) = (title, purpose, versions)
    (self.mine, self.theirs) = (mine, theirs)
    choices = Array(repeating: nil, count: versions.merge.conflicts.count)
  }

  var undecided: Int { choices.count { $0 == nil } }

  /// The side that a row gets its value from; `nil` until it is decided.
  func side(of row: ThreeVersions.Row) -> MergeSide? {
    switch row.kind {
    case .conflict(let number): choices[number]
    case .merged(let side): side
    }
  }

  // MARK: Keys

  package var headline: String { title }
  package var holdsText: Bool { choices.contains { $0 != nil } }
  package var escapeHint: String? { holdsText ? "cancel" : "close" }
  package var enterHint: String? { accepting }

  /// Only the sides that would change something.
  package var hints: [(key: String, label: String)] {
    var sides: [(String, String)] = []
    if versions.rows.indices.contains(selected), case .conflict(let number) = versions.rows[selected].kind {
      sides = Self.sides.filter { $0.side != choices[number] && ($0.side != .base || knowsBase) }
        .map { (String($0.key), $0.name) }
    }
    let all: [(String, String, MergeSide)] = [("O", "all mine", .ours), ("T", "all theirs", .theirs)]
    return sides + all.filter { all in choices.contains { $0 != all.2 } }.map { ($0.0, $0.1) }
  }

  private var accepting: String {
    switch purpose {
    case .conflict: "write and stage"
    case .edits: "save"
    }
  }

  static let sides: [(key: Character, side: MergeSide, name: String)] = [
    ("o", .ours, "mine"), ("t", .theirs, "theirs"), ("b", .base, "before"),
  ]

  var knowsBase: Bool { versions.merge.conflicts.contains { $0.base != nil } }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape), .key(.character("q")): return .closed([])
    // The keys that save led here, and save here, too.
    case .key(.enter), .key(.control("s")), .key(.function(2)): return accept()
    case .key(let key): handle(key, on: screen)
    case .scrolled(let rows): scroll(by: rows, on: screen)
    case .paste: break
    }
    return .stays()
  }

  private mutating func handle(_ key: Key, on screen: Size) {
    if let side = Self.sides.first(where: { .character($0.key) == key })?.side {
      choose(side)
    } else if key == .character("O") || key == .character("T") {
      let side: MergeSide = key == .character("O") ? .ours : .theirs
      choices = choices.map { _ in side }
    } else if let step = ListKeys.stepByLetter(key, page: max(1, height(on: screen) / 2)) {
      selected = min(max(0, selected + step), max(0, versions.rows.count - 1))
    }
    showSelected(on: screen)
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (list, lines) = (list(on: screen), lines(columns: columns(on: screen)))
    let index = first + point.row - list.row
    if list.contains(point), lines.indices.contains(index) { selected = lines[index].row }
    return nil
  }

  /// Decides the selected conflict and moves to the next open one.
  private mutating func choose(_ side: MergeSide) {
    guard versions.rows.indices.contains(selected), case .conflict(let number) = versions.rows[selected].kind,
      side != .base || knowsBase
    else { return }
    choices[number] = side
    let open = versions.rows.indices.filter { self.side(of: versions.rows[$0]) == nil }
    if let next = open.first(where: { $0 > selected }) ?? open.first { selected = next }
  }

  private mutating func showSelected(on screen: Size) {
    let lines = lines(columns: columns(on: screen))
    guard let start = lines.firstIndex(where: { $0.row == selected }),
      let end = lines.lastIndex(where: { $0.row == selected })
    else { return }
    let height = height(on: screen)
    if end >= first + height { first = end - height + 1 }
    if start < first { first = start }
  }

  private mutating func scroll(by rows: Int, on screen: Size) {
    first = min(max(0, first + rows), max(0, lines(columns: columns(on: screen)).count - height(on: screen)))
  }

  // MARK: The result

  private func accept() -> OverlayOutcome {
    guard undecided == 0 else {
      let open = Formatting.count(undecided, "conflict")
      return .stays([.information("\(open) to decide: o takes mine, t theirs\(knowsBase ? ", b what was before" : "")")]
      )
    }
    let value = versions.merge.value { choices[$0] ?? .ours }
    switch purpose {
    case .conflict(let entry, let found, let ours):
      guard let text = try? JSONText(ours) else { return .stays() }
      return .closed([.git(.resolve(entry, found: found, result: text.rewriting(to: value)))])
    case .edits(let address, let disk):
      do {
        let file = try SavedFile(document: value.object ?? JSONObject(), role: disk.role)
        return .closed([.workspace(.adopt(address, merged: file, disk: disk))])
      } catch {
        return .stays([.failure("This choice does not produce a valid file: \(error)")])
      }
    }
  }
}
