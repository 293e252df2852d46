/// The colours of a terminal, and the mapping of pixels to them.
package enum PixelPalette: Equatable, Sendable {
  /// Shading characters instead of colours.
  case none
  /// The eight ANSI colours, whose shades depend on the terminal.
  case eight
  /// xterm's colour cube and greys, which are the same everywhere, without the first sixteen colours.
  case many
  /// 24-bit colours.
  case direct

  /// The character and colours of a cell; -1 is the terminal's default colour.
  package struct Look: Equatable, Hashable, Sendable {
    package var character: Character
    package var foreground = -1
    package var background = -1

    package init(character: Character, foreground: Int = -1, background: Int = -1) {
      self.character = character
      self.foreground = foreground
      self.background = background
    }
  }

  /// The closest representation of two pixels.
  ///
  /// Uses only one of the two equivalent half blocks, and none if both colours are equal. This halves the number of
  /// colour pairs, which are limited.
  package func look(of pixels: PixelPair) -> Look {
    guard self != .none else { return Look(character: Self.character(for: pixels)) }
    let top = number(of: pixels.top)
    let bottom = number(of: pixels.bottom)
    if top == bottom { return Look(character: "█", foreground: top) }
    return top > bottom
      ? Look(character: "▀", foreground: top, background: bottom)
      : Look(character: "▄", foreground: bottom, background: top)
  }

  func number(of colour: RGB) -> Int {
    switch self {
    case .none: -1
    case .eight: Self.nearestOfEight(colour)
    case .many: Self.nearestOf256(colour)
    // Values below 8 would be ANSI colours, so merge the darkest blues.
    case .direct: max(8, Int(colour.red) << 16 | Int(colour.green) << 8 | Int(colour.blue))
    }
  }

  /// Shading characters from dark to bright.
  private static let shades = Array(" .:-=+*#%@")

  private static func character(for pixels: PixelPair) -> Character {
    let brightness = (pixels.top.brightness + pixels.bottom.brightness) / 2
    return shades[brightness * shades.count / 256]
  }

  private static func nearestOfEight(_ colour: RGB) -> Int {
    // The eight ANSI colours are three bits: red, green, blue.
    (colour.red >= 128 ? 1 : 0) | (colour.green >= 128 ? 2 : 0) | (colour.blue >= 128 ? 4 : 0)
  }

  /// The levels of the cube, colours 16 to 231. Colours 232 to 255 are greys from 8 in steps of ten.
  private static let levels = [0, 95, 135, 175, 215, 255]

  static func nearestOf256(_ colour: RGB) -> Int {
    let (red, green, blue) = (level(colour.red), level(colour.green), level(colour.blue))
    let inCube = distance(colour, levels[red], levels[green], levels[blue])
    let mean = (Int(colour.red) + Int(colour.green) + Int(colour.blue)) / 3
    let grey = min(23, max(0, (mean - 3) / 10))
    let shade = 8 + 10 * grey
    return distance(colour, shade, shade, shade) < inCube ? 232 + grey : 16 + 36 * red + 6 * green + blue
  }

  private static func level(_ channel: UInt8) -> Int {
    // Round to the nearest level. Only the first two are further apart.
    channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40
  }

  private static func distance(_ colour: RGB, _ red: Int, _ green: Int, _ blue: Int) -> Int {
    let (red, green, blue) = (Int(colour.red) - red, Int(colour.green) - green, Int(colour.blue) - blue)
    return red * red + green * green + blue * blue
  }
}
