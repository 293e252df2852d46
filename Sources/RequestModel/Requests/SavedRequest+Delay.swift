extension SavedRequest {
  /// The member with the seconds that a run waits before the request, as `delay` of Hurl says.
  package static let delayMark = "x-delay"

  /// The time that a run waits before the request; `nil` for none.
  package var runDelay: Duration? {
    guard let seconds = document[Self.delayMark]?.number?.double, seconds > 0, seconds < 1e9 else { return nil }
    return .seconds(seconds)
  }
}
