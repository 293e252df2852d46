import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct InputDecoderTests {
  private func decode(_ text: String) -> [TerminalInput] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8) + decoder.flush()
  }

  private static let keys: [(String, Key)] = [
    ("a", .character("a")), ("é", .character("é")), ("界", .character("界")), ("👍", .character("👍")),
    (" ", .character(" ")),
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{1}", .control("a")), ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{0}", .control(" ")),
    ("\u{1F}", .control("_")),
    // xterm's cursor keys, those of its application mode, and the Linux console's function keys.
    ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left), ("\u{1B}[H", .home),
    ("\u{1B}OF", .end),
    ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
    ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)),
    ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)), ("\u{1B}[21~", .function(10)),
    ("\u{1B}[24~", .function(12)),
    ("\u{1B}[1;5C", .controlRight), ("\u{1B}[1;5D", .controlLeft), ("\u{1B}[1;5H", .controlHome),
    ("\u{1B}[1;5F", .controlEnd),
    ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;6A", .controlUp), ("\u{1B}[15;2~", .function(5)),
    ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter),
    ("\u{1B}b", .alt("b")), ("\u{1B}é", .alt("é")), ("\u{1B}\r", .altEnter), ("\u{1B}\u{7F}", .alt("\u{7F}")),
    // xterm's modifyOtherKeys and kitty's protocol.
    ("\u{1B}[27;5;13~", .controlEnter), ("\u{1B}[13;5u", .controlEnter), ("\u{1B}[13;3u", .altEnter),
    ("\u{1B}[13;2u", .enter), ("\u{1B}[27u", .escape), ("\u{1B}[9;2u", .backTab), ("\u{1B}[99;5u", .control("c")),
    ("\u{1B}[99;6u", .control("c")), ("\u{1B}[97;3u", .alt("a")), ("\u{1B}[113:81;4u", .alt("Q")),
    ("\u{1B}[47:63;4u", .alt("?")), ("\u{1B}[109;5u", .enter), ("\u{1B}[47;5u", .control("_")),
    ("\u{1B}[32;5u", .control(" ")), ("\u{1B}[97;69u", .control("a")), ("\u{1B}[57414u", .enter),
    ("\u{1B}[57400;129u", .character("1")), ("\u{1B}[97;3:1u", .alt("a")),
  ]

  @Test(arguments: keys) func everySequenceIsItsKey(bytes: String, key: Key) {
    #expect(decode(bytes) == [.key(key)])
  }

  @Test func aLoneEscapeIsAKeyOnlyWhenNothingFollows() {
    var decoder = InputDecoder()
    let early = decoder.decode("\u{1B}".utf8)
    #expect(early.isEmpty && decoder.isWaiting)
    let flushed = decoder.flush()
    #expect(flushed == [.key(.escape)] && !decoder.isWaiting)
    let late = decoder.decode("[A".utf8)
    #expect(late == [.key(.character("[")), .key(.character("A"))])
  }

  @Test func escapeBeforeASequenceIsAKeyOfItsOwn() {
    #expect(decode("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
  }

  @Test(arguments: [
    "\u{1B}[99~", "\u{1B}[?25;1$y", "\u{1B}[I", "\u{1B}[O", "\u{1B}[97;9u", "\u{1B}Ox", "\u{1B}[>0;276;0c", "\u{1B}[[Z",
    "\u{1B}[<35;1;1M",
  ])
  func aSequenceNobodyKnowsIsSwallowedWhole(bytes: String) {
    #expect(decode(bytes + "x") == [.key(.character("x"))])
  }

  @Test func aSequenceThatBreaksOffGivesWayToTheNext() {
    #expect(decode("\u{1B}[1;\u{1B}[A") == [.key(.up)])
  }

  @Test func anOldMouseReportIsNotEnterAndThreeLetters() {
    #expect(decode("\u{1B}[M !!x") == [.key(.character("x"))])
  }

  @Test(arguments: [
    "\u{1B}[<0;-9223372036854775808;1M", "\u{1B}[1;-9223372036854775808A", "\u{1B}[<0;99999999999999999999;1M",
  ])
  func numbersBeyondReasonDoNotTrap(bytes: String) {
    #expect(decode(bytes + "x").last == .key(.character("x")))
  }

  @Test func theMouseReportsClicksAndItsWheel() {
    let point = Point(column: 9, row: 4)
    #expect(
      decode("\u{1B}[<0;10;5M\u{1B}[<0;10;5m") == [
        .mouse(Mouse(.press, at: point)), .mouse(Mouse(.release, at: point)),
      ])
    #expect(decode("\u{1B}[<2;10;5m\u{1B}[<0;10;5X").isEmpty)
    #expect(decode("\u{1B}[<32;11;5M") == [.mouse(Mouse(.drag, at: Point(column: 10, row: 4)))])
    #expect(decode("\u{1B}[<64;300;200M") == [.mouse(Mouse(.wheelUp, at: Point(column: 299, row: 199)))])
    #expect(decode("\u{1B}[<65;1;1M") == [.mouse(Mouse(.wheelDown, at: Point(column: 0, row: 0)))])
  }

  @Test func aPasteIsTextWhateverStandsInIt() {
    #expect(
      decode("\u{1B}[200~q\u{1B}[A\u{3}\r\nx\ry\u{1B}[201~z") == [
        .paste("q\u{1B}[A\u{3}\nx\ny"), .key(.character("z")),
      ])
    #expect(decode("\u{1B}[200~\u{1B}[201~") == [.paste("")])
  }

  @Test func anUnfinishedPasteIsNeverFlushedAsKeys() {
    var decoder = InputDecoder()
    let begun = decoder.decode("\u{1B}[200~rm\r\u{1B}[20".utf8)
    #expect(begun.isEmpty && !decoder.isWaiting)
    let flushed = decoder.flush()
    #expect(flushed.isEmpty)
    let ended = decoder.decode("1~".utf8)
    #expect(ended == [.paste("rm\n")])
  }

  @Test func bytesThatAreNoTextDoNotStopWhatFollows() {
    var decoder = InputDecoder()
    let inputs = decoder.decode([0xFF, 0x80, UInt8(ascii: "x")])
    #expect(inputs.last == .key(.character("x")))
  }

  /// A slow line may deliver any sequence byte by byte; where it is cut makes no difference.
  @Test func cutAtEveryPlaceTheBytesMeanTheSame() {
    let text = Self.keys.map(\.0).joined() + "\u{1B}[<0;3;4M\u{1B}[200~a\u{1B}[201\u{1B}[Ab界\u{1B}[201~q"
    let bytes = Array(text.utf8)
    let whole = decode(text)
    #expect(whole.count == Self.keys.count + 3)
    for cut in bytes.indices {
      var decoder = InputDecoder()
      let pieces = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
      #expect(pieces == whole, "cut at \(cut)")
    }
    var decoder = InputDecoder()
    let single = bytes.flatMap { decoder.decode([$0]) }
    #expect(single == whole)
  }

  @Test(arguments: Seeds.some(of: 10))
  func randomBytesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet: [UInt8] = Array("\u{1B}[<O0123456789;-~MmAZax\r\t".utf8) + [0x00, 0x7F, 0x80, 0xC3, 0xE7, 0xF0, 0xFF]
    var decoder = InputDecoder()
    for _ in 0..<4_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      for input in decoder.decode(bytes) {
        if case .paste = input { Issue.record("Nothing was pasted") }
      }
      if Bool.random(using: &random) { _ = decoder.flush() }
    }
  }
}

@Suite struct KeyTracingTests {
  @Test func bytesPrecedeWhatTheyMean() {
    var decoder = InputDecoder()
    decoder.isTracing = true
    let found = decoder.decode("a\u{1B}[15~\u{1B}[99~\u{1B}[?62;4c".utf8)
    #expect(
      found == [
        .bytes(Array("a".utf8)), .key(.character("a")), .bytes(Array("\u{1B}[15~".utf8)), .key(.function(5)),
        .bytes(Array("\u{1B}[99~".utf8)),
      ])
  }
}
