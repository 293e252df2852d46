/// Work whose result may open a dialog.
package enum Cause: Hashable, Sendable {
  case exchange(ExchangeID)
  /// Reading a file, such as one to send.
  case reading(Address)
  case saving(Address)
  /// Learning of the changes that can be undone.
  case changes
  /// Work of a feature, by the type of its effects.
  case feature(ObjectIdentifier)
  /// Closing workspaces once their files are saved.
  case leaving

  package static func of(_ effects: any FeatureEffect.Type) -> Cause { .feature(ObjectIdentifier(effects)) }
}

extension Effect {
  /// The work that the effect begins; `nil` if its result opens no dialog.
  var cause: Cause? {
    switch self {
    case .send(let job): .exchange(job.id)
    case .exchange(.give(let id, _)), .exchange(.completeLogin(let id, _)): .exchange(id)
    case .files(_, .open(let address)), .files(_, .refresh(let address)): .reading(address)
    case .files(_, .save(let address, _, _, _)), .files(_, .readDisk(let address)): .saving(address)
    case .files(_, .moveCredentials(let move)): .saving(move.address)
    case .feature(let work): work.effect.opensDialog ? Cause.of(type(of: work.effect)) : nil
    case .program(.quit), .program(.closeNow): .leaving
    default: nil
    }
  }
}

extension Event {
  /// The work that the event is a result of; `nil` if it opens no dialog.
  var cause: Cause? {
    switch self {
    case .exchange(let id, _): .exchange(id)
    case .workspace(_, .opened(let address, _)), .workspace(_, .scope(let address, _)): .reading(address)
    case .workspace(_, .changedOnDisk(let address)), .workspace(_, .removedFromDisk(let address)),
      .workspace(_, .readOnly(let address, _)), .workspace(_, .onDisk(let address, _)):
      .saving(address)
    case .workspace(_, .trash), .workspace(_, .slowChange): .changes
    case .message(let message): message.cause
    default: nil
    }
  }
}
