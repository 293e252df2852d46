/// The open list of what can be typed at the cursor.
///
/// It takes Enter only after an item was selected with the arrows; until then Enter works as it does without the list,
/// unless it would leave half of a variable, as in `{{na`. Tab completes what was typed, as in a shell.
package struct Completion: Equatable, Sendable {
  package private(set) var place: CompletionPlace
  private let list: CompletionList
  /// The positions of the shown items in the list.
  private var matches: [Int] = []
  private var window = ListWindow()
  /// Whether an item was selected.
  package private(set) var isChosen = false
  /// Whether the user opened the list with a key.
  package let isAsked: Bool

  static let rows = 8

  init(_ list: CompletionList, at place: CompletionPlace, isAsked: Bool) {
    (self.list, self.place, self.isAsked, kind) = (list, place, isAsked, place.kind)
    find()
  }

  /// The kind of text that the list completes, wherever the cursor is now.
  let kind: CompletionKind

  package var count: Int { matches.count }

  /// Whether there is nothing to choose: no item, or only what is typed already.
  var isIdle: Bool {
    matches.isEmpty || matches.count == 1 && list.items[matches[0]].text == place.typed && !place.isInOpenBraces
  }

  package var items: [CompletionItem] { matches.map { list.items[$0] } }

  /// The selected item; the first one if none was selected.
  package var selected: CompletionItem? { matches[ifPresent: window.selected].map { list.items[$0] } }

  /// Whether the first item extends what was typed. A name that is complete already stays unchanged.
  var continuesTyped: Bool {
    guard let item = selected else { return false }
    let (text, typed) = (item.text.lowercased(), place.typed.lowercased())
    return !text.isExactly(typed) && text.startsExactly(with: typed) && (isAsked || !typed.isEmpty)
  }

  /// Whether the first item completes a variable that is typed in part, or lacks only its closing braces.
  var completesVariable: Bool {
    guard place.isInOpenBraces, !place.typed.isEmpty, let item = selected else { return false }
    return item.text.lowercased().startsExactly(with: place.typed.lowercased())
  }

  package var selectedIndex: Int? { isChosen ? window.selected : nil }

  /// Updates the list for what was typed in the same place.
  mutating func follow(_ place: CompletionPlace) {
    self.place = place
    find()
  }

  private mutating func find() {
    matches = list.matches(place.typed)
    window = ListWindow()
    isChosen = false
  }

  /// Selects an item. The first step down selects the first one, the first step up the last.
  mutating func move(by step: Int) {
    guard !matches.isEmpty else { return }
    let row = isChosen ? window.selected + step : step < 0 ? matches.count - 1 : step - 1
    let isStep = abs(step) == 1
    let target = isStep ? (row + matches.count) % matches.count : row
    window.select(target, of: matches.count, height: Self.rows)
    isChosen = true
  }

  /// The shown rows, at most `height`.
  func visible(height: Int) -> Range<Int> {
    var window = window
    window.fit(count: matches.count, height: height)
    return window.visible(of: matches.count, height: height)
  }

  func item(at row: Int) -> CompletionItem { list.items[matches[row]] }
}
