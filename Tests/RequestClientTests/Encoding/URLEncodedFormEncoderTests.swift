import Foundation
import RequestClient
import Testing

struct URLEncodedFormEncoderTests {
  private func text(_ value: some Encodable, _ encoder: URLEncodedFormEncoder = .init()) throws -> String {
    let text: String = try encoder.encode(value)
    return text.removingPercentEncoding ?? text
  }

  @Test func arraysAreNamedInFourWays() throws {
    let value = ["a": [1, 2]]
    #expect(try text(value) == "a[]=1&a[]=2")
    #expect(try text(value, .init(arrayEncoding: .noBrackets)) == "a=1&a=2")
    #expect(try text(value, .init(arrayEncoding: .indexInBrackets)) == "a[0]=1&a[1]=2")
    #expect(try text(value, .init(arrayEncoding: .custom { "\($0).\($1 + 1)" })) == "a.1=1&a.2=2")
    #expect(try text(["a": [[1], [2]]], .init(arrayEncoding: .indexInBrackets)) == "a[0][0]=1&a[1][0]=2")
  }

  @Test func booleansHaveTwoForms() throws {
    #expect(try text(["a": true, "b": false]) == "a=1&b=0")
    #expect(try text(["a": [true]], .init(boolEncoding: .literal)) == "a[]=true")
    #expect(try text(["a": 1], .init(boolEncoding: .literal)) == "a=1")
  }

