/// The shown items, for going back and forward as in a browser.
///
/// Rows that the selection only passes while moving through a list are not recorded: a place counts once the user does
/// something else there, or if it was opened in another way.
package struct Trail: Feature {
  package struct Place: Equatable, Sendable {
    package var subject: Subject
    /// The row of an exchange, which may no longer be in the list of history.
    package var exchange: ExchangeSummary?

    init(_ subject: Subject, _ exchange: ExchangeSummary? = nil) { (self.subject, self.exchange) = (subject, exchange) }
  }

  package private(set) var places: [Place] = []
  private(set) var index = -1
  /// Whether the current place stays when another one is shown.
  private var isSettled = true

  static let limit = 100

  var current: Place? { places[ifPresent: index] }

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

  /// Records that the user did something here.
  mutating func settle() { isSettled = true }

  /// Goes to the nearest place in a direction that can still be shown, and returns it.
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

  /// Updates moved addresses, and drops deleted ones.
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

  /// Drops repeated places, so that going back always shows something else.
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
