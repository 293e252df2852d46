/// Decides what becomes of an answer that points elsewhere.
public struct Redirector: Sendable {
  enum Behavior: Sendable {
    case follow
    case doNotFollow
    case modify(@Sendable (OutgoingRequest, HTTPResponse) -> OutgoingRequest?)
  }

  let behavior: Behavior

  /// Sends the next message as the answer asks for it.
  public static let follow = Redirector(behavior: .follow)
  /// Takes the answer as the final one.
  public static let doNotFollow = Redirector(behavior: .doNotFollow)

  /// Sends what `change` makes of the message that would go out next; `nil` takes the answer as the final one.
  ///
  /// `change` runs off the transport's thread, after the answer's body has come.
  public static func modify(
    _ change: @escaping @Sendable (OutgoingRequest, HTTPResponse) -> OutgoingRequest?
  ) -> Redirector {
    Redirector(behavior: .modify(change))
  }

  var isFollowing: Bool {
    if case .doNotFollow = behavior { false } else { true }
  }
}