  @Test func dataHasThreeForms() throws {
    let value = ["data": Data("data".utf8)]
    #expect(try text(value) == "data=ZGF0YQ==")
    #expect(try text(value, .init(dataEncoding: .deferredToData)) == "data[]=100&data[]=97&data[]=116&data[]=97")
    #expect(try text(value, .init(dataEncoding: .custom { "\($0.count) bytes" })) == "data=4 bytes")
    #expect(throws: CancellationError.self) {
      try text(value, .init(dataEncoding: .custom { _ in throw CancellationError() }))
    }
  }

  @Test func datesHaveSixForms() throws {
    let value = ["date": Date(timeIntervalSinceReferenceDate: 123)]
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    #expect(try text(value) == "date=123.0")
    #expect(try text(value, .init(dateEncoding: .secondsSince1970)) == "date=978307323.0")
    #expect(try text(value, .init(dateEncoding: .millisecondsSince1970)) == "date=978307323000.0")
    #expect(try text(value, .init(dateEncoding: .iso8601)) == "date=2001-01-01T00:02:03Z")
    #expect(try text(value, .init(dateEncoding: .formatted(formatter))) == "date=2001-01-01")
    #expect(try text(value, .init(dateEncoding: .custom { _ in "now" })) == "date=now")
  }

  @Test(arguments: [
    ("oneTwoThree", "one_two_three", "one-two-three", "OneTwoThree", "ONETWOTHREE", "onetwothree"),
    ("myURLPath", "my_url_path", "my-url-path", "MyURLPath", "MYURLPATH", "myurlpath"),
    ("_aB_", "_a_b_", "_a-b_", "_aB_", "_AB_", "_ab_"),
    ("URL", "url", "url", "URL", "URL", "url"),
    ("a1B", "a1_b", "a1-b", "A1B", "A1B", "a1b"),
    ("", "", "", "", "", ""),
  ])
  func keysHaveSevenForms(
    key: String, snake: String, kebab: String, capitalized: String, upper: String, lower: String
  ) throws {
    func name(_ encoding: URLEncodedFormEncoder.KeyEncoding) throws -> String {
      try String(text([key: 1], .init(keyEncoding: encoding)).dropLast(2))
    }
    #expect(try name(.useDefaultKeys) == key)
    #expect(try name(.convertToSnakeCase) == snake)
    #expect(try name(.convertToKebabCase) == kebab)
    #expect(try name(.capitalized) == capitalized)
    #expect(try name(.uppercased) == upper)
    #expect(try name(.lowercased) == lower)
    #expect(try name(.custom { "x" + $0 }) == "x" + key)
  }

  @Test func keyPathsHaveThreeForms() throws {
    let value = ["a": ["b": ["c": [1]]]]
    #expect(try text(value) == "a[b][c][]=1")
    #expect(try text(value, .init(keyPathEncoding: .dots)) == "a.b.c[]=1")
    #expect(try text(["a": ["b": 1]], .init(keyPathEncoding: .init { "-\($0)" })) == "a-b=1")
  }

  struct Optionals: Encodable {
    var one: String? = "one"
    var two: String?
    var three: Int?
    var four: Int128?
    var five: [Int]?
    var six: Bool?
  }

  @Test func nilHasThreeFormsInSynthesizedTypesToo() throws {
    #expect(try text(Optionals()) == "one=one")
    #expect(
      try text(Optionals(), .init(nilEncoding: .dropValue)) == "five=&four=&one=one&six=&three=&two=")
    #expect(
      try text(Optionals(), .init(nilEncoding: .null)) == "five=null&four=null&one=one&six=null&three=null&two=null")
    #expect(try text(["a": [1, nil, 3]], .init(arrayEncoding: .indexInBrackets)) == "a[0]=1&a[2]=3")
    #expect(try text(["a": [nil, 3]], .init(nilEncoding: .null)) == "a[]=null&a[]=3")
    #expect(try text(["a": String?.none], .init(nilEncoding: .init { "none" })) == "a=none")
  }

  @Test func spacesHaveTwoFormsAndTheAllowedCharactersCanBeChosen() throws {
    let value = ["a b": "c + d"]
    #expect(try URLEncodedFormEncoder().encode(value) == "a%20b=c%20%2B%20d")
    #expect(try URLEncodedFormEncoder(spaceEncoding: .plusReplaced).encode(value) == "a+b=c+%2B+d")
    var allowed = URLEncodedFormEncoder.defaultAllowedCharacters
    allowed.insert(charactersIn: "[]é")
    allowed.remove("?")
    #expect(try URLEncodedFormEncoder(allowedCharacters: allowed).encode(["a": ["?é"]]) == "a[]=%3F%C3%A9")
    let data: Data = try URLEncodedFormEncoder().encode(value)
    #expect(data == Data("a%20b=c%20%2B%20d".utf8))
  }

  class Base: Encodable {
    let one = 1
    let two = true
  }

  final class Derived: Base {
    let five = ["b": 2, "a": 1]
    let four = [1, 2]
    private let isNested: Bool

    init(isNested: Bool) { self.isNested = isNested }

    enum Keys: String, CodingKey { case five, four, base }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(four, forKey: .four)
      try super.encode(to: isNested ? container.superEncoder(forKey: .base) : container.superEncoder())
      try container.encode(["b": 2], forKey: .five)
    }
  }

  @Test func aClassHierarchyIsSortedOrInCodingOrder() throws {
    let value = Derived(isNested: false)
    #expect(try text(value) == "five[b]=2&four[]=1&four[]=2&one=1&two=1")
    #expect(try text(value, .init(alphabetizeKeyValuePairs: false)) == "four[]=1&four[]=2&one=1&two=1&five[b]=2")
    #expect(
      try text(Derived(isNested: true), .init(alphabetizeKeyValuePairs: false))
        == "four[]=1&four[]=2&base[one]=1&base[two]=1&five[b]=2")
  }

  @Test func everyLevelIsSortedByTheEncodedKeys() throws {
    let upper = URLEncodedFormEncoder(keyEncoding: .custom { $0 == "a" ? "z" : $0 })
    #expect(try text(["a": ["b": 1, "a": 2], "m": ["x": 3]], upper) == "m[x]=3&z[b]=1&z[z]=2")
  }

  @Test func theRootMustHaveKeys() throws {
    #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject(type: "Int")) { try text(1) }
    #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject(type: "Array<String>")) { try text(["a"]) }
    #expect(throws: URLEncodedFormEncoder.Error.self) { try text(String?.none) }
    #expect(try text([String: Int]()) == "")
    #expect(try text(Nothing()) == "")
  }

  struct Nothing: Encodable {}

  struct ByHand: Encodable {
    enum Keys: String, CodingKey { case list, object, decimal, url, missing }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode("a")
      var inner = list.nestedContainer(keyedBy: Keys.self)
      try inner.encode(1, forKey: .url)
      var deep = list.nestedUnkeyedContainer()
      try deep.encode(UInt8(7))
      try ["super": true].encode(to: list.superEncoder())
      var object = container.nestedContainer(keyedBy: Keys.self, forKey: .object)
      try object.encodeNil(forKey: .missing)
      try object.encode(["x"], forKey: .list)
      try container.encode(Decimal(string: "0.10")!, forKey: .decimal)
      try container.encode(URL(string: "http://x/")!, forKey: .url)
    }
  }

  @Test func nestedContainersFillTheirPlace() throws {
    #expect(
      try text(ByHand(), .init(alphabetizeKeyValuePairs: false, arrayEncoding: .indexInBrackets))
        == "list[0]=a&list[1][url]=1&list[2][0]=7&list[3][super]=1&object[list][0]=x&decimal=0.1&url=http://x/")
  }

  struct Twice: Encodable {
    enum Keys: String, CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .a)
      try container.encode(2, forKey: .b)
      try container.encode(3, forKey: .a)
    }
  }

  @Test func aKeyThatIsEncodedTwiceHasItsLastValue() throws {
    #expect(try text(Twice(), .init(alphabetizeKeyValuePairs: false)) == "a=3&b=2")
  }

  enum Colour: String, Encodable { case red }
  enum Shape: Encodable { case circle(radius: Double), none }

  @Test func enumsEncodeThemselves() throws {
    #expect(try text(["a": Colour.red]) == "a=red")
    #expect(try text(["a": Shape.circle(radius: 1.5)]) == "a[circle][radius]=1.5")
  }
}
