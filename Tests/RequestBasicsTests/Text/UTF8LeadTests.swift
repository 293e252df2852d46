import RequestBasics
import Testing

struct UTF8LeadTests {
  @Test func theTableAgreesWithTheStandardLibrary() {
    var wrong: [[UInt8]] = []
    for lead in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max where Self.length(lead, second) != Self.lengthByTable(lead, second) {
        wrong.append([lead, second])
      }
    }
    #expect(wrong == [])
  }

  private static func lengthByTable(_ lead: UInt8, _ second: UInt8) -> Int? {
    UTF8Lead.sequence(lead).flatMap { $0.second.contains(second) ? $0.length : nil }
  }

  private static func length(_ lead: UInt8, _ second: UInt8) -> Int? {
    (2...4).first { length in
      let bytes = [lead, second] + [UInt8](repeating: 0x80, count: length - 2)
      return String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == 1
    }
  }
}
