import Foundation
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

  @Test(arguments: [PictureProtocol.kitty, .inline])
  func textOverAPictureLeavesItsHalfBlocks(kind: PictureProtocol) {
    var screen = PictureScreen(kind, first: 1)
    #expect(screen.update(from: nil, to: frame([source], over: "x")) == "")
    #expect(screen.update(from: nil, to: frame([source], over: "x", at: 4)) != "")
    #expect(
      screen.update(from: frame([source]), to: frame([source], over: "x")) == (kind == .kitty ? deleted(1) : ""))
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
}
