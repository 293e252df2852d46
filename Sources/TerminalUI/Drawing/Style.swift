/// The meaning of a cell, which a `Theme` maps to colours.
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

  /// The same style on another surface, such as a selected row.
  package func on(_ surface: Surface) -> Style {
    var style = self
    style.surface = surface
    return style
  }

  /// The meaning of the characters.
  package enum Role: UInt8, Sendable, CaseIterable {
    case text, hint, title, border, focusedBorder
    case label, key
    /// A variable with a value, a secret one, one with a new value for each use.
    case variable, secretVariable, dynamicVariable
    case methodRead, methodWrite, methodDelete, methodOther
    case success, redirect, warning, error
    case bodyKey, bodyString, bodyNumber, bodyBoolean, bodyNull, bodyPunctuation, bodyTag
    case sent, received, note
    /// A visible mark in place of an unsafe character.
    case mark
    /// A search match.
    case match
    case phaseQueue, phaseDNS, phaseConnect, phaseTLS, phaseSend, phaseWait, phaseReceive
  }

  /// The background of the characters.
  package enum Surface: UInt8, Sendable, CaseIterable {
    case plain
    /// The selected row of the focused list.
    case selected
    /// The selected row of an unfocused list.
    case selectedUnfocused
    /// An open text field.
    case input
    /// Selected text.
    case selection
    /// The line at the top and bottom of the screen.
    case bar
  }
}
