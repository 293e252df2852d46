/// How a cell looks, by meaning. A `Theme` turns it into colours; no colour is named in a pane.
package struct Style: Equatable, Hashable, Sendable {
  package var role: Role
  package var surface: Surface
  package var isBold: Bool
  package var isUnderlined: Bool

  package init(_ role: Role = .text, on surface: Surface = .plain, bold: Bool = false, underlined: Bool = false) {
    self.role = role
    self.surface = surface
    isBold = bold
    isUnderlined = underlined
  }

  /// The same meaning on another surface: what a selected row does to its cells.
  package func on(_ surface: Surface) -> Style {
    var style = self
    style.surface = surface
    return style
  }

  /// What the characters stand for.
  package enum Role: UInt8, Sendable, CaseIterable {
    case text, hint, title, border, focusedBorder
    case label, key, variable
    case methodRead, methodWrite, methodDelete, methodOther
    case success, redirect, warning, error
    case bodyKey, bodyString, bodyNumber, bodyBoolean, bodyNull, bodyPunctuation, bodyTag
    case sent, received, note
    /// A visible stand-in for a character that must not reach the terminal.
    case mark
    /// A hit of a search.
    case match
    case phaseQueue, phaseDNS, phaseConnect, phaseTLS, phaseSend, phaseWait, phaseReceive
  }

  /// What the characters stand on.
  package enum Surface: UInt8, Sendable, CaseIterable {
    case plain
    /// The selected row of the focused list.
    case selected
    /// The selected row of a list that has not the focus.
    case selectedUnfocused
    /// A field that is being edited.
    case input
    /// The line at the top and bottom of the screen.
    case bar
  }
}
