extension Timeline.Hop {
  /// The same hop with a later start.
  func moved(by offset: Duration) -> Timeline.Hop {
    var hop = self
    hop.start += offset
    return hop
  }

  func sent(for purpose: Purpose) -> Timeline.Hop {
    var hop = self
    hop.purpose = purpose
    return hop
  }
}

extension Exchange {
  /// Inserts messages sent before the request, such as one for a token, at the beginning of the timeline.
  ///
  /// - Parameter start: The time at which the request itself was sent.
  mutating func precede(with hops: [Timeline.Hop], until start: Duration) {
    // The hops may include the request, if it was sent more than once.
    let attempts = hops.lazy.filter { !$0.isAuxiliary }.map(\.attempt).max() ?? 0
    let own = timeline.hops.map { hop in
      var hop = hop.moved(by: start)
      hop.attempt += attempts
      return hop
    }
    timeline = Timeline(hops: hops + own)
    duration += start
  }
}
