import Foundation
import TerminalUI
import Testing

@Suite struct PictureProtocolTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], PictureProtocol.kitty),
    (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "3"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .inline),
    (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .inline),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .inline),
    (["TERM": "wezterm"], .inline),
    (["TERM": "foot"], .sixel),
    (["TERM": "foot-extra"], .sixel),
    (["TERM": "mlterm-256color"], .sixel),
    (["TERM": "yaft-256color"], .sixel),
    (["TERM": "contour"], .sixel),
    (["TERM": "xterm-256color", "WT_SESSION": "7e1c"], .halfBlocks),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "221203"], .inline),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "210800"], .halfBlocks),
    (["TERM": "xterm-256color"], .halfBlocks),
    (["TERM": "linux", "KITTY_WINDOW_ID": "3"], .halfBlocks),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], .halfBlocks),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .halfBlocks),
    ([:], .halfBlocks),
  ])
  func theTerminalIsKnownByItsEnvironment(environment: [String: String], expected: PictureProtocol) {
    #expect(PictureProtocol(environment: environment) == expected)
    // Nobody is asked who has something better.
    let isOpen = [.halfBlocks, .sixel].contains(expected)
    #expect(PictureProtocol.sixelProbe(environment: environment) == (isOpen ? .terminal : .nobody))
  }

  @Test(arguments: [
    ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TMUX": "/tmp/tmux-0/default,1,0", "KITTY_WINDOW_ID": "1"],
    ["TERM": "screen-256color", "LC_TERMINAL": "iTerm2"], ["TERM": "screen", "TERM_PROGRAM": "iTerm.app"],
    ["TERM": "screen.xterm-256color", "KITTY_WINDOW_ID": "1"],
    ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"],
    ["TERM": "xterm-256color", "STY": "12.pts-0", "TERM_PROGRAM": "WezTerm"], ["TERM": "xterm-kitty", "ZELLIJ": "0"],
  ])
  func aMultiplexerGetsHalfBlocks(environment: [String: String]) {
    #expect(PictureProtocol(environment: environment) == .halfBlocks)
    let isTmux = environment["TMUX"] != nil
    #expect(PictureProtocol.sixelProbe(environment: environment) == (isTmux ? .tmux : .nobody))
  }

  @Test(arguments: [
    ["TERM_PROGRAM": "vscode"], ["VTE_VERSION": "7006"], ["XTERM_VERSION": "XTerm(379)"], ["ALACRITTY_WINDOW_ID": "9"],
  ])
  func whatATerminalInheritedOfAnotherIsNotBelieved(own: [String: String]) {
    for inherited in [["KITTY_WINDOW_ID": "1"], ["KONSOLE_VERSION": "221203"], ["LC_TERMINAL": "iTerm2"]] {
      let environment = own.merging(inherited) { $1 }.merging(["TERM": "xterm-256color"]) { $1 }
      #expect(PictureProtocol(environment: environment) == .halfBlocks)
    }
  }

  // MARK: kitty

  @Test func aSmallPictureForKittyIsOneSequence() {
    let sequence = KittyPicture(id: 7).send(.png(Data("png".utf8)))
    #expect(sequence == "\u{1B}_Ga=t,f=100,i=7,q=2,m=0;cG5n\u{1B}\\")
  }

  @Test(arguments: [0, 3071, 3072, 3073, 10_000])
  func aLargePictureForKittyComesInChunksThatGiveItBack(count: Int) throws {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let sequences = KittyPicture(id: 1).send(.rgba(bytes, width: 5, height: 6)).components(separatedBy: "\u{1B}\\")
      .dropLast()
    let parts = try sequences.map { sequence in
      let halves = sequence.split(separator: ";", omittingEmptySubsequences: false)
      try #require(halves.count == 2)
      return (control: String(halves[0]), data: String(halves[1]))
    }
    #expect(parts.first?.control.hasPrefix("\u{1B}_Ga=t,f=32,s=5,v=6,i=1,q=2,m=") == true)
    #expect(parts.dropFirst().dropLast().allSatisfy { $0.control == "\u{1B}_Gq=2,m=1" })
    #expect(parts.last?.control.hasSuffix("m=0") == true)
    #expect(parts.allSatisfy { $0.data.count <= 4096 })
    #expect(parts.dropLast().allSatisfy { $0.data.count % 4 == 0 })
    #expect(parts.count == max(1, (count + 3071) / 3072))
    #expect(Data(base64Encoded: parts.map(\.data).joined()) == bytes)
  }

  @Test func aPictureIsPlacedAtItsCellsAndRemovedByItsNumber() {
    let picture = KittyPicture(id: 9)
    #expect(
      picture.place(in: Rect(column: 4, row: 2, columns: 30, rows: 10))
        == "\u{1B}7\u{1B}[3;5H\u{1B}_Ga=p,i=9,p=1,c=30,r=10,C=1,q=2\u{1B}\\\u{1B}8")
    #expect(picture.place(in: Rect(column: 4, row: 2, columns: 0, rows: 10)) == picture.remove)
    #expect(picture.remove == "\u{1B}_Ga=d,d=i,i=9,q=2\u{1B}\\")
    #expect(picture.delete == "\u{1B}_Ga=d,d=I,i=9,q=2\u{1B}\\")
  }

  // MARK: iTerm2

  @Test func anInlinePictureNamesItsExtentInCells() {
    #expect(
      InlinePicture.show(Data("gif".utf8), in: Rect(column: 0, row: 1, columns: 8, rows: 4))
        == "\u{1B}7\u{1B}[2;1H\u{1B}]1337;File=inline=1;size=3;width=8;height=4;preserveAspectRatio=0;doNotMoveCursor=1:"
        + "Z2lm\u{07}\u{1B}8")
    #expect(InlinePicture.show(Data("gif".utf8), in: Rect(column: 0, row: 0, columns: 0, rows: 4)) == "")
  }
}
