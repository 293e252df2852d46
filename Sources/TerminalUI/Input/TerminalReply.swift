/// A terminal's reply to a query. It arrives among the keys, at any time or never.
package enum TerminalReply: Equatable, Sendable {
  /// Primary Device Attributes, the reply to `CSI c`, without the class. 4 means sixels.
  case attributes([Int])
  /// The size of a cell in pixels, the reply to `CSI 16 t`.
  case cell(PixelSize)
  /// The number of sixel colours, the reply to `CSI ? 1 ; 1 ; 0 S`.
  case registers(Int)
  /// The largest sixel picture, the reply to `CSI ? 2 ; 1 ; 0 S`.
  case largest(PixelSize)

  /// The colour of the background, the reply to `OSC 11 ; ?`.
  case background(RGB)

  /// The window got the focus or lost it, which terminals report while mode 1004 is set (xterm).
  case focus(Bool)

  /// The device attribute for sixels.
  package static let sixels = 4
  /// The query for device attributes, which every terminal supports.
  package static let attributesQuery = "\u{1B}[c"

  /// The query for the background (xterm). Terminals without it ignore it.
  package static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"

  /// Parses an operating system command: `11;rgb:1e1e/1e1e/1e1e`, with one to four digits per channel.
  package init?(command: String) {
    guard command.hasPrefix("11;rgb:") else { return nil }
    let channels = command.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false).compactMap {
      digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
      return UInt8(value * 255 / (1 << (4 * UInt32(digits.utf8.count)) - 1))
    }
    guard channels.count == 3 else { return nil }
    self = .background(RGB(red: channels[0], green: channels[1], blue: channels[2]))
  }

  /// Parses a control sequence; returns `nil` if it is not a known reply.
  ///
  /// - Parameter parameters: The bytes between `CSI` and `final`.
  package init?(_ parameters: String, final: UInt8) {
    if parameters.isEmpty, final == UInt8(ascii: "I") || final == UInt8(ascii: "O") {
      self = .focus(final == UInt8(ascii: "I"))
      return
    }
    let isPrivate = parameters.first == "?"
    let texts = parameters.dropFirst(isPrivate ? 1 : 0).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == texts.count else { return nil }
    switch (final, isPrivate, numbers.count) {
    case (UInt8(ascii: "c"), true, _):
      // The first one is the class, where 4 means a VT132.
      self = .attributes(Array(numbers.dropFirst()))
    case (UInt8(ascii: "t"), false, 3) where numbers[0] == 6:
      guard let size = PixelSize(told: numbers[2], numbers[1]) else { return nil }
      self = .cell(size)
    // The second one is 0 on success.
    case (UInt8(ascii: "S"), true, 3) where numbers[0] == 1 && numbers[1] == 0 && numbers[2] >= 2:
      self = .registers(numbers[2])
    case (UInt8(ascii: "S"), true, 4) where numbers[0] == 2 && numbers[1] == 0:
      guard let size = PixelSize(told: numbers[2], numbers[3]) else { return nil }
      self = .largest(size)
    default: return nil
    }
  }
}

extension PixelSize {
  /// Returns `nil` for 0, which some terminals send for an unknown size.
  fileprivate init?(told width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}
