/// Maps styles to the terminal's colours and attributes.
///
/// Prefers the terminal's sixteen colours, which keep their contrast in light and dark schemes. Greys are readable on
/// black and white. Without colour, bold, underline and reverse convey what the text does not.
package struct Theme: Sendable {
  /// The attributes of a cell; -1 is the terminal's default colour.
  package struct Look: Hashable, Sendable {
    package var foreground: Int32 = -1
    package var background: Int32 = -1
    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    package var isReversed = false
  }

  /// The terminal's colours. With `.direct`, only the first eight numbers have their usual meaning.
  package let palette: PixelPalette
  /// The colours of the settings; `nil` for the terminal's sixteen.
  private let colours: ThemeColours?
  /// Whether the terminal's background is known to be bright.
  package var isOnLight = false

  /// - Parameter colours: The number of colours of the terminal.
  package init(colours: Int, isColourless: Bool, choice: ThemeChoice = ThemeChoice()) {
    let limit = choice.depth == .sixteen ? 16 : choice.depth == .many ? 256 : colours
    let isColourless = isColourless || choice.depth == ThemeChoice.Depth.none
    let colours = min(colours, limit)
    palette = isColourless || colours < 8 ? .none : colours < 256 ? .eight : colours < 1 << 24 ? .many : .direct
    self.colours = palette == .many || palette == .direct ? choice.colours : nil
  }

  package func look(of style: Style) -> Look {
    if let colours { return look(of: style, in: colours) }
    var look = foreground(style.role)
    look.isBold = look.isBold || style.isBold
    look.isUnderlined = look.isUnderlined || style.isUnderlined
    put(&look, on: style.surface)
    return look
  }

  private func look(of style: Style, in colours: ThemeColours) -> Look {
    let foreground =
      style.surface == .selected || style.surface == .selection
      ? colours[.selectionText] : colours.foreground(of: style.role)
    return Look(
      foreground: Int32(foreground.number(in: palette)),
      background: Int32(colours.background(of: style.surface).number(in: palette)),
      isBold: style.isBold || style.role == .focusedBorder, isUnderlined: style.isUnderlined,
      isReversed: style.role == .mark || style.role == .match)
  }

  private func foreground(_ role: Style.Role) -> Look {
    var look = Look()
    switch role {
    case .mark, .match: look.isReversed = true
    case .focusedBorder: look.isBold = true
    case .error, .warning: look.isBold = palette == .none
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
    // A match in a selected row is reversed again.
    case (.selection, _), (.selected, .none): look.isReversed.toggle()
    case (.selectedUnfocused, .none), (.input, .none): look.isUnderlined = true
    case (.selected, _):
      look.foreground = 15 % (palette == .many ? 256 : 8)
      look.background = 4
      look.isDim = false
    case (.selectedUnfocused, .eight), (.input, .eight), (.selectedUnfocused, .direct), (.input, .direct):
      look.isUnderlined = true
    case (.selectedUnfocused, .many):
      look.foreground = look.foreground == -1 || look.foreground == 244 ? strong : look.foreground
      look.background = isOnLight ? 253 : 238
    case (.input, .many):
      // The bright variants of the colours are readable on a dark grey.
      let colour = look.foreground == -1 ? strong : look.foreground % 8 + (isOnLight ? 0 : 8)
      look.foreground = look.foreground == 244 ? (isOnLight ? 240 : 248) : colour
      look.background = isOnLight ? 254 : 236
    }
  }

  private var strong: Int32 { isOnLight ? 234 : 255 }

  /// The ANSI colours: 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan.
  private static let colours: [Style.Role: Int32] = [
    .focusedBorder: 6, .key: 6, .variable: 5, .secretVariable: 3, .dynamicVariable: 6,
    .methodRead: 2, .methodWrite: 3, .methodDelete: 1, .methodOther: 5,
    .success: 2, .redirect: 6, .warning: 3, .error: 1,
    .bodyKey: 6, .bodyString: 2, .bodyNumber: 3, .bodyBoolean: 5, .bodyNull: 5, .bodyTag: 6,
    .sent: 6, .received: 2, .mark: 1, .match: 3,
    .phaseDNS: 6, .phaseConnect: 3, .phaseTLS: 5, .phaseSend: 4, .phaseWait: 2, .phaseReceive: 6,
  ]
}
