/// The colours that a terminal has for pictures, and what a cell of one looks like in them.
package enum PixelPalette: Equatable, Sendable {
  /// Characters of different darkness instead of colours.
  case none
  /// The first eight of ANSI, whose exact shades every terminal chooses for itself.
  case eight
  /// The cube and the greys of xterm, which are the same everywhere; the first sixteen are not used.
  case many
  /// Every colour by its own value.
  case direct

  /// How a cell is drawn; -1 is the terminal's own colour.
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

  /// The look that is nearest to two pixels.
  ///
  /// `▀` in one colour on another and `▄` in the other on the one are the same to an eye; only one of them is used,
  /// and none where one colour fills the cell, so that there are half as many pairs of colours: a terminal has few.
  package func look(of pixels: PixelPair) -> Look {
    guard self != .none else { return Look(character: Self.character(for: pixels)) }
    let top = number(of: pixels.top)
    let bottom = number(of: pixels.bottom)
    if top == bottom { return Look(character: "█", foreground: top) }
    return top > bottom
      ? Look(character: "▀", foreground: top, background: bottom)
      : Look(character: "▄", foreground: bottom, background: top)
  }

  private func number(of colour: RGB) -> Int {
    switch self {
    case .none: -1
    case .eight: Self.nearestOfEight(colour)
    case .many: Self.nearestOf256(colour)
    // The numbers below 8 are ANSI's: the darkest blues are one blue.
    case .direct: max(8, Int(colour.red) << 16 | Int(colour.green) << 8 | Int(colour.blue))
    }
  }

  /// From dark to bright on a dark screen.
  private static let shades = Array(" .:-=+*#%@")

  private static func character(for pixels: PixelPair) -> Character {
    let brightness = (pixels.top.brightness + pixels.bottom.brightness) / 2
    return shades[brightness * shades.count / 256]
  }

  private static func nearestOfEight(_ colour: RGB) -> Int {
    // Black, red, green, yellow, blue, magenta, cyan and white differ in three bits.
    (colour.red >= 128 ? 1 : 0) | (colour.green >= 128 ? 2 : 0) | (colour.blue >= 128 ? 4 : 0)
  }

  /// Colours 16 to 231 are a cube of these; 232 to 255 are greys from 8 on in steps of ten.
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
    // The borders lie half way between the levels, of which only the first two are further apart.
    channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40
  }

  private static func distance(_ colour: RGB, _ red: Int, _ green: Int, _ blue: Int) -> Int {
    let (red, green, blue) = (Int(colour.red) - red, Int(colour.green) - green, Int(colour.blue) - blue)
    return red * red + green * green + blue * blue
  }
}
