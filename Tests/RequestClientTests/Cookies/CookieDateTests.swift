import Foundation
@testable import RequestClient
import Testing

struct CookieDateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06/nov/1994 8:49:37", 784_111_777),
    ("08:49:37Z5 november 6th 1994 and more", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 31 Dec 69 0:0:0", 3_155_673_600),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("1 Jan 1601 00:00:00", -11_644_473_600),
  ])
  func everyFormOfADateIsRead(_ text: String, _ seconds: Double) {
    #expect(CookieDate.parse(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "never", "06 Nov 1994", "Nov 1994 08:49:37", "6 1994 08:49:37", "6 Nov 08:49:37", "30 Feb 2020 00:00:00",
    "29 Feb 1900 00:00:00", "0 Jan 2000 00:00:00", "32 Jan 2000 00:00:00", "1 Jan 2000 24:00:00", "1 Jan 2000 00:60:00",
    "1 Jan 2000 00:00:60", "1 Jan 1600 00:00:00", "1 Jan 20000 00:00:00", "1 Jan 2000 000:00:00", "1 Jan 2000 00:00",
    "1 Jan 2000 00:00:000000000000000000000", "99999999999999999999 Jan 2000 00:00:00",
  ])
  func invalidDatesAreRejected(_ text: String) {
    #expect(CookieDate.parse(text) == nil)
  }
}
