import TerminalUI
import Testing

@Suite struct TerminalReplyTests {
  private func decode(_ text: String) -> (inputs: [TerminalInput], answers: [TerminalReply]) {
    var decoder = InputDecoder()
    let inputs = decoder.decode(text.utf8) + decoder.flush()
    return (inputs, decoder.takeReplies())
  }

  @Test(arguments: [
    // foot, Windows Terminal, xterm -ti 340, tmux, VTE and the Linux console.
    ("?62;4;22;28;29", [4, 22, 28, 29]),
    ("?61;4;6;7;14;21;22;23;24;28;32;42;52", [4, 6, 7, 14, 21, 22, 23, 24, 28, 32, 42, 52]),
    ("?63;1;2;4;6;9;15;16;22;28;29", [1, 2, 4, 6, 9, 15, 16, 22, 28, 29]), ("?1;2;4", [2, 4]),
    ("?65;1;9", [1, 9]), ("?6", []),
    // A VT132, whose class is 4.
    ("?4;6", [6]),
  ])
  func theAttributesAreWhatComesAfterTheClass(parameters: String, attributes: [Int]) {
    let (inputs, answers) = decode("a\u{1B}[\(parameters)cb")
    #expect(inputs == [.key(.character("a")), .key(.character("b"))])
    #expect(answers == [.attributes(attributes)])
  }

  @Test func theSizeOfACellAndTheLimitsOfSixelsAreHeard() {
    #expect(decode("\u{1B}[6;20;10t").answers == [.cell(PixelSize(width: 10, height: 20))])
    #expect(decode("\u{1B}[?1;0;16S").answers == [.registers(16)])
    #expect(decode("\u{1B}[?2;0;800;480S").answers == [.largest(PixelSize(width: 800, height: 480))])
  }

  @Test(arguments: [
    "?c", "?62;;4c", "?62;<c", "?99999999999;4c", "?-1;4c", "6;20t", "6;0;0t", "4;480;800t", "?1;0;1S", "?1;3;0S",
    "?1;3S", "?2;0;0;480S", "?2;1;800;480S", ">1;4;0c", "=0c", "c", "62;4c", "?1;2A", "?62;4u",
  ])
  func whatIsBrokenOrAnswersAnotherQuestionIsSwallowed(sequence: String) {
    let (inputs, answers) = decode("\u{1B}[\(sequence)x")
    #expect(inputs == [.key(.character("x"))])
    #expect(answers.isEmpty)
  }

  @Test func anAnswerIsTakenOnce() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[?62;4c\u{1B}[?1;0;256S".utf8)
    let first = decoder.takeReplies()
    #expect(first == [.attributes([4]), .registers(256)])
    let second = decoder.takeReplies()
    #expect(second.isEmpty)
  }

  @Test func inAPasteItIsText() {
    let (inputs, answers) = decode("\u{1B}[200~\u{1B}[?62;4c\u{1B}[201~")
    #expect(inputs == [.paste("\u{1B}[?62;4c")] && answers.isEmpty)
  }

  /// A line may be so slow that the beginning was taken for the Escape key: the rest is still not typed.
  @Test func cutAnywhereNothingOfItIsTyped() {
    let bytes = Array("\u{1B}[?62;4c".utf8)
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      var inputs = decoder.decode(bytes[..<cut]) + decoder.flush()
      #expect(inputs == (cut == 1 ? [.key(.escape)] : cut == 2 ? [.key(.alt("["))] : []), "cut at \(cut)")
      inputs = decoder.decode(bytes[cut...]) + decoder.decode("x".utf8)
      #expect(inputs == [.key(.character("x"))], "cut at \(cut)")
      let answers = decoder.takeReplies()
      #expect(answers == [.attributes([4])], "cut at \(cut)")
    }
  }

  @Test func whatIsTypedAfterEscapeIsTyped() {
    for typed in ["?", "[", "[a", "[?", "[?q", "x"] {
      var decoder = InputDecoder()
      let escape = decoder.decode("\u{1B}".utf8) + decoder.flush()
      #expect(escape == [.key(.escape)])
      let inputs = decoder.decode(typed.utf8)
      #expect(inputs == typed.map { .key(.character($0)) })
    }
  }
}
