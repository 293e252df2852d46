import Foundation
import Synchronization
import TerminalUI
import Testing

@Suite struct PictureScreenTests {
  private let source = PictureSource(.png(Data("png".utf8)), file: Data("gif".utf8))
  private let other = PictureSource(.rgba(Data([1, 2, 3, 4]), width: 1, height: 1), file: Data("bmp".utf8))

  private func frame(
    _ sources: [PictureSource], row: Int = 1, shade: UInt8 = 0, over text: String = "", at place: Int = 1
  ) -> Frame {
    var canvas = Canvas(Frame(size: Size(columns: 20, rows: 6)))
    canvas.draw(in: Rect(column: 2, row: 0, columns: 18, rows: 6)) { part in
      for (index, source) in sources.enumerated() {
        part.drawPicture(in: Rect(column: 6 * index, row: row, columns: 4, rows: 2), source: source) { _, _ in
          let colour = RGB(red: shade, green: 0, blue: 0)
          return PixelPair(top: colour, bottom: colour)
        }
      }
    }
    canvas.write(text, column: 3, row: place)
    return canvas.frame
  }

  private let sent = "\u{1B}_Ga=t,f=100,i=1,q=2,m=0;cG5n\u{1B}\\"
  private func placed(_ id: Int, column: Int, row: Int) -> String {
    "\u{1B}7\u{1B}[\(row);\(column)H\u{1B}_Ga=p,i=\(id),p=1,c=4,r=2,C=1,q=2\u{1B}\\\u{1B}8"
  }
  private func deleted(_ id: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }

  @Test func halfBlocksNeedNothingMore() {
    var screen = PictureScreen(.halfBlocks)
    #expect(screen.update(from: nil, to: frame([source])) == "")
    #expect(screen.clear() == "")
  }

  @Test func aPictureIsSentOnceAndPlacedWhereItMoves() {
    var screen = PictureScreen(.kitty, first: 1)
    let (first, second) = (frame([source]), frame([source], row: 3))
    #expect(screen.update(from: nil, to: first) == sent + placed(1, column: 3, row: 2))
    #expect(screen.update(from: first, to: first) == "")
    #expect(screen.update(from: first, to: second) == placed(1, column: 3, row: 4))
    #expect(screen.update(from: second, to: frame([])) == deleted(1))
    #expect(screen.update(from: frame([]), to: frame([])) == "")
  }

  @Test func aClearedScreenGetsItsPictureAgain() {
    var screen = PictureScreen(.kitty, first: 1)
    _ = screen.update(from: nil, to: frame([source]))
    #expect(screen.update(from: nil, to: frame([source])) == placed(1, column: 3, row: 2))
  }

