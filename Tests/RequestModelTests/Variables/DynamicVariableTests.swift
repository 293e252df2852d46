import Foundation
import RequestModel
import Testing
import TestSupport

@Suite struct DynamicVariableTests {
  private static let list = ProjectFiles.cases.appending(path: "postman-dynamic-variables.txt")

  @Test(.needsCases("postman-dynamic-variables.txt"))
  func everyNameThatPostmanHasIsThere() throws {
    let names = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(names.count == 118)
    #expect(names.filter { !DynamicVariables.contains($0) } == [])
  }

  /// What the values of each name look like, in hundreds of tries.
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
}
