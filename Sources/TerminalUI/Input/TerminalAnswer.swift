/// What a terminal says of itself when it is asked. It comes among the keys, at any time or never.
package enum TerminalAnswer: Equatable, Sendable {
  /// Primary Device Attributes, the answer to `CSI c`: what it can beyond its class. 4 is sixels.
  case attributes([Int])
  /// One cell in pixels, the answer to `CSI 16 t`.
  case cell(PixelSize)
  /// The colours of sixels at once, the answer to `CSI ? 1 ; 1 ; 0 S`.
  case registers(Int)
  /// The largest picture in sixels, the answer to `CSI ? 2 ; 1 ; 0 S`.
  case largest(PixelSize)

  /// Attribute 4 of DEC's terminals.
  package static let sixels = 4
  /// What every terminal may be asked: its attributes.
  package static let firstQuestion = "\u{1B}[c"

  /// Reads a control sequence of that end; `nil` where it is no answer, or one that says nothing of use.
  ///
  /// - Parameter parameters: What stands between `CSI` and `final`.
  package init?(_ parameters: String, final: UInt8) {
    let isPrivate = parameters.first == "?"
    let texts = parameters.dropFirst(isPrivate ? 1 : 0).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == texts.count else { return nil }
    switch (final, isPrivate, numbers.count) {
    case (UInt8(ascii: "c"), true, _):
      // The first is the class: 4 alone is a VT132.
      self = .attributes(Array(numbers.dropFirst()))
    case (UInt8(ascii: "t"), false, 3) where numbers[0] == 6:
      guard let size = PixelSize(told: numbers[2], numbers[1]) else { return nil }
      self = .cell(size)
    // The second is 0 where the question was understood.
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
  /// Some say 0 for what they do not know.
  fileprivate init?(told width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}
