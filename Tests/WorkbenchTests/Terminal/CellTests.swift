import CNcurses
import Testing

/// The text passed to ncurses for one cell.
struct CellTests {
  /// A cell over memory with something else in it: what is not written shows.
  private func fill(_ text: String, width: Int32) -> (columns: Int32, characters: [UInt32]) {
    let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    var cell = cchar_t()
    _ = withUnsafeMutableBytes(of: &cell) { bytes in bytes.initializeMemory(as: UInt8.self, repeating: 0xA5) }
    let characters = text.unicodeScalars.map { wchar_t($0.value) } + [0]
    let columns = characters.withUnsafeBufferPointer { cn_fill(&cell, $0.baseAddress, width, 0, 0) }
    let chars = cell.chars
    return (columns, [chars.0, chars.1, chars.2, chars.3, chars.4].map(UInt32.init(bitPattern:)))
  }

  @Test func aBaseCharacterKeepsItsMarks() {
    #expect(fill("e\u{301}", width: 1) == (1, [0x65, 0x301, 0, 0, 0]))
    #expect(fill("界\u{301}\u{302}\u{303}\u{304}", width: 2) == (2, [0x754C, 0x301, 0x302, 0x303, 0x304]))
  }

  /// `setcchar` fails for these and leaves the cell as it was.
  @Test(arguments: [
    ("\u{1FAEA}\u{301}", 2), ("\u{1FAEA}", 2), ("\u{10FFFF}\u{301}", 1), ("\u{E01F0}", 1), ("\u{7}\u{301}", 1),
  ])
  func aPlaceholderStandsForWhatTheCLibraryDoesNotKnow(text: String, width: Int32) {
    #expect(fill(text, width: width) == (1, [0xFFFD, 0, 0, 0, 0]))
  }

  @Test func aPlaceholderStandsForACharacterOfAnotherWidth() {
    #expect(fill("界", width: 1) == (1, [0xFFFD, 0, 0, 0, 0]))
    #expect(fill("e", width: 2) == (1, [0xFFFD, 0, 0, 0, 0]))
  }

  @Test func whatWouldTakeAColumnOfItsOwnIsNoMark() {
    #expect(fill("ab", width: 1) == (1, [0x61, 0, 0, 0, 0]))
    #expect(fill("e\u{1FAEA}\u{301}", width: 1) == (1, [0x65, 0x301, 0, 0, 0]))
  }

  @Test func marksWithoutEndStayInTheirCell() {
    let zalgo = "Z" + String(repeating: "\u{301}", count: 40)
    #expect(fill(zalgo, width: 1) == (1, [0x5A, 0x301, 0x301, 0x301, 0x301]))
  }
}
