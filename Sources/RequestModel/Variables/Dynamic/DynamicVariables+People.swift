internal import Foundation

extension DynamicVariables {
  static let identifiers: [String: Maker] = [
    "$guid": { $0.uuid() },
    "$randomUUID": { $0.uuid() },
    "$timestamp": { String(Int($0.now.timeIntervalSince1970)) },
    "$isoTimestamp": { UTCTime.milliseconds($0.now) },
    "$randomInt": { String($0.int(0...1000)) },
    "$randomBoolean": { $0.bool() ? "true" : "false" },
    "$randomAlphaNumeric": { $0.text(1, of: WordLists.alphanumerics) },
    "$randomHexadecimal": { "0x" + $0.hex(1) },
    "$randomPassword": { $0.text(15, of: WordLists.alphanumerics) },
    "$randomSemver": { "\($0.int(0...9)).\($0.int(0...9)).\($0.int(0...9))" },
  ]

  static let people: [String: Maker] = [
    "$randomFullName": { $0.phrase(WordLists.firstNames, WordLists.lastNames) },
    "$randomJobTitle": { $0.phrase(WordLists.jobDescriptors, WordLists.jobAreas, WordLists.jobTypes) },
    // Numbers that the North American plan keeps for fiction.
    "$randomPhoneNumber": { $0.pattern("\($0.int(2...9))##-555-01##") },
    "$randomPhoneNumberExt": { $0.pattern("\($0.int(1...99))-\($0.int(2...9))##-555-01##") },
    "$randomUserName": {
      $0.pick(WordLists.firstNames).lowercased() + "." + $0.pick(WordLists.lastNames).lowercased()
    },
  ]

  static let places: [String: Maker] = [
    "$randomStreetName": { $0.phrase(WordLists.lastNames, WordLists.streets) },
    "$randomStreetAddress": { "\($0.int(1...999)) " + $0.phrase(WordLists.lastNames, WordLists.streets) },
    "$randomCountry": { $0.pick(WordLists.countries).name },
    "$randomCountryCode": { $0.pick(WordLists.countries).code },
    "$randomLatitude": { "\($0.int(-89...89))." + $0.digits(4) },
    "$randomLongitude": { "\($0.int(-179...179))." + $0.digits(4) },
  ]

  static let words: [String: Maker] = [
    "$randomHexColor": { "#" + $0.hex(6) },
    "$randomWords": { $0.words(3, of: WordLists.nouns) },
    "$randomPhrase": {
      "\($0.pick(WordLists.ingVerbs).capitalized) the \($0.pick(WordLists.adjectives)) \($0.pick(WordLists.nouns)) "
        + "needs the \($0.pick(WordLists.abbreviations)) \($0.pick(WordLists.nouns))."
    },
    "$randomLoremWords": { $0.words(3, of: WordLists.lorem) },
    "$randomLoremSlug": { $0.words(3, of: WordLists.lorem, separator: "-") },
    "$randomLoremSentence": { $0.sentence() },
    "$randomLoremSentences": { $0.sentences($0.int(2...6)) },
    "$randomLoremParagraph": { $0.paragraphs(1, separator: "") },
    "$randomLoremParagraphs": { $0.paragraphs(3, separator: "\n \r") },
    "$randomLoremText": { $0.sentences($0.int(1...4)) },
    "$randomLoremLines": { $0.sentences($0.int(1...5), separator: "\n") },
  ]

  static let dates: [String: Maker] = [
    "$randomDateRecent": { $0.date(-86_399...0) },
    "$randomDatePast": { $0.date(-31_535_999 ... -86_400) },
    "$randomDateFuture": { $0.date(86_400...31_535_999) },
  ]
}
