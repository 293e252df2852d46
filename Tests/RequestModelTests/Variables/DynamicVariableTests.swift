import Foundation
import TestSupport
import Testing

@testable import RequestModel

@Suite struct DynamicVariableTests {
  private static let list = ProjectFiles.cases.appending(path: "postman-dynamic-variables.txt")

  @Test(.needsCases("postman-dynamic-variables.txt"))
  func everyNameThatPostmanHasIsThere() throws {
    let names = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(names.count == 118)
    #expect(names.filter { !DynamicVariables.contains($0) } == [])
  }

  /// The patterns of the values of each name, in hundreds of tries.
  private static let shapes: [String: String] = [
    "$guid": #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"#,
    "$timestamp": "[0-9]{10}", "$isoTimestamp": #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#,
    "$randomInt": "[0-9]{1,3}|1000", "$randomBoolean": "true|false", "$randomAlphaNumeric": "[A-Za-z0-9]",
    "$randomPassword": "[A-Za-z0-9]{15}", "$randomSemver": #"\d\.\d\.\d"#, "$randomHexColor": "#[0-9a-f]{6}",
    "$randomPhoneNumber": #"\d{3}-555-01\d\d"#, "$randomPhoneNumberExt": #"\d{1,2}-\d{3}-555-01\d\d"#,
    "$randomLocale": "[a-z]{2}", "$randomCountryCode": "[A-Z]{2}", "$randomCurrencyCode": "[A-Z]{3}",
    "$randomLatitude": #"-?\d{1,2}\.\d{4}"#, "$randomLongitude": #"-?\d{1,3}\.\d{4}"#,
    "$randomPrice": #"\d{1,3}\.\d\d"#,
    "$randomBankAccount": "[0-9]{8}", "$randomCreditCardMask": "[0-9]{4}", "$randomBankAccountIban": #"DE\d{20}"#,
    "$randomBankAccountBic": #"[A-Z]{6}[A-Z]{2}(\d{3})?"#, "$randomBitcoin": "[13][1-9A-HJ-NP-Za-km-z]{25,33}",
    "$randomIP": #"(\d{1,3}\.){3}\d{1,3}"#, "$randomIPV6": "([0-9a-f]{4}:){7}[0-9a-f]{4}",
    "$randomMACAddress": "([0-9a-f]{2}:){5}[0-9a-f]{2}", "$randomEmail": #"[a-z]+\d+@example\.(com|net|org)"#,
    "$randomUrl": #"https://[a-z]+\.example"#, "$randomProtocol": "https?", "$randomUserAgent": #"Mozilla/5\.0 \(.+"#,
    "$randomCatsImage": #"https://images\.example/640/480/cats\?random=\d+"#,
    "$randomImageDataUri": #"data:image/svg\+xml;charset=UTF-8,[-\w.~%]+"#, "$randomFileName": #"[a-z]+_[a-z]+\.\w+"#,
    "$randomFilePath": #"/[a-z/]+/[a-z]+\.\w+"#, "$randomDirectoryPath": "/[a-z/]+",
    "$randomMimeType": #"[a-z]+/[a-z0-9+-]+"#,
    "$randomLoremSlug": "[a-z]+-[a-z]+-[a-z]+", "$randomLoremSentence": #"[A-Z][a-z]*( [a-z]+)*\."#,
    "$randomDateFuture": #"20[0-9]{2}-.+Z"#,
  ]

