/// Where a request is in its life.
///
/// ```
/// initialized ─► resumed ◄─► suspended      cancelled and finished are final;
///      │            ├───────────┤           initialized may become any other
///      └────────────┴─► cancelled | finished
/// ```
public enum RequestState: Hashable, Sendable, CaseIterable {
  /// See the drawing above.
  case initialized, resumed, suspended, cancelled, finished

  /// Whether a request may go from this state to `state`; none goes to the state it is in.
  public func canTransition(to state: RequestState) -> Bool {
    switch (self, state) {
    case (.initialized, .initialized): false
    case (.initialized, _): true
    case (.resumed, .suspended), (.suspended, .resumed): true
    case (.resumed, .cancelled), (.suspended, .cancelled): true
    case (.resumed, .finished), (.suspended, .finished): true
    default: false
    }
  }
}
