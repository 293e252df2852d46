extension Timeline.Hop {
  /// The same hop with a later start.
  func moved(by offset: Duration) -> Timeline.Hop { with(self) { $0.start += offset } }

  func sent(for purpose: Purpose) -> Timeline.Hop { with(self) { $0.purpose = purpose } }
}

extension Exchange {
  /// Inserts messages sent before the request, such as one for a token, at the beginning of the timeline.
  ///
  /// - Parameter start: The time at which the request itself was sent.
  mutating func precede(with hops: [Timeline.Hop], until start: Duration) {
    // The hops may include the request, if it was sent more than once.
    let attempts = hops.lazy.filter { !$0.isAuxiliary }.map(\.attempt).max() ?? 0
    let own = timeline.hops.map { hop in with(hop.moved(by: start)) { $0.attempt += attempts } }
    timeline = Timeline(hops: hops + own)
    duration += start
  }
}