  @Test func eachPictureHasItsNumber() {
    var screen = PictureScreen(.kitty, first: 1)
    let both = frame([source, other])
    #expect(
      screen.update(from: nil, to: both) == sent + placed(1, column: 3, row: 2)
        + "\u{1B}_Ga=t,f=32,s=1,v=1,i=2,q=2,m=0;AQIDBA==\u{1B}\\" + placed(2, column: 9, row: 2))
    #expect(screen.update(from: both, to: frame([other])) == deleted(1) + placed(2, column: 3, row: 2))
    #expect(screen.clear() == deleted(2))
    #expect(screen.clear() == "")
  }

  @Test(arguments: [PictureProtocol.kitty, .inline, .sixel])
  func textOverAPictureLeavesItsHalfBlocks(kind: PictureProtocol) {
    var screen = PictureScreen(kind, first: 1)
    #expect(screen.update(from: nil, to: frame([white], over: "x")) == "")
    #expect(screen.update(from: nil, to: frame([white], over: "x", at: 4)) != "")
    #expect(
      screen.update(from: frame([white]), to: frame([white], over: "x")) == (kind == .kitty ? deleted(1) : ""))
  }

  @Test func aClippedPictureIsLeftToHalfBlocks() {
    #expect(frame([source], row: 5).pictures.isEmpty)
    #expect(frame([source], row: -1).pictures.isEmpty)
    #expect(frame([source], row: 4).pictures == frame([source], row: 4).pictures)
    #expect(frame([source], row: 4).pictures.count == 1)
  }

  @Test func anInlinePictureIsShownAgainWhenItsCellsWereDrawn() {
    var screen = PictureScreen(.inline)
    let (first, redrawn) = (frame([source]), frame([source], shade: 9))
    let shown = InlinePicture.show(source.file, in: Rect(column: 2, row: 1, columns: 4, rows: 2))
    #expect(screen.update(from: nil, to: first) == shown)
    #expect(screen.update(from: first, to: frame([source], over: "x", at: 4)) == "")
    #expect(screen.update(from: first, to: redrawn) == shown)
    #expect(screen.update(from: redrawn, to: redrawn) == "")
    #expect(screen.update(from: nil, to: redrawn) == shown)
    #expect(screen.update(from: redrawn, to: frame([other], shade: 9)) != "")
    #expect(screen.clear() == "")
  }

  // MARK: Sixels

  private static let cell = PixelSize(width: 2, height: 3)
  private let white = PictureSource(
    .rgba(Data(repeating: 255, count: 4), width: 1, height: 1), file: Data("bmp".utf8))
  /// Four columns of two pixels, two rows of three.
  private let whiteSixels = "\u{1B}P0;1;0q\"1;1;8;6#0;2;100;100;100#0!8~\u{1B}\\"

  private func sixelScreen(_ answers: TerminalReply...) -> PictureScreen {
    var screen = PictureScreen(.sixel)
    for answer in [.cell(Self.cell)] + answers { _ = screen.adoptCapability(answer) }
    return screen
  }

  private func shown(row: Int = 2) -> String { "\u{1B}7\u{1B}[\(row);3H\(whiteSixels)\u{1B}8" }

  @Test func sixelsAreShownAgainWhenTheirCellsWereDrawnOrTheyMoved() {
    var screen = sixelScreen()
    let (first, redrawn, moved) = (frame([white]), frame([white], shade: 9), frame([white], row: 2))
    #expect(screen.update(from: nil, to: first) == shown())
    #expect(screen.update(from: first, to: first) == "")
    #expect(screen.update(from: first, to: redrawn) == shown())
    #expect(screen.update(from: redrawn, to: frame([white], shade: 9, over: "x", at: 5)) == "")
    #expect(screen.update(from: nil, to: first) == shown())
    #expect(screen.update(from: first, to: moved) == shown(row: 3))
    #expect(screen.clear() == "")
    #expect(screen.update(from: first, to: first) == shown())
  }

  @Test(arguments: [PictureProtocol.sixel, .inline])
  func whatIsWrittenLikeTextIsTakenOffByDrawingItsRows(kind: PictureProtocol) {
    var screen = PictureScreen(kind)
    _ = screen.adoptCapability(.cell(Self.cell))
    let first = frame([white])
    #expect(screen.staleRows(in: first).isEmpty)
    _ = screen.update(from: nil, to: first)
    #expect(screen.staleRows(in: first).isEmpty)
    #expect(screen.staleRows(in: frame([white], shade: 9)).isEmpty)
    #expect(screen.staleRows(in: frame([white], over: "x")) == [1..<3])
    #expect(screen.staleRows(in: frame([white], row: 2)) == [1..<3])
    #expect(screen.staleRows(in: frame([])) == [1..<3])
    #expect(screen.staleRows(in: Frame(size: Size(columns: 9, rows: 2))) == [1..<2])
    #expect(screen.staleRows(in: Frame(size: Size(columns: 9, rows: 1))).isEmpty)
    #expect(screen.update(from: first, to: frame([])) == "")
    #expect(screen.staleRows(in: first).isEmpty)
  }

  @Test func kittyTakesItsPicturesOffByNumber() {
    var screen = PictureScreen(.kitty, first: 1)
    _ = screen.update(from: nil, to: frame([source]))
    #expect(screen.staleRows(in: frame([])).isEmpty)
  }

  /// Below the last row of a picture the cursor needs a row, and a band that is cut off another.
  @Test func sixelsKeepClearOfTheScreensEnd() {
    for row in 0...4 {
      var screen = sixelScreen()
      #expect((screen.update(from: nil, to: frame([white], row: row)) != "") == (row <= 2))
    }
  }

  @Test func aPictureThatIsTooLargeForTheTerminalStaysInHalfBlocks() {
    var exact = sixelScreen(.largest(PixelSize(width: 8, height: 6)))
    #expect(exact.update(from: nil, to: frame([white])) == shown())
    for limit in [PixelSize(width: 7, height: 6), PixelSize(width: 8, height: 5)] {
      var screen = sixelScreen(.largest(limit))
      #expect(screen.update(from: nil, to: frame([white])) == "")
    }
    var screen = sixelScreen(.cell(PixelSize(width: 1000, height: 1000)))
    #expect(screen.update(from: nil, to: frame([white])) == "")
  }

  @Test func aFileThatNobodyDecodesStaysInHalfBlocks() {
    var screen = sixelScreen()
    #expect(screen.update(from: nil, to: frame([source])) == "")
  }

  @Test func aPictureIsDecodedInTheSizeOfItsCellsAndEncodedOnce() {
    let sizes = Mutex<[PixelSize]>([])
    let bytes = Data(repeating: 255, count: 4)
    let source = PictureSource(.png(Data()), file: Data()) { size in
      sizes.withLock { $0.append(size) }
      return RGBAPixels(width: 1, height: 1, bytes: bytes)
    }
    var screen = sixelScreen()
    let (first, covered) = (frame([source]), frame([source], over: "x"))
    #expect(screen.update(from: nil, to: first) == shown())
    #expect(screen.update(from: first, to: covered) == "")
    #expect(screen.update(from: covered, to: first) == shown())
    #expect(sizes.withLock { $0 } == [PixelSize(width: 8, height: 6)])
    _ = screen.adoptCapability(.registers(16))
    _ = screen.update(from: nil, to: first)
    #expect(sizes.withLock { $0.count } == 2)
  }

  @Test func aTerminalThatAnswersGetsSixelsFromThenOn() {
    var screen = PictureScreen(.halfBlocks)
    let first = frame([white])
    #expect(screen.update(from: nil, to: first) == "")
    #expect(!screen.isSixel)
    let isStale = screen.adoptCapability(.attributes([1, 4, 22]))
    #expect(isStale && screen.isSixel)
    _ = screen.adoptCapability(.cell(Self.cell))
    #expect(screen.update(from: nil, to: first) == shown())
    let isStaleAgain = screen.adoptCapability(.attributes([4]))
    #expect(!isStaleAgain)
  }

  @Test func aTerminalThatCannotIsNotBelievedByItsName() {
    var screen = sixelScreen()
    let isStale = screen.adoptCapability(.attributes([22]))
    #expect(!isStale && !screen.isSixel)
    #expect(screen.update(from: nil, to: frame([white])) == "")
  }

  @Test(arguments: [PictureProtocol.kitty, .inline])
  func aBetterProtocolStays(kind: PictureProtocol) {
    var screen = PictureScreen(kind, first: 1)
    _ = screen.update(from: nil, to: frame([source]))
    let isStale = screen.adoptCapability(.attributes([4]))
    #expect(!isStale && !screen.isSixel)
  }
}
