import RequestClient
import Testing

struct HTTPHeadersTests {
  @Test func aNameInAnotherCaseIsTheSameHeaderAndTheLastSpellingWins() {
    var headers: HTTPHeaders = ["a": "1"]
    headers.add(name: "A", value: "2")
    #expect(Array(headers) == [HTTPHeader("A", "2")])
    #expect(headers["a"] == "2" && headers["A"] == "2")
    #expect(HTTPHeaders(dictionaryLiteral: ("a", "1"), ("A", "2")).description == "A: 2")
  }

  @Test func updatingKeepsTheFirstPlaceAndDropsFurtherDuplicates() {
    var headers: HTTPHeaders = [
      HTTPHeader("X", "0"), HTTPHeader("y", "1"), HTTPHeader("x", "2"), HTTPHeader("z", "3"), HTTPHeader("X", "4"),
    ]
    headers.update(name: "x", value: "new")
    #expect(headers.description == "x: new\ny: 1\nz: 3")
  }

  @Test func appendingKeepsDuplicatesInOrder() {
    var headers: HTTPHeaders = [HTTPHeader("X-A", "1")]
    headers.append(name: "x-a", value: "2")
    headers.append(HTTPHeader("X-A", "1"))
    #expect(headers.values(for: "X-a") == ["1", "2", "1"])
    #expect(headers["x-a"] == "1")
    #expect(headers.description == "X-A: 1\nx-a: 2\nX-A: 1")
  }

  @Test func settingNilOrRemovingRemovesEveryHeaderOfTheName() {
    var headers: HTTPHeaders = [HTTPHeader("A", "1"), HTTPHeader("b", "2"), HTTPHeader("a", "3"), HTTPHeader("B", "4")]
    headers["a"] = nil
    #expect(headers.description == "b: 2\nB: 4")
    headers.remove(name: "b")
    headers.remove(name: "none")
    #expect(headers.isEmpty && !headers.contains(name: "b"))
  }

  @Test func settingTheSubscriptReplacesOrAppends() {
    var headers: HTTPHeaders = ["A": "1"]
    headers["b"] = "2"
    headers["a"] = "3"
    #expect(headers.description == "a: 3\nb: 2")
  }

  @Test func onlyASCIILettersAreEqualInBothCases() {
    let headers: HTTPHeaders = ["É": "1", "@": "2", "[": "3"]
    #expect(headers["é"] == nil)
    #expect(headers["`"] == nil)
    #expect(headers["{"] == nil)
    #expect(headers["@"] == "2")
  }

  @Test func sortingIgnoresCaseAndKeepsTheOrderOfDuplicates() {
    let headers: HTTPHeaders = [HTTPHeader("b", "1"), HTTPHeader("C", "2"), HTTPHeader("a", "3"), HTTPHeader("B", "0")]
    #expect(headers.sorted().description == "a: 3\nb: 1\nB: 0\nC: 2")
    #expect(headers.first?.name == "b")
  }

  @Test func literalsAndSequencesKeepTheirOrderAndDictionariesAreSorted() {
    let literal: HTTPHeaders = ["Z": "1", "A": "2", "M": "3"]
    #expect(literal.map(\.name) == ["Z", "A", "M"])
    let array: HTTPHeaders = [.accept("a"), .accept("b")]
    #expect(array.count == 2)
    #expect(HTTPHeaders(["Z": "1", "a": "2", "M": "3"]).map(\.name) == ["a", "M", "Z"])
    #expect(HTTPHeaders(["n": "1", "N": "2"]).description == "n: 1")
  }

  @Test func theDictionaryHasTheFirstValueOfEachName() {
    let headers: HTTPHeaders = [HTTPHeader("Set-Cookie", "a=1"), HTTPHeader("B", "2"), HTTPHeader("set-cookie", "c=3")]
    #expect(headers.dictionary == ["Set-Cookie": "a=1", "B": "2"])
  }

  @Test func itIsACollectionThatCanBeChanged() {
    var headers: HTTPHeaders = [HTTPHeader("a", "1"), HTTPHeader("b", "2"), HTTPHeader("c", "3")]
    headers[1].value = "two"
    headers.insert(HTTPHeader("z", "0"), at: 0)
    headers.remove(at: 1)
    headers.swapAt(0, 2)
    #expect(headers.description == "c: 3\nb: two\nz: 0")
    let last: HTTPHeaders = headers.filter { $0.name == "z" } + [HTTPHeader("z", "again")]
    #expect(last.values(for: "z") == ["0", "again"])
  }
}
