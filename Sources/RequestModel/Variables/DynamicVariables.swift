package import Foundation

/// Variables that are made anew each time: `{{$guid}}`, `{{$timestamp}}` … with Postman's names.
///
/// The time and the randomness are given, so that a test can repeat what it saw.
package struct DynamicVariables: Sendable {
  private let now: Date
  private var generator: any RandomNumberGenerator & Sendable

  package init(now: Date, generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
    self.now = now
    self.generator = generator
  }

  /// `nil` for a name that is not one of them.
  package mutating func value(of name: String) -> String? {
    Self.makers[name].map { $0(&self) }
  }

  package static var names: [String] { makers.keys.sorted() }

  private typealias Maker = @Sendable (inout DynamicVariables) -> String

  private static let makers: [String: Maker] = [
    "$guid": { $0.uuid() },
    "$randomUUID": { $0.uuid() },
    "$timestamp": { String(Int($0.now.timeIntervalSince1970)) },
    "$isoTimestamp": { UTCTime.milliseconds($0.now) },
    "$randomInt": { String($0.int(0...1000)) },
    "$randomBoolean": { $0.bool() ? "true" : "false" },
    "$randomAlphaNumeric": { $0.pick(from: alphanumerics) },
    "$randomHexadecimal": { "0x" + String($0.int(0...15), radix: 16) },
    "$randomHexColor": { $0.hexColor() },
    "$randomColor": { $0.pick(colors) },
    "$randomPassword": { dynamic in dynamic.text(15) },
    "$randomIP": { dynamic in (0..<4).map { _ in String(dynamic.int(0...255)) }.joined(separator: ".") },
    "$randomIPV6": { dynamic in (0..<8).map { _ in dynamic.hex(4) }.joined(separator: ":") },
    "$randomMACAddress": { dynamic in (0..<6).map { _ in dynamic.hex(2) }.joined(separator: ":") },
    "$randomSemver": { dynamic in (0..<3).map { _ in String(dynamic.int(0...9)) }.joined(separator: ".") },
    "$randomFirstName": { $0.pick(firstNames) },
    "$randomLastName": { $0.pick(lastNames) },
    "$randomFullName": { $0.pick(firstNames) + " " + $0.pick(lastNames) },
    "$randomUserName": { $0.pick(firstNames).lowercased() + "." + $0.pick(lastNames).lowercased() },
    // RFC 2606 keeps these names free: no mail goes to a stranger.
    "$randomEmail": { $0.pick(firstNames).lowercased() + String($0.int(1...999)) + "@example.com" },
    "$randomExampleEmail": { $0.pick(firstNames).lowercased() + String($0.int(1...999)) + "@example.com" },
    "$randomDomainName": { $0.pick(words) + ".example" },
    "$randomUrl": { "https://" + $0.pick(words) + ".example" },
    "$randomWord": { $0.pick(words) },
    "$randomWords": { dynamic in (0..<3).map { _ in dynamic.pick(words) }.joined(separator: " ") },
    "$randomLoremWord": { $0.pick(words) },
    "$randomLoremWords": { dynamic in (0..<3).map { _ in dynamic.pick(words) }.joined(separator: " ") },
    "$randomLoremSentence": { $0.sentence() },
    "$randomLoremParagraph": { dynamic in (0..<3).map { _ in dynamic.sentence() }.joined(separator: " ") },
    "$randomCity": { $0.pick(cities) },
    "$randomCountry": { $0.pick(countries).name },
    "$randomCountryCode": { $0.pick(countries).code },
    "$randomLatitude": { $0.coordinate(90) },
    "$randomLongitude": { $0.coordinate(180) },
    "$randomPrice": { "\($0.int(0...999)).\($0.int(10...99))" },
    "$randomPhoneNumber": { "\($0.int(200...999))-555-01\($0.int(10...99))" },
    "$randomMonth": { $0.pick(months) },
    "$randomWeekday": { $0.pick(weekdays) },
    "$randomDateRecent": { UTCTime.milliseconds($0.now - Double($0.int(0...86_399))) },
    "$randomDatePast": { UTCTime.milliseconds($0.now - Double($0.int(86_400...31_535_999))) },
    "$randomDateFuture": { UTCTime.milliseconds($0.now + Double($0.int(86_400...31_535_999))) },
  ]
}

extension DynamicVariables {
  private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func bool() -> Bool { Bool.random(using: &generator) }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[int(0...(list.count - 1))] }
  private mutating func pick(from characters: [Character]) -> String { String(pick(characters)) }

  private mutating func text(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count { text += pick(from: Self.alphanumerics) }
    return text
  }

  private mutating func hex(_ digits: Int) -> String {
    var text = ""
    for _ in 0..<digits { text += String(int(0...15), radix: 16) }
    return text
  }

  private mutating func hexColor() -> String { "#" + hex(6) }

  private mutating func coordinate(_ limit: Int) -> String {
    "\(int(-limit + 1...limit - 1)).\(int(1000...9999))"
  }

  private mutating func sentence() -> String {
    var words: [String] = []
    for _ in 0..<int(4...8) { words.append(pick(Self.words)) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// RFC 9562, section 5.4.
  private mutating func uuid() -> String {
    let digits = Array(hex(32))
    let variant = String(8 + int(0...3), radix: 16)
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return "\(part(0..<8))-\(part(8..<12))-4\(part(13..<16))-\(variant)\(part(17..<20))-\(part(20..<32))"
  }

  private static let alphanumerics = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let colors = ["red", "green", "blue", "yellow", "orange", "purple", "teal", "silver", "olive", "plum"]
  private static let firstNames = [
    "Ada", "Alan", "Barbara", "Dennis", "Edsger", "Frances", "Grace", "Ken", "Margaret", "Niklaus",
  ]
  private static let lastNames = [
    "Allen", "Dijkstra", "Hamilton", "Hopper", "Liskov", "Lovelace", "Ritchie", "Thompson", "Turing", "Wirth",
  ]
  private static let words = [
    "amber", "bridge", "canyon", "delta", "ember", "forest", "garden", "harbor", "island", "juniper", "kettle",
    "lantern",
    "meadow", "needle", "orchard", "pebble", "quarry", "river", "summit", "timber", "valley", "willow",
  ]
  private static let cities = [
    "Berlin", "Bogotá", "Cairo", "Kyoto", "Lagos", "Lisbon", "Mumbai", "Oslo", "Quito", "Toronto",
  ]
  private static let countries: [(name: String, code: String)] = [
    ("Brazil", "BR"), ("Canada", "CA"), ("Egypt", "EG"), ("France", "FR"), ("India", "IN"), ("Japan", "JP"),
    ("Kenya", "KE"), ("Norway", "NO"), ("Peru", "PE"), ("Spain", "ES"),
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
