import Testing

/// A strict decoder of sixels, written from the VT330/VT340 manual.
struct SixelDecoder {
  /// Straight from `"1;1;width;height`.
  private(set) var width = 0
  private(set) var height = 0
  /// Percents, or `nil` where nothing was drawn; row by row, in whole bands.
  private(set) var pixels: [[[Int]?]] = []
  /// The registers that have a colour.
  private(set) var registers: [Int: [Int]] = [:]
  private var selected = 0
  private var column = 0
  private var top = 0

  struct Problem: Error {
    let what: String
  }

  init(_ sequence: String) throws {
    let start = "\u{1B}P0;1;0q"
    let end = "\u{1B}\\"
    guard sequence.hasPrefix(start), sequence.hasSuffix(end) else { throw Problem(what: "No device control string") }
    var rest = Array(sequence.utf8).dropFirst(start.utf8.count).dropLast(end.utf8.count)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): try measure(Self.numbers(&rest))
      case UInt8(ascii: "#"): try choose(Self.numbers(&rest))
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"): (column, top) = (0, top + 6)
      case UInt8(ascii: "!"):
        let count = Self.numbers(&rest)
        guard count.count == 1, count[0] > 0, let sixel = rest.popFirst() else { throw Problem(what: "No run") }
        try draw(sixel, times: count[0])
      default: try draw(byte, times: 1)
      }
    }
  }

  private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
    let text = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    rest = rest.dropFirst(text.count)
    return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
  }

  private mutating func measure(_ numbers: [Int]) throws {
    guard numbers.count == 4, numbers[0] == 1, numbers[1] == 1, width == 0 else { throw Problem(what: "No extent") }
    (width, height) = (numbers[2], numbers[3])
    pixels = Array(repeating: Array(repeating: nil, count: width), count: (height + 5) / 6 * 6)
  }

  private mutating func choose(_ numbers: [Int]) throws {
    guard let register = numbers.first, (0..<256).contains(register) else { throw Problem(what: "No register") }
    if numbers.count == 5 {
      guard numbers[1] == 2, numbers[2...].allSatisfy({ (0...100).contains($0) }) else { throw Problem(what: "No RGB") }
      registers[register] = Array(numbers[2...])
    } else if numbers.count != 1 || registers[register] == nil {
      throw Problem(what: "No colour")
    }
    selected = register
  }

  private mutating func draw(_ sixel: UInt8, times count: Int) throws {
    guard (0x3F...0x7E).contains(sixel), let colour = registers[selected] else {
      throw Problem(what: "\(sixel) is no sixel")
    }
    for _ in 0..<count {
      for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
        guard top + bit < height, column < width else { throw Problem(what: "Outside of the picture") }
        pixels[top + bit][column] = colour
      }
      column += 1
    }
  }
}
