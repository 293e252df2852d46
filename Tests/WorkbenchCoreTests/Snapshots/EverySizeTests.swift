import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// Every size from 1×1 to 300×100, every pane and overlay: nothing traps, and nothing is drawn outside.
///
/// The sizes are dealt out to the stored screens, which are in turn resized to a few of them each; `EVERY_SIZE=1` deals out
/// all 30,000 of them. A third of the screens is tried in each run, all in a soak.
@Suite struct EverySizeTests {
  private static let step = ProcessInfo.processInfo.environment["EVERY_SIZE"] == nil ? 101 : 1

  private static let screens = Array(Screen.all.enumerated())

  @Test(arguments: step == 1 ? screens : Seeds.some(of: screens))
  func aScreenFillsEverySizeExactly(index: Int, screen: Screen) {
    var app = screen.make(Size(columns: 100, rows: 30))
    let sizes = Array(stride(from: index * Self.step % Screen.all.count, to: 30_000, by: Screen.all.count * Self.step))
    // The largest takes as long as all others: a tenth of the screens get it.
    let largest = index % 10 == Int(Seeds.first % 10) || Seeds.isSoak ? [29_999] : []
    for number in sizes + [0, 20 * 100 + 5] + largest {
      let size = Size(columns: number / 100 + 1, rows: number % 100 + 1)
      app.receive(.resized(size))
      expectSound(app.bench.render(), size, screen.name)
    }
  }

  private func expectSound(_ frame: Frame, _ size: Size, _ name: String) {
    let place = "\(name) at \(size.columns)×\(size.rows)"
    #expect(frame.size == size && frame.cells.count == size.columns * size.rows, "\(place)")
    if let cursor = frame.cursor { #expect(Rect(size).contains(cursor), "\(place)") }
    for row in 0..<size.rows {
      let widths = (0..<size.columns).reduce(0) { $0 + Int(frame[$1, row].width) }
      if widths != size.columns { Issue.record("Row \(row) has half a character, \(place)") }
    }
    let plain = frame.plain
    #expect(plain.size == size && plain.cursor.map(Rect(size).contains) != false, "\(place), plain")
  }
}
