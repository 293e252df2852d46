package enum Colour: Equatable, Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the terminal's sixteen colours, or of xterm's 256.
  case numbered(UInt8)
  case rgb(RGB)

  /// Parses `#ff8800`, `#f80`, a number up to 255, or the name of one of sixteen: `red`, `brightred`, `default`.
  package init?(_ text: String) {
    let text = text.lowercased()
    if text.hasPrefix("#") {
      let digits = text.dropFirst()
      guard digits.utf8.count == 3 || digits.utf8.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
      self = .rgb(digits.utf8.count == 6 ? RGB(packed: value) : RGB(short: value))
    } else if let number = UInt8(text) {
      self = .numbered(number)
    } else if text == "default" {
      self = .standard
    } else if let index = Self.names.firstIndex(of: text) {
      self = .numbered(UInt8(index))
    } else if text.hasPrefix("bright"), let index = Self.names.firstIndex(of: String(text.dropFirst(6))) {
      self = .numbered(UInt8(index + 8))
    } else {
      return nil
    }
  }

  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// The number of the terminal's colour; -1 for its default colour.
  package func number(in palette: PixelPalette) -> Int {
    switch self {
    case .standard: -1
    case .numbered(let number): palette == .eight ? Int(number % 8) : Int(number)
    case .rgb(let colour): palette.number(of: colour)
    }
  }
}

extension RGB {
  /// A colour of three hexadecimal digits.
  fileprivate init(short value: UInt32) {
    let (red, green, blue) = (value >> 8 & 15, value >> 4 & 15, value & 15)
    self.init(red: UInt8(red * 17), green: UInt8(green * 17), blue: UInt8(blue * 17))
  }

  /// Whether it is a bright background, on which text is dark.
  package var isLight: Bool { brightness >= 128 }
}
