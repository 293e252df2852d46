extension Program {
  /// The number of characters that arrive at once only in a paste. Terminals without bracketed paste send one as keys.
  private static let pastedLength = 64

  /// Takes the next event, or as a paste all characters that arrived with it, if they are text for a field. Each key
  /// takes time for the whole text.
  ///
  /// - Returns: `nil` at the end.
  package func next(of events: inout ArraySlice<ProgramEvent>) -> ProgramEvent? {
    guard let event = events.popFirst() else { return nil }
    guard var text = event.character.map({ String($0) }), shown.takesText else { return event }
    var rest = events
    while let character = rest.first?.character {
      text.append(character)
      rest.removeFirst()
    }
    guard events.count - rest.count >= Self.pastedLength else { return event }
    events = rest
    return .terminal(.input(.paste(text)))
  }
}

extension Workbench {
  /// Whether characters are text, and no commands as in the modes of vim.
  fileprivate var takesText: Bool {
    if let overlay = overlays.last { return overlay.screen.isTyping }
    return isEditingText && requestPane.editing?.vim == nil
  }
}

extension ProgramEvent {
  fileprivate var character: Character? {
    guard case .terminal(.input(.key(.character(let character)))) = self else { return nil }
    return character
  }
}
