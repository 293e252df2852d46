import TerminalUI

/// Maps styles to the terminal's colours and attributes.
///
/// Prefers the terminal's sixteen colours, which keep their contrast in light and dark schemes. Greys are readable on
/// black and white. Without colour, bold, underline and reverse convey what the text does not.
struct Theme: Sendable {
  /// The attributes of a cell; -1 is the terminal's default colour.
  struct Look: Hashable {
    var foreground: Int16 = -1
    var background: Int16 = -1
    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isReversed = false
  }

  /// The terminal's colours. With `.direct`, only the first eight numbers have their usual meaning.
  let palette: PixelPalette

  /// - Parameter colours: The number of colours of the terminal.
  init(colours: Int, isColourless: Bool) {
    palette = isColourless || colours < 8 ? .none : colours < 256 ? .eight : colours < 1 << 24 ? .many : .direct
  }

  func look(of style: Style) -> Look {
    var look = foreground(style.role)
    look.isBold = look.isBold || style.isBold
    look.isUnderlined = look.isUnderlined || style.isUnderlined
    put(&look, on: style.surface)
    return look
  }

  private func foreground(_ role: Style.Role) -> Look {
    var look = Look()
    switch role {
    case .mark, .match: look.isReversed = true
    case .focusedBorder: look.isBold = true
    case .hint, .border, .note, .phaseQueue, .bodyPunctuation:
      if palette == .many { look.foreground = 244 } else { look.isDim = role != .border }
    default: break
    }
    if palette != .none, let colour = Self.colours[role] { look.foreground = colour }
    return look
  }

  private func put(_ look: inout Look, on surface: Style.Surface) {
    switch (surface, palette) {
    case (.plain, _), (.bar, _): break
    case (.selection, _): look.isReversed = true
    case (.selected, .none): look.isReversed = true
    case (.selectedUnfocused, .none), (.input, .none): look.isUnderlined = true
    case (.selected, _):
      look.foreground = 15 % (palette == .many ? 256 : 8)
      look.background = 4
      look.isDim = false
    case (.selectedUnfocused, .eight), (.input, .eight), (.selectedUnfocused, .direct), (.input, .direct):
      look.isUnderlined = true
    case (.selectedUnfocused, .many):
      look.foreground = look.foreground == -1 || look.foreground == 244 ? 255 : look.foreground
      look.background = 238
    case (.input, .many):
      // The bright variants of the colours are readable on this grey.
      look.foreground = look.foreground == 244 ? 248 : look.foreground == -1 ? 255 : look.foreground % 8 + 8
      look.background = 236
    }
  }

  /// The ANSI colours: 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan.
  private static let colours: [Style.Role: Int16] = [
    .focusedBorder: 6, .key: 6, .variable: 5, .secretVariable: 3, .dynamicVariable: 6,
    .methodRead: 2, .methodWrite: 3, .methodDelete: 1, .methodOther: 5,
    .success: 2, .redirect: 6, .warning: 3, .error: 1,
    .bodyKey: 6, .bodyString: 2, .bodyNumber: 3, .bodyBoolean: 5, .bodyNull: 5, .bodyTag: 6,
    .sent: 6, .received: 2, .mark: 1, .match: 3,
    .phaseDNS: 6, .phaseConnect: 3, .phaseTLS: 5, .phaseSend: 4, .phaseWait: 2, .phaseReceive: 6,
  ]
}
