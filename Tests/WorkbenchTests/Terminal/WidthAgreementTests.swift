import CNcurses
import TestSupport
import Testing

@testable import TerminalUI

/// ncurses places characters by the C library's widths: where ours differ, the rest of the line would be elsewhere.
struct WidthAgreementTests {
  @Test func everyGlyphHasTheColumnsThatTheCLibraryGivesIt() {
    let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    var disagreements: [String] = []
    // Behind the third plane are few characters besides selectors.
    for value in Array(0..<0x3_0000) + Array(Seeds.places(in: 0x3_0000..<0x11_0000)) {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      var glyphs = Glyphs(String(scalar))
      while let glyph = glyphs.next() {
        if !isAccepted(glyph) { disagreements.append("U+\(String(value, radix: 16))") }
      }
    }
    #expect(disagreements.isEmpty, "Run scripts/make-width-table: \(disagreements.count), \(disagreements.prefix(10))")
  }

  /// Whether ncurses draws the glyph unchanged, in its columns.
  private func isAccepted(_ glyph: Glyph) -> Bool {
    var cell = cchar_t()
    let text = glyph.text.string.unicodeScalars.map { wchar_t($0.value) } + [0]
    let columns = text.withUnsafeBufferPointer { cn_fill(&cell, $0.baseAddress, Int32(glyph.width), 0, 0) }
    let kept = [cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4].prefix { $0 != 0 }
    return columns == Int32(glyph.width) && kept.elementsEqual(text.dropLast())
  }
}
