import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import Pictures

@Suite struct PictureTests {
  private static let red = PictureColour(red: 255, green: 0, blue: 0)
  private static let blue = PictureColour(red: 0, green: 0, blue: 255)
  private static let green = PictureColour(red: 0, green: 255, blue: 0)
  /// The two greys behind what is transparent.
  private static let dark = PictureColour(red: 0x66, green: 0x66, blue: 0x66)
  private static let light = PictureColour(red: 0x88, green: 0x88, blue: 0x88)

  private func cells(_ body: Data, _ columns: Int = 80, _ rows: Int = 24) throws -> PictureCells {
    try #require(try Picture(body).cells(columns: columns, rows: rows))
  }

  /// The upper and the lower rows of colours, as a grid.
  private func grid(_ cells: PictureCells) -> [[PictureColour]] {
    (0..<cells.rows).flatMap { row in
      [
        (0..<cells.columns).map { cells[$0, row].top },
        (0..<cells.columns).map { cells[$0, row].bottom },
      ]
    }
  }

  private func problem(_ body: Data, _ limits: PictureLimits = .standard) -> PictureProblem? {
    do throws(PictureProblem) {
      _ = try Picture(body, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Kinds

  @Test func aPNGIsShownPixelByPixelWhereItFits() throws {
    let body = ImageFile.png(3, 4) { x, y in (x + y) % 2 == 0 ? ImageFile.red : ImageFile.blue }
    let rows = (0..<4).map { y in (0..<3).map { x in (x + y) % 2 == 0 ? Self.red : Self.blue } }
    #expect(try grid(cells(body)) == rows)
  }

  @Test func aJPEGIsShown() throws {
    let cells = try cells(ImageFile.jpeg)
    #expect(cells.columns == 16 && cells.rows == 8)
    for row in 0..<3 {
      #expect(isNear(cells[1, row].top, Self.red) && isNear(cells[14, row].bottom, Self.blue))
    }
  }

  @Test func aJPEGInPrintersInksIsShownInTheirColours() throws {
    #expect(isNear(try cells(ImageFile.jpegInInks)[4, 1].top, PictureColour(red: 128, green: 0, blue: 0)))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8], [true, false])
  func aPhotographIsTurnedAsTheCameraWasHeld(orientation: Int, isLittle: Bool) throws {
    let number = isLittle ? ImageFile.little : ImageFile.big
    let entry = ImageFile.bytes(number(274, 2), number(3, 2), number(1, 4), number(orientation, 2), [0, 0])
    let tiff = ImageFile.bytes(
      Array(isLittle ? "II".utf8 : "MM".utf8), number(42, 2), number(8, 4), number(1, 2), entry)
    let segment = ImageFile.bytes([0xFF, 0xE1], ImageFile.big(tiff.count + 8, 2), Array("Exif\0\0".utf8), tiff)
    let cells = try cells(ImageFile.jpeg.prefix(2) + segment + ImageFile.jpeg.dropFirst(2))
    let (right, bottom) = (cells.columns - 1, cells.rows - 1)
    let corners = [cells[0, 0].top, cells[right, 0].top, cells[0, bottom].bottom, cells[right, bottom].bottom]
    #expect(corners.map(name) == Self.turns[orientation - 1].map(String.init))
  }

  /// Red, blue, green and black where they are seen: upper left and right, lower left and right.
  private static let turns = ["RBGK", "BRKG", "KGBR", "GKRB", "RGBK", "GRKB", "KBGR", "BKRG"]

  private func name(_ colour: PictureColour) -> String {
    let names = [("R", Self.red), ("G", Self.green), ("B", Self.blue), ("K", PictureColour(red: 0, green: 0, blue: 0))]
    return names.first { isNear(colour, $0.1) }?.0 ?? "\(colour)"
  }

  private func isNear(_ a: PictureColour, _ b: PictureColour) -> Bool {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].allSatisfy { abs(Int($0) - Int($1)) < 12 }
  }

  @Test(arguments: [false, true])
  func theFirstPictureOfAGIFIsShown(interlaced: Bool) throws {
    let first = ImageFile.gif(3, 10, interlaced: interlaced) { x, y in (x + y) % 3 }
    let second = ImageFile.gif(3, 10) { _, _ in 2 }
    // The bytes after the header, the palette and the transparent colour are a second frame.
    let body = first.dropLast() + second.dropFirst(25)
    let palette = [Self.red, Self.blue, PictureColour(red: 0, green: 0, blue: 0)]
    #expect(try grid(cells(body)) == (0..<10).map { y in (0..<3).map { x in palette[(x + y) % 3] } })
  }

  @Test func aSmallFrameOfAGIFStandsInItsPlaceOnTheScreen() throws {
    let body = ImageFile.gif(1, 2, screen: (3, 4), at: (1, 2)) { _, y in y == 0 ? 0 : 3 }
    #expect(
      try grid(cells(body)) == [
        [Self.dark, Self.dark, Self.dark], [Self.dark, Self.dark, Self.dark], [Self.dark, Self.red, Self.dark],
        [Self.dark, Self.dark, Self.dark],
      ])
  }

  @Test func aWebPIsShownStillOrMoving() throws {
    let rows = [[Self.green, Self.green, Self.dark, Self.dark], [Self.green, Self.green, Self.dark, Self.dark]]
    #expect(try grid(cells(ImageFile.webP)) == rows)
    #expect(try grid(cells(ImageFile.animatedWebP)) == rows)
    let lossy = try cells(ImageFile.lossyWebP)
    #expect(isNear(lossy[2, 1].top, Self.red) && isNear(lossy[13, 1].top, Self.blue))
  }

  @Test(arguments: [
    (ImageFile.png(3, 4) { _, _ in ImageFile.red }, PictureKind.png, 3, 4, "PNG image, 3 × 4, 120 bytes"),
    (ImageFile.jpeg, .jpeg, 16, 16, "JPEG image, 16 × 16, 533 bytes"),
    (ImageFile.gif(2, 2) { _, _ in 0 }, .gif, 2, 2, "GIF image, 2 × 2, 50 bytes"),
    (ImageFile.webP, .webP, 4, 2, "WebP image, 4 × 2, 42 bytes"),
  ])
  func aPictureTellsItsKindAndSize(body: Data, kind: PictureKind, width: Int, height: Int, caption: String) throws {
    let picture = try Picture(body)
    #expect(picture.kind == kind && picture.width == width && picture.height == height)
    #expect(picture.caption == caption)
    #expect(picture.notice == nil)
  }

  // MARK: Sizes

  @Test(arguments: [
    (200, 100, 50, 50, 50, 13), (100, 200, 50, 50, 50, 50), (100, 200, 50, 10, 10, 10), (1000, 10, 80, 24, 80, 1),
    (10, 1000, 80, 24, 1, 24), (16, 16, 80, 24, 16, 8), (1, 1, 80, 24, 1, 1), (160, 96, 80, 24, 80, 24),
  ])
  func theShapeIsKept(width: Int, height: Int, columns: Int, rows: Int, across: Int, down: Int) throws {
    let picture = try Picture(ImageFile.png(width, height) { _, _ in ImageFile.red })
    let cells = try #require(picture.cells(columns: columns, rows: rows))
    #expect((cells.columns, cells.rows) == (across, down))
    #expect(Set(grid(cells).joined()) == [Self.red])
  }

  @Test func noRoomIsNoPicture() throws {
    let picture = try Picture(ImageFile.jpeg)
    #expect(picture.cells(columns: 0, rows: 5) == nil)
    #expect(picture.cells(columns: 5, rows: 0) == nil)
  }

  @Test func aSmallerPictureHasTheMeanOfWhatItCovers() throws {
    let body = ImageFile.png(4, 8) { x, _ in x % 2 == 0 ? ImageFile.red : ImageFile.blue }
    let mixed = PictureColour(red: 128, green: 0, blue: 128)
    #expect(try grid(cells(body, 2, 2)) == Array(repeating: [mixed, mixed], count: 4))
  }

  @Test func aLargePictureIsKeptSmallAndKnowsItsSize() throws {
    let body = ImageFile.png(500, 30) { x, _ in x < 250 ? ImageFile.red : ImageFile.blue }
    let picture = try Picture(body, limits: PictureLimits(pixels: 15_000, bytes: 60_000, keptEdge: 100))
    #expect(picture.width == 500 && picture.height == 30)
    let (width, height, bytes) = picture.rgba(width: 9999, height: 9999)
    #expect((width, height) == (100, 6))
    #expect(bytes.prefix(4) == Data([255, 0, 0, 255]) && bytes.suffix(4) == Data([0, 0, 255, 255]))
    #expect(problem(body, PictureLimits(pixels: 14_999, bytes: 60_000, keptEdge: 100)) != nil)
    #expect(problem(body, PictureLimits(pixels: 15_000, bytes: 59_999, keptEdge: 100)) != nil)
  }

  // MARK: What is transparent

  @Test func behindWhatIsTransparentLiesAChequeredBoard() throws {
    let cells = try cells(ImageFile.png(8, 8) { _, _ in ImageFile.clear })
    #expect(cells[0, 0].top == Self.dark && cells[3, 1].bottom == Self.dark)
    #expect(cells[4, 0].top == Self.light && cells[0, 2].top == Self.light)
    #expect(cells[7, 3].bottom == Self.dark)
  }

  @Test func halfTransparentColoursMixWithTheBoard() throws {
    let cell = try cells(ImageFile.png(1, 2) { _, y in ImageFile.Pixel(255, 0, 0, y == 0 ? 128 : 0) })[0, 0]
    #expect(cell.top == PictureColour(red: 178, green: 50, blue: 50))
    #expect(cell.bottom == Self.dark)
  }

  @Test func whatCannotBeSeenDoesNotTintItsNeighbours() throws {
    let body = ImageFile.png(2, 4) { x, _ in x == 0 ? ImageFile.red : ImageFile.Pixel(0, 255, 0, 0) }
    #expect(try cells(body, 1, 1)[0, 0].top == PictureColour(red: 178, green: 50, blue: 50))
    let (_, _, bytes) = try Picture(body).rgba(width: 1, height: 2)
    #expect(bytes == Data([255, 0, 0, 128, 255, 0, 0, 128]))
  }

  // MARK: Hostile files

  @Test func aClaimOfTooManyPixelsIsRefusedBeforeItIsBelieved() {
    let header = ImageFile.bytes(ImageFile.big(65535, 4), ImageFile.big(65535, 4), [8, 6, 0, 0, 0])
    let png = Data(
      ImageFile.bytes(ImageFile.pngSignature, ImageFile.chunk("IHDR", header), ImageFile.chunk("IDAT", [0])))
    #expect(problem(png) == .tooLarge(.png, width: 65535, height: 65535))
    #expect(
      problem(png)?.description
        == "Cannot show this PNG image: 65535 × 65535 pixels take too much memory — V shows hex, w saves")
    #expect(
      problem(ImageFile.gif(1, 1, screen: (65535, 65535)) { _, _ in 0 }) == .tooLarge(.gif, width: 65535, height: 65535)
    )
    var jpeg = ImageFile.jpeg
    // Height and width follow the frame header's marker, length and precision.
    if let frame = jpeg.firstRange(of: Data([0xFF, 0xC2])) {
      jpeg.replaceSubrange((frame.lowerBound + 5)..<(frame.lowerBound + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    }
    #expect(problem(jpeg) == .tooLarge(.jpeg, width: 65500, height: 65500))
    var webP = ImageFile.animatedWebP
    webP.replaceSubrange(24..<30, with: [0xFE, 0xFF, 0, 0xFE, 0xFF, 0])
    #expect(problem(webP) == .tooLarge(.webP, width: 65535, height: 65535))
  }

  @Test func thePixelsOfAJPEGCountAsWhatTheirCoefficientsTake() {
    var jpeg = ImageFile.jpeg
    if let frame = jpeg.firstRange(of: Data([0xFF, 0xC2])) {
      jpeg.replaceSubrange((frame.lowerBound + 5)..<(frame.lowerBound + 9), with: [0x1D, 0x00, 0x1D, 0x00])
    }
    // 55 million pixels of three samples of two bytes.
    #expect(problem(jpeg) == .tooLarge(.jpeg, width: 7424, height: 7424))
  }

  @Test func noPixelsAreNoPicture() {
    #expect(problem(ImageFile.png(0, 0) { _, _ in ImageFile.red }) == .damaged(.png))
    #expect(problem(ImageFile.gif(0, 0) { _, _ in 0 }) == .damaged(.gif))
    #expect(
      problem(ImageFile.gif(0, 0) { _, _ in 0 })?.description
        == "Cannot show this GIF image: damaged or incomplete — V shows hex, w saves")
  }

  @Test func whatIsNoPictureSaysSo() {
    #expect(
      problem(Data("hello".utf8))?.description
        == "Not a PNG, JPEG, GIF or WebP image — V shows hex, w saves")
    #expect(problem(Data()) == .unknownKind)
  }

