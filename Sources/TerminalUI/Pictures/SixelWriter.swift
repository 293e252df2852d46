/// The bytes of a sixel picture.
struct SixelWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// - Parameter number: Not negative.
  mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Gives a register its colour (DECGCI); in percents.
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

  /// `count` columns of the same pixels: bit 0 is the topmost of six.
  mutating func write(_ bits: UInt8, times count: Int) {
    let sixel = 0x3F + (bits & 0x3F)
    // `!4` is as long as three sixels.
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
  /// The nearest of 0 to 100.
  var percent: UInt8 { UInt8((Int(self) * 100 + 127) / 255) }
}
