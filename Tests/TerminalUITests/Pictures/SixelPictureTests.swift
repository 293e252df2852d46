import Foundation
import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct SixelPictureTests {
  private func pixels(_ width: Int, _ height: Int, _ colour: (Int, Int) -> [UInt8]) throws -> RGBAPixels {
    let bytes = (0..<width * height).flatMap { colour($0 % width, $0 / width) }
    return try #require(RGBAPixels(width: width, height: height, bytes: Data(bytes)))
  }

  private func sequence(_ pixels: RGBAPixels, registers: Int = 256) -> String {
    SixelPicture.sequence(
      pixels, size: PixelSize(width: pixels.width, height: pixels.height), registers: registers)
  }

  private func percents(_ colour: [UInt8]) -> [Int] { colour.prefix(3).map { Int((Double($0) / 2.55).rounded()) } }

  @Test(arguments: [(1, 1), (7, 5), (6, 6), (3, 7), (40, 12), (17, 29)])
  func aPictureOfFewColoursComesBackAsItWas(width: Int, height: Int) throws {
    let colours: [[UInt8]] = (0...255).map { (value: UInt8) in [value, 255 - value, value &* 7, 255] }
    let source = try pixels(width, height) { colours[($0 * 31 + $1 * 57) % 256] }
    let picture = try SixelDecoder(sequence(source))
    #expect(picture.width == width && picture.height == height)
    for row in 0..<height {
      for column in 0..<width {
        #expect(picture.pixels[row][column] == percents(colours[(column * 31 + row * 57) % 256]))
      }
    }
    #expect(picture.pixels[height...].joined().allSatisfy { $0 == nil })
  }

  @Test func theBytesAreThoseOfTheManual() throws {
    let red: [UInt8] = [255, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 255, 255]
    let source = try pixels(6, 7) { column, row in row < 6 && column < 5 ? red : blue }
    #expect(
      sequence(source)
        == "\u{1B}P0;1;0q\"1;1;6;7#0;2;100;0;0#1;2;0;0;100#0!5~#1~-#1!6@\u{1B}\\")
  }

  @Test func aLargePictureOfOneColourIsShort() throws {
    let source = try pixels(10, 10) { _, _ in [9, 8, 7, 255] }
    let text = SixelPicture.sequence(source, size: PixelSize(width: 1000, height: 600))
    #expect(text.utf8.count < 1000)
    let picture = try SixelDecoder(text)
    #expect(picture.pixels.joined().allSatisfy { $0 == [4, 3, 3] })
  }

  @Test func aPictureIsStretchedByWholePixels() throws {
    let source = try pixels(2, 2) { column, row in [column == 0 ? 0 : 255, row == 0 ? 0 : 255, 0, 255] }
    let picture = try SixelDecoder(SixelPicture.sequence(source, size: PixelSize(width: 20, height: 10)))
    for row in 0..<10 {
      for column in 0..<20 {
        #expect(picture.pixels[row][column] == [column < 10 ? 0 : 100, row < 5 ? 0 : 100, 0])
      }
    }
  }

  @Test func whatIsTransparentIsLeftOutAndWhatIsNearlyOpaqueIsSeenOnGrey() throws {
    let alphas: [UInt8] = [0, 127, 128, 255]
    let source = try pixels(4, 8) { column, _ in [255, 255, 255, alphas[column]] }
    let picture = try SixelDecoder(sequence(source))
    for row in picture.pixels[..<8] {
      #expect(row == [nil, nil, [73, 73, 73], [100, 100, 100]])
    }
    let nothing = try SixelDecoder(sequence(pixels(9, 9) { _, _ in [1, 2, 3, 0] }))
    #expect(nothing.width == 9 && nothing.registers.isEmpty)
  }

  /// All channels in all their values: no palette has them, and each pixel must still look about as it did.
  @Test(arguments: [(256, 11), (16, 60), (2, 115)])
  func aPictureOfManyColoursIsNearToItself(registers: Int, mean: Int) throws {
    let colour: (Int, Int) -> [UInt8] = { [UInt8($0 * 2), UInt8($1 * 2), UInt8(($0 + $1) % 128), 255] }
    let picture = try SixelDecoder(sequence(pixels(128, 126, colour), registers: registers))
    #expect(picture.registers.count == registers)
    var sum = 0.0
    for row in 0..<126 {
      for column in 0..<128 {
        let shown = try #require(picture.pixels[row][column])
        let distances = zip(shown, colour(column, row)).map { Double($0) * 2.55 - Double($1) }
        sum += distances.reduce(0) { $0 + $1 * $1 }.squareRoot()
      }
    }
    #expect(sum / Double(126 * 128) < Double(mean))
  }

  @Test func aSmallPartOfAnotherColourGetsARegister() throws {
    let source = try pixels(100, 100) { column, row in
      column < 3 && row < 3 ? [255, 0, 0, 255] : [0, UInt8(column * 2), UInt8(row * 2), 255]
    }
    let picture = try SixelDecoder(sequence(source))
    let corner = try #require(picture.pixels[1][1])
    #expect(corner[0] > 95 && corner[1] < 5 && corner[2] < 5)
  }

  @Test func aRegisterIsNeverMoreThanThereAre() throws {
    let source = try pixels(32, 32) { [UInt8($0 * 8), UInt8($1 * 8), 0, 255] }
    for registers in [-1, 0, 2, 3, 16, 255, 256, 100_000] {
      let picture = try SixelDecoder(sequence(source, registers: registers))
      #expect(picture.registers.count <= min(max(2, registers), 256))
    }
  }

  /// Noise of every size, in any number of colours: the decoder accepts nothing but sixels inside of the picture.
  @Test(arguments: Seeds.some(of: 10))
  func noFileCanSendAnythingElse(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let (width, height) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
      let mask = UInt8.random(in: 0...255, using: &random)
      let bytes = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) | mask }
      let source = try #require(RGBAPixels(width: width, height: height, bytes: Data(bytes)))
      let size = PixelSize(width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random))
      let text = SixelPicture.sequence(source, size: size)
      let picture = try SixelDecoder(text)
      #expect(PixelSize(width: picture.width, height: picture.height) == size)
      #expect(text.utf8.dropFirst().dropLast(2).allSatisfy { (0x21...0x7E).contains($0) })
      for row in 0..<size.height {
        for column in 0..<size.width {
          let pixel = row * height / size.height * width + column * width / size.width
          #expect((picture.pixels[row][column] != nil) == (bytes[pixel * 4 + 3] >= 128))
        }
      }
    }
  }

  @Test func pixelsThatAreNotAllThereAreNoPicture() {
    #expect(RGBAPixels(width: 2, height: 2, bytes: Data(count: 15)) == nil)
    #expect(RGBAPixels(width: 0, height: 2, bytes: Data()) == nil)
  }
}