  @Test func aFileThatEndsEarlyIsShownAsFarAsItGoes() throws {
    let whole = ImageFile.png(80, 80) { _, _ in ImageFile.red }
    let half = try Picture(whole.prefix(whole.count / 2))
    #expect(half.notice == "Incomplete or damaged picture: shown as far as possible")
    let cells = try #require(half.cells(columns: 80, rows: 40))
    #expect(cells[0, 0].top == Self.red && cells[0, 39].bottom == Self.light)
    let gif = try Picture(ImageFile.gif(20, 40) { _, _ in 0 }.prefix(300))
    #expect(gif.notice == half.notice && gif.cells(columns: 20, rows: 20)?[0, 0].top == Self.red)
    #expect(try Picture(ImageFile.jpeg.prefix(400)).notice == half.notice)
    #expect(problem(whole.prefix(30)) == .damaged(.png))
  }

  @Test func aWrongSumOfTheFirstPixelsIsDamage() {
    var body = ImageFile.png(2, 2) { _, _ in ImageFile.red }
    // The last byte of the sum of IDAT, which stands before the twelve of IEND.
    body[body.count - 13] ^= 1
    let picture = try? Picture(body)
    #expect(picture == nil || picture?.notice != nil)
  }

  /// Every one of the mutated files gives a picture or a sentence.
  @Test(arguments: [
    ImageFile.png(9, 7) { x, y in ImageFile.Pixel(UInt8(x * 20), UInt8(y * 20), 9, 200) }, ImageFile.jpeg,
    ImageFile.jpegInInks, ImageFile.gif(9, 9, interlaced: true) { x, y in (x * y) % 4 },
    ImageFile.webP, ImageFile.lossyWebP, ImageFile.animatedWebP,
  ])
  func noDamageEndsTheProgram(body: Data) {
    var random = SplitMix64(seed: UInt64(body.count))
    var shown = 0
    // Two bytes of a header make a large picture: what it takes is another test's.
    let limits = PictureLimits(pixels: 10_000, bytes: 100_000, keptEdge: 20)
    for _ in 0..<2000 {
      var mutated = body
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        mutated[Int.random(in: 0..<body.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { mutated = mutated.prefix(Int.random(in: 0...body.count, using: &random)) }
      do throws(PictureProblem) {
        let picture = try Picture(mutated, limits: limits)
        let cells = picture.cells(columns: 20, rows: 10)
        #expect(cells.map { (1...20).contains($0.columns) && (1...10).contains($0.rows) } == true)
        shown += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(shown > 0 && shown < 2000)
  }
}
