// Jump mode: labels every clickable place, and clicks where the typed label is.
extension Workbench {
  /// - Returns: `nil` outside of jump mode.
  mutating func handleInJump(_ key: Key) -> [Effect]? {
    guard let typed = jump else { return nil }
    jump = nil
    guard case .character(let letter) = key, key != .character(" ") else { return [] }
    let text = typed + letter.lowercased()
    let labels = JumpLabels.assign(to: draw(markingPlaces: true).places ?? [])
    if let point = labels.first(where: { $0.label == text })?.place.point {
      // A title only focuses its pane.
      let pane = Focus.allCases.first { layout[$0]?.row == point.row && layout[$0]?.contains(point) == true }
      return pane.map { focus($0) } ?? handle(.mouse(Mouse(.press, at: point)))
    }
    guard labels.contains(where: { $0.label.hasPrefix(text) }) else {
      return route(.information("There is no label \(text)"))
    }
    jump = text
    return []
  }
}

/// Short labels. No label is the beginning of another one.
enum JumpLabels {
  /// The letters on the home row first.
  private static let letters = Array("asdfghjklqwertyuiopzxcvbnm").map(String.init)

  /// Draws the labels that begin with the typed letters beside what they are for.
  static func draw(after typed: String, into canvas: inout Canvas) {
    for (place, label) in assign(to: canvas.frame.places ?? []) where label.hasPrefix(typed) {
      let left = String(label.dropFirst(typed.count))
      let row = place.point.row
      let column = LabelPlace(row: row, of: canvas.frame, length: left.count).column(for: place.point.column)
      canvas.write(left, column: column, row: row, style: Style(.key, on: .selection, bold: true))
    }
  }

  /// Gives the tabs and panes labels of one letter while these last, and the rows the remaining labels.
  static func assign(to places: [Place]) -> [(place: Place, label: String)] {
    let ordered = places.filter(\.isMajor) + places.filter { !$0.isMajor }
    return Array(zip(ordered, labels(ordered.count)).map { (place: $0, label: $1) })
  }

  static func labels(_ count: Int) -> [String] {
    let excess = max(0, count - letters.count)
    let prefixes = min(letters.count, (excess + letters.count - 2) / (letters.count - 1))
    let long = letters.suffix(prefixes).flatMap { first in letters.map { first + $0 } }
    return Array((letters.dropLast(prefixes) + long).prefix(count))
  }
}
