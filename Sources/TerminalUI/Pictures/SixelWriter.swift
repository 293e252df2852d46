struct SixelWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// - Parameter number: A non-negative number.
  mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Sets the colour of a register in percent (DECGCI).
  mutating func define(_ register: Int, _ colour: RGB) {
    select(register)
    write(";2")
    for channel in [colour.red, colour.green, colour.blue] {
      write(";")
      write(Int(channel.percent))
    }
  }

  mutating func select(_ register: Int) {
    write(UInt8(ascii: "#"))
    write(register)
  }

  /// Writes `count` equal columns. Bit 0 is the topmost of six pixels.
  mutating func write(_ bits: UInt8, times count: Int) {
    let sixel = 0x3F + (bits & 0x3F)
    // A repeat count is worth it only for more than three sixels.
    guard count > 3 else {
      for _ in 0..<max(0, count) { bytes.append(sixel) }
      return
    }
    write(UInt8(ascii: "!"))
    write(count)
    bytes.append(sixel)
  }
}

extension UInt8 {
  /// The nearest percentage.
  var percent: UInt8 { UInt8((Int(self) * 100 + 127) / 255) }
}