  @Test(arguments: shapes.keys.sorted()) func aValueLooksLikeWhatItIsNamedFor(_ name: String) throws {
    let shape = try Regex(#require(Self.shapes[name]))
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 1_700_000_000), generator: SplitMix64(seed: 1))
    for _ in 0..<300 {
      let value = dynamic.value(of: name) ?? ""
      #expect(try shape.wholeMatch(in: value) != nil, "\(value)")
    }
  }

  @Test func theCheckDigitsOfAnIBANAreRight() {
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0), generator: SplitMix64(seed: 3))
    for _ in 0..<100 {
      let iban = dynamic.value(of: "$randomBankAccountIban") ?? ""
      let digits = iban.dropFirst(4) + "1314" + iban.dropFirst(2).prefix(2)
      #expect(digits.reduce(0) { ($0 * 10 + $1.wholeNumberValue!) % 97 } == 1, "\(iban)")
    }
  }

  @Test func paragraphsAndLinesAreSeveral() {
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0), generator: SplitMix64(seed: 3))
    let paragraphs = dynamic.value(of: "$randomLoremParagraphs") ?? ""
    #expect(paragraphs.contains("\n"))
    #expect(dynamic.value(of: "$randomUnicorn") == nil)
  }

  @Test(arguments: [
    ("$timestamp -1 d", "1699913600"), ("$timestamp 2 h", "1700007200"),
    ("$datetime iso8601", "2023-11-14T22:13:20.250Z"),
    ("$datetime rfc1123", "Tue, 14 Nov 2023 22:13:20 GMT"), ("$datetime rfc1123 1 M", "Thu, 14 Dec 2023 22:13:20 GMT"),
    ("$datetime 'YYYY-MM-DD'", "2023-11-14"), ("$datetime \"DD/MM/YYYY HH:mm\" -1 y", "14/11/2022 22:13"),
    ("$datetime \"D MMM YY, h:mm:ss.SSS a [at] Z, Do [of] Qo\"", "14 Nov 23, 10:13:20.250 pm at +00:00, 14th of 4th"),
    ("$datetime \"YYYY-MM-DD\" 3 Q", "2024-08-14"),
    ("$datetime \"YYYYYY YYYYY do SSSS SSSSSSSSS\"", "+002023 02023 2nd 2500 250000000"),
    ("$datetime \"X x dddd DDDD\" 1 s", "1700000001 1700000001250 Tuesday 318"),
    ("$datetime 'LLLL'", "Tuesday, November 14, 2023 10:13 PM"),
  ])
  func timesOfHTTPFilesHaveFormatsAndOffsets(_ name: String, _ expected: String) {
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 1_700_000_000.25), generator: SplitMix64(seed: 1))
    #expect(dynamic.value(of: name) == expected)
    #expect(DynamicVariables.contains(name))
  }

  /// The results of moment 2.29.
  @Test(arguments: [
    ("w wo ww W Wo WW e E", "46 46th 46 46 46th 46 2 2"), ("gg gggg GG GGGG GGGGG", "23 2023 23 2023 02023"),
    ("Y y yo yyyy N NNNN", "2023 2023 2023rd 2023 AD Anno Domini"), ("z zz", "UTC Coordinated Universal Time"),
    ("LTS, LT", "10:13:20 PM, 10:13 PM"), ("L l LL ll", "11/14/2023 11/14/2023 November 14, 2023 Nov 14, 2023"),
    ("LLL | lll", "November 14, 2023 10:13 PM | Nov 14, 2023 10:13 PM"),
    ("llll", "Tue, Nov 14, 2023 10:13 PM"), (#"[a]b] \M \LT [L] o g"#, "a]b M LT L o g"),
  ])
  func timesHaveTheTokensOfMoment(_ format: String, _ expected: String) {
    let time = Date(timeIntervalSince1970: 1_700_000_000.25)
    #expect(DateText(time, in: nil).text(format) == expected)
    #expect(DateText(time, in: .gmt).text("z" + format) == DateText(time, in: .gmt).text(format))
  }

  @Test(arguments: [
    ((2024, 12, 29), "2025-W01-0 2024-W52-7"), ((2024, 12, 30), "2025-W01-1 2025-W01-1"),
    ((2025, 1, 5), "2025-W02-0 2025-W01-7"), ((2020, 12, 31), "2021-W01-4 2020-W53-4"),
    ((2021, 1, 3), "2021-W02-0 2020-W53-7"), ((2027, 1, 1), "2027-W01-5 2026-W53-5"),
    ((2023, 1, 1), "2023-W01-0 2022-W52-7"),
  ])
  func weeksAtTheEndOfAYearBelongToOne(_ day: (Int, Int, Int), _ expected: String) throws {
    let time = try #require(UTCTime(year: day.0, month: day.1, day: day.2)).date
    #expect(DateText(time, in: nil).text("gggg-[W]ww-e GGGG-[W]WW-E") == expected)
  }

  @Test func theEndOfAMonthStaysInIt() {
    // 31 January 2024.
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 1_706_659_200), generator: SplitMix64(seed: 1))
    #expect(dynamic.value(of: "$datetime 'YYYY-MM-DD' 1 M") == "2024-02-29")
    #expect(dynamic.value(of: "$datetime 'YYYY-MM-DD' -2 M") == "2023-11-30")
  }

  /// Only the time of UTC has milliseconds in REST Client.
  @Test func localTimesOfISO8601AreThoseOfRESTClient() {
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 1_706_659_200.25), generator: SplitMix64(seed: 1))
    let local = dynamic.value(of: "$localDatetime iso8601") ?? ""
    #expect(local.wholeMatch(of: /2024-01-3[01]T\d\d:\d\d:00[+-]\d\d:\d\d/) != nil, "\(local)")
  }

  @Test(arguments: [
    ("$randomInt 5 6", "5"), ("$random.integer(5, 6)", "5"), ("$randomInt -3 -1", "-3|-2"),
    ("$random.integer", "[0-9]{1,3}"), ("$random.integer()", "[0-9]{1,3}"), ("$random.float(1,2)", #"1\.[0-9]+"#),
    ("$random.alphabetic(4)", "[A-Za-z]{4}"), ("$random.alphanumeric(7)", "[A-Za-z0-9_]{7}"),
    ("$random.hexadecimal(3)", "[0-9a-f]{3}"), ("$random.email", #"[a-z]+\d+@example\.(com|net|org)"#),
    ("$random.uuid", "[0-9a-f-]{36}"), ("$uuid", "[0-9a-f-]{36}"),
  ])
  func randomValuesOfHTTPFilesKeepTheirLimits(_ name: String, _ shape: String) throws {
    let shape = try Regex(shape)
    var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0), generator: SplitMix64(seed: 5))
    for _ in 0..<100 {
      let value = dynamic.value(of: name) ?? ""
      #expect(try shape.wholeMatch(in: value) != nil, "\(value)")
    }
  }

  @Test(arguments: [
    "$randomInt 6 5", "$randomInt 1", "$random.integer(1,)", "$random.alphabetic", "$random.alphabetic(0)",
    "$datetime", "$datetime YYYY", "$datetime iso8601 1", "$datetime iso8601 1 x",
    "$datetime 'a", "$timestamp 1", "$timestamp 999999999999999 y", "$randomInt(1 2", "$guid 5", "$",
  ])
  func argumentsThatAreWrongHaveNoValue(_ name: String) {
    #expect(!DynamicVariables.contains(name))
  }
}
