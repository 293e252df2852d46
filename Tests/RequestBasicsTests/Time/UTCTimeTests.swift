import Foundation
import RequestBasics
import Testing

struct UTCTimeTests {
  @Test func timesGoBothWaysOverCenturies() {
    for seconds in stride(from: -62_135_596_800.0, through: 253_402_300_799, by: 9_876_543_211 / 7) {
      let date = Date(timeIntervalSince1970: seconds.rounded(.down))
      #expect(UTCTime(date).date == date)
    }
  }

  @Test func timesAreWrittenInISO8601AndReadBack() {
    let time = UTCTime(Date(timeIntervalSince1970: 1_440_938_160.9))
    #expect(time.basic == "20150830T123600Z")
    #expect(time.extended == "2015-08-30T12:36:00Z")
    #expect(UTCTime(extended: time.extended) == time)
    for text in ["", "2015-08-30 12:36:00Z", "2015-02-30T12:36:00Z", "2015-08-30T12:36:00+", "+015-08-30T12:36:00Z"] {
      #expect(UTCTime(extended: text) == nil)
    }
  }

  @Test(arguments: [(1_440_938_160.9875, "2015-08-30T12:36:00.987Z"), (-0.5, "1969-12-31T23:59:59.500Z")])
  func millisecondsAreWrittenAsJavaScriptDoes(seconds: Double, text: String) {
    #expect(UTCTime.milliseconds(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func timesBeyondTheCalendarBecomeItsEnds(_ seconds: Double) {
    let year = UTCTime(Date(timeIntervalSince1970: seconds)).year
    #expect(year == 1 || year == 9999)
    let text = UTCTime.milliseconds(Date(timeIntervalSince1970: seconds))
    #expect(text.hasPrefix("0001-01-01T00:00:00.000") || text.hasPrefix("9999-12-31T23:59:59.99"), "\(text)")
  }
}
