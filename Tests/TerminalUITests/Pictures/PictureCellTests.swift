import TerminalUI
import Testing

@Suite struct PictureCellTests {
  private static let red = RGB(red: 255, green: 0, blue: 0)
  private static let blue = RGB(red: 0, green: 0, blue: 255)
  private static let black = RGB(red: 0, green: 0, blue: 0)
  private static let white = RGB(red: 255, green: 255, blue: 255)

  private func grey(_ level: UInt8) -> RGB { RGB(red: level, green: level, blue: level) }
  private func whole(_ colour: RGB) -> PixelPair { PixelPair(top: colour, bottom: colour) }

  // MARK: Drawing

  @Test func aPictureIsClippedAndAskedOnlyForWhatIsSeen() {
    var canvas = Canvas(Frame(size: Size(columns: 6, rows: 4)))
    var asked: [Point] = []
    canvas.draw(in: Rect(column: 2, row: 1, columns: 3, rows: 2)) { part in
      part.drawPicture(in: Rect(column: -1, row: 1, columns: 3, rows: 9)) { column, row in
        asked.append(Point(column: column, row: row))
        return whole(RGB(red: UInt8(column), green: UInt8(row), blue: 0))
      }
    }
    #expect(asked == [Point(column: 1, row: 0), Point(column: 2, row: 0)])
    #expect(canvas.frame.text == "\n\n  ▀▀\n")
    #expect(canvas.frame[3, 2].pixels == whole(RGB(red: 2, green: 0, blue: 0)))
    #expect(canvas.frame[4, 2].pixels == nil)
  }

  @Test func aPictureOutsideOfItsPartIsNotDrawn() {
    var canvas = Canvas(Frame(size: Size(columns: 3, rows: 1)))
    for part in [
      Rect(column: 5, row: 0, columns: 2, rows: 2), Rect(column: 0, row: -3, columns: 2, rows: 2),
      Rect(column: 0, row: 0, columns: 0, rows: 2),
    ] {
      canvas.drawPicture(in: part) { _, _ in
        Issue.record("It was asked for")
        return whole(Self.red)
      }
    }
    #expect(canvas.frame == Frame(size: Size(columns: 3, rows: 1)))
  }

  @Test func cellsWithOtherColoursAreNotEqual() {
    let cell = Cell(PixelPair(top: Self.red, bottom: Self.blue))
    #expect(cell == Cell(PixelPair(top: Self.red, bottom: Self.blue)))
    #expect(cell != Cell(PixelPair(top: Self.blue, bottom: Self.red)))
    #expect(cell != Cell("▀"))
  }

  @Test func aCellIsNoLargerThanThatOfAText() {
    #expect(MemoryLayout<Cell>.stride <= 24)
  }

  @Test func halfAWideCharacterUnderAPictureBecomesABlank() {
    var canvas = Canvas(Frame(size: Size(columns: 4, rows: 1)))
    canvas.write("界字", column: 0, row: 0)
    canvas.drawPicture(in: Rect(column: 1, row: 0, columns: 2, rows: 1)) { _, _ in whole(Self.red) }
    #expect(canvas.frame.cells.map(\.text) == [" ", "▀", "▀", " "])
    #expect(canvas.frame.cells.allSatisfy { $0.width == 1 })
  }

  @Test func textOverAPictureTakesItsPlace() {
    var canvas = Canvas(Frame(size: Size(columns: 3, rows: 1)))
    canvas.drawPicture(in: Rect(column: 0, row: 0, columns: 3, rows: 1)) { _, _ in whole(Self.red) }
    canvas.write("x", column: 1, row: 0)
    #expect(canvas.frame.text == "▀x▀")
    #expect(canvas.frame[1, 0] == Cell("x"))
  }

  // MARK: Colours

  /// The values of xterm's 256 colours, computed as its own table is.
  private func value(of number: Int) -> RGB {
    guard number < 232 else { return grey(UInt8(8 + 10 * (number - 232))) }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let index = number - 16
    return RGB(red: levels[index / 36], green: levels[index / 6 % 6], blue: levels[index % 6])
  }

  private func distance(_ a: RGB, _ b: RGB) -> Int {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].reduce(0) {
      let difference = Int($1.0) - Int($1.1)
      return $0 + difference * difference
    }
  }

  @Test func the256ColoursAreThemselves() {
    for number in 16..<256 {
      let look = PixelPalette.many.look(of: whole(value(of: number)))
      #expect(look.character == "█" && look.background == -1)
      #expect(value(of: look.foreground) == value(of: number), "\(number)")
    }
  }

  @Test func noOtherOfThe256ColoursIsNearer() {
    for red in stride(from: 0, through: 255, by: 17) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let colour = RGB(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let chosen = PixelPalette.many.look(of: whole(colour)).foreground
          let nearest = (16..<256).map { distance(colour, value(of: $0)) }.min() ?? 0
          #expect(distance(colour, value(of: chosen)) == nearest, "\(colour)")
        }
      }
    }
  }

  @Test func twoColoursShareACellAndTheirPairBothWaysRound() {
    let above = PixelPalette.many.look(of: PixelPair(top: Self.red, bottom: Self.blue))
    let below = PixelPalette.many.look(of: PixelPair(top: Self.blue, bottom: Self.red))
    #expect(above == .init(character: "▀", foreground: 196, background: 21))
    #expect(below == .init(character: "▄", foreground: 196, background: 21))
  }

  @Test func eightColoursAreEnough() {
    let colours: [(RGB, Int)] = [
      (Self.black, 0), (Self.red, 1), (RGB(red: 9, green: 200, blue: 9), 2), (RGB(red: 255, green: 255, blue: 0), 3),
      (Self.blue, 4), (RGB(red: 200, green: 0, blue: 200), 5), (RGB(red: 0, green: 128, blue: 128), 6), (Self.white, 7),
    ]
    for (colour, number) in colours {
      #expect(PixelPalette.eight.look(of: whole(colour)) == .init(character: "█", foreground: number))
    }
    var pairs: Set<[Int]> = []
    for (top, _) in colours {
      for (bottom, _) in colours {
        let look = PixelPalette.eight.look(of: PixelPair(top: top, bottom: bottom))
        pairs.insert([look.foreground, look.background])
      }
    }
    // Of 64 pairs that a terminal of eight colours has.
    #expect(pairs.count == 36)
  }

  @Test func directColoursKeepClearOfTheNumbersOfANSI() {
    let look = PixelPalette.direct.look(of: PixelPair(top: RGB(red: 1, green: 2, blue: 3), bottom: Self.black))
    #expect(look == .init(character: "▀", foreground: 0x010203, background: 8))
  }

  @Test func withoutColoursBrightnessIsACharacter() {
    let looks = [0, 30, 60, 90, 120, 150, 170, 190, 220, 255].map { PixelPalette.none.look(of: whole(grey($0))) }
    #expect(String(looks.map(\.character)) == " .:-=+*#%@")
    #expect(looks.allSatisfy { $0.foreground == -1 && $0.background == -1 })
    #expect(PixelPalette.none.look(of: PixelPair(top: Self.white, bottom: Self.black)).character == "=")
    #expect(PixelPalette.none.look(of: whole(Self.blue)).character == ".")
  }
}
