/// The colours of a theme, by their purpose.
///
/// A role without a colour of its own uses its slot's: all errors use `red`, whichever colour that is.
package struct ThemeColours: Equatable, Sendable {
  /// The colours that roles and surfaces share.
  package enum Slot: String, CaseIterable, Sendable {
    case text, background, muted, border, red, green, yellow, blue, magenta, cyan
    case selection, selectionText, inactiveSelection, input
  }

  private var slots: [Slot: Colour]
  private var roles: [Style.Role: Colour] = [:]

  package init(_ slots: [Slot: Colour]) { self.slots = slots }

  package subscript(slot: Slot) -> Colour { slots[slot] ?? .standard }

  package func foreground(of role: Style.Role) -> Colour { roles[role] ?? self[role.slot] }

  package func background(of surface: Style.Surface) -> Colour {
    switch surface {
    case .plain, .bar: self[.background]
    case .selected, .selection: self[.selection]
    case .selectedUnfocused: self[.inactiveSelection]
    case .input: self[.input]
    }
  }

  /// Changes a slot or a role by its name: `red`, `error`.
  ///
  /// - Returns: Whether the name exists.
  package mutating func set(_ name: String, to colour: Colour) -> Bool {
    if let slot = Slot(rawValue: name) {
      slots[slot] = colour
    } else if let role = Style.Role.allCases.first(where: { "\($0)" == name }) {
      roles[role] = colour
    } else {
      return false
    }
    return true
  }

  /// The names that `set` accepts.
  package static var names: [String] { Slot.allCases.map(\.rawValue) + Style.Role.allCases.map { "\($0)" } }
}

extension Style.Role {
  /// The slot whose colour it shares.
  package var slot: ThemeColours.Slot {
    switch self {
    case .text, .title, .label: .text
    case .hint, .note, .phaseQueue, .bodyPunctuation: .muted
    case .border: .border
    case .error, .methodDelete, .mark: .red
    case .success, .methodRead, .bodyString, .received, .phaseWait: .green
    case .warning, .methodWrite, .secretVariable, .bodyNumber, .match, .phaseConnect: .yellow
    case .phaseSend: .blue
    case .variable, .methodOther, .bodyBoolean, .bodyNull, .phaseTLS: .magenta
    case .focusedBorder, .key, .dynamicVariable, .redirect, .bodyKey, .bodyTag, .sent, .phaseDNS, .phaseReceive: .cyan
    }
  }
}
