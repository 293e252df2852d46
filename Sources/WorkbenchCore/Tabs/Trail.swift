package import RequestModel

/// What was shown, for going back and forward as in a browser.
///
/// Rows that the selection only passes on its way through a list leave no trace: a place counts once something else is done
/// there, or if it was opened by other means.
package struct Trail: Feature {
  package struct Place: Equatable, Sendable {
    package var subject: Subject
    /// The row of an exchange, which the list of history may not have any more.
    package var exchange: ExchangeSummary?

    init(_ subject: Subject, _ exchange: ExchangeSummary? = nil) { (self.subject, self.exchange) = (subject, exchange) }
  }

  package private(set) var places: [Place] = []
  private(set) var index = -1
  /// Whether the current place stays when another one is shown.
  private var isSettled = true

  static let limit = 100

  package init() {}

  var current: Place? { places.indices.contains(index) ? places[index] : nil }

  /// - Parameter isPassing: Whether it was selected by moving through a list.
  mutating func show(_ place: Place, isPassing: Bool) {
    guard place.subject != .nothing, place.subject != current?.subject else { return }
    if !isSettled, isPassing, current != nil {
      places[index] = place
    } else {
      places.removeSubrange((index + 1)...)
      places.append(place)
      if places.count > Self.limit { places.removeFirst() }
      index = places.count - 1
    }
    // Back at the place before, which stays.
    isSettled = dropRepeats() || !isPassing
  }

  /// Something was done here.
  mutating func settle() { isSettled = true }

  /// The nearest place in a direction that can still be shown; goes there.
  mutating func step(_ step: Int, where isThere: (Place) -> Bool) -> Place? {
    var next = index + step
    while places.indices.contains(next) {
      if places[next].subject != current?.subject, isThere(places[next]) {
        index = next
        isSettled = true
        return places[next]
      }
      next += step
    }
    return nil
  }

  func canStep(_ step: Int) -> Bool { places.indices.contains(index + step) }

  /// Follows what was moved, and forgets what was deleted.
  mutating func follow(_ change: Relocation) {
    for place in places.indices.reversed() {
      if let subject = change(places[place].subject) {
        places[place].subject = subject
      } else {
        places.remove(at: place)
        if place <= index { index -= 1 }
      }
    }
    index = min(max(index, places.isEmpty ? -1 : 0), places.count - 1)
    _ = dropRepeats()
  }

  /// Going back should always show something else.
  ///
  /// - Returns: Whether there were places to drop.
  private mutating func dropRepeats() -> Bool {
    let count = places.count
    for place in places.indices.dropFirst().reversed() where places[place].subject == places[place - 1].subject {
      places.remove(at: place)
      if place <= index { index -= 1 }
    }
    return places.count < count
  }
}
