import RequestModel
import Testing

/// The URL and the query table show each other.
@Suite struct ShownURLTests {
  private func request(_ url: String, _ rows: [Parameter] = [], path: [Parameter] = []) -> SavedRequest {
    var request = SavedRequest(url: url)
    request.pathParameters = path
    request.query = rows
    return request
  }

  private func described(_ name: String, _ value: String, off: Bool = false) -> Parameter {
    var row = Parameter(name, value, off: off)
    row.document["description"] = "what it is for"
    return row
  }

  /// A row that is sent as it is written.
  private func asIs(_ name: String, _ value: String?, description: String? = nil) -> Parameter {
    var row = row(name, value)
    row.document["asIs"] = true
    if let description { row.document["description"] = .string(description) }
    return row
  }

  private func row(_ name: String, _ value: String? = nil) -> Parameter {
    var row = Parameter(document: ["name": .string(name)])
    if let value { row.value = value }
    return row
  }

  // MARK: Showing

  @Test(arguments: [
    ("http://a/b", "http://a/b?page=1&q=a%20b%26c"), ("http://a/b?x=1", "http://a/b?x=1&page=1&q=a%20b%26c"),
    ("http://a/b?", "http://a/b?page=1&q=a%20b%26c"), ("http://a/b#top?", "http://a/b?page=1&q=a%20b%26c#top?"),
    (#"{{response "a" "$[?@.b]"}}/b"#, #"{{response "a" "$[?@.b]"}}/b?page=1&q=a%20b%26c"#),
  ]) func rowsThatAreOnFollowTheQueryOfTheURL(url: String, shown: String) {
    let request = request(url, [row("page", "1"), Parameter("debug", "1", off: true), row("q", "a b&c")])
    #expect(request.shownURL == shown)
  }

  @Test func theTableShowsTheParametersOfTheURLDecoded() {
    let request = request("{{base}}/a?b=%C3%A9+x&c&d=&{{e}}=%7B%7Bf%7D%7D&g=%FF#h?i=1", [row("j", "1")])
    #expect(
      request.shownQuery.map(\.unspelled) == [
        row("b", "é x"), row("c"), row("d", ""), row("{{e}}", Template.escaping("{{f}}")), row("g", "%FF"),
        row("j", "1"),
      ])
  }

  // MARK: Typing the URL

  @Test(arguments: [
    "http://a/b?page=1&size=2", "http://a/b?ids=1,2&at=12:00", "http://a?a=%2c&b=a+b&&c=#x", "a?{{q}}={{v}}", "?a", "",
  ]) func whatIsTypedWithoutRowsStaysAsItIs(typed: String) {
    var request = request("http://old?x=1")
    request.setShownURL(typed)
    #expect(request == self.request(typed))
  }

  @Test func aURLThatIsNotChangedChangesNothing() {
    let old = request("http://a/b?x=%2c&&y#z", [described("page", "1,2"), Parameter("debug", "é", off: true)])
    var request = old
    request.setShownURL(old.shownURL)
    #expect(request == old)
  }

  @Test func aRowThatIsChangedInTheURLKeepsItsDescription() {
    var request = request("http://a", [described("page", "1"), described("q", "x")])
    request.setShownURL("http://b?page=2&q=x")
    #expect(request == self.request("http://b", [described("page", "2"), described("q", "x")]))
    request.setShownURL("http://b?page=2&size=x")
    #expect(request == self.request("http://b", [described("page", "2"), described("size", "x")]))
  }

  @Test func rowsThatAreOffStayInTheirPlaces() {
    let off = described("debug", "1", off: true)
    var request = request("http://a", [off, row("a", "1"), off, row("b", "2"), off])
    request.setShownURL("http://a?b=2&c=3")
    #expect(request.query == [off, off, row("b", "2"), off, row("c", "3")])
    request.setShownURL("http://a")
    #expect(request.query == [off, off, off])
  }

  @Test func whatIsTypedBehindARowIsARowIfItIsSentTheSameWay() {
    var request = request("http://a", [described("page", "1")])
    request.setShownURL("http://a?page=1&q=a%20b&v={{v}}&bare")
    #expect(request.url == "http://a")
    #expect(request.query == [described("page", "1"), row("q", "a b"), row("v", "{{v}}"), row("bare")])
  }

  @Test func whatIsTypedBehindADescribedRowIsSentAsItIsTyped() {
    var request = request("http://a", [described("page", "1")])
    request.setShownURL("http://a?page=1&ids=1,2&q=a+b&s=%3a&b=3&t=x+{{v}}")
    #expect(request.url == "http://a")
    #expect(
      request.query == [
        described("page", "1"), asIs("ids", "1,2"), asIs("q", "a+b"), asIs("s", "%3a"), row("b", "3"),
        asIs("t", "x+{{v}}"),
      ])
    #expect(request.shownURL == "http://a?page=1&ids=1,2&q=a+b&s=%3a&b=3&t=x+{{v}}")
    #expect(
      URLQuery.appending(request.query, to: "http://a") == "http://a?page=1&ids=1,2&q=a+b&s=%3a&b=3&t=x+{{v}}")
    request.setShownURL("http://a?page=1&ids=1,3&q=ab&s=%3a&b=3&t=x+{{v}}")
    #expect(request.query[1...2] == [asIs("ids", "1,3"), row("q", "ab")])
  }

  @Test func aURLThatIsTypedOverAnyRowsIsShownAsItIsTyped() {
    var random = SplitMix64(seed: 11)
    let texts = [
      "", "a", "1,2", "a+b", "%3a", "%2C", "é", "%C3%A9", "{{v}}", "x{{v}}+", "a=b", "%", "?", "/", "'", "%FF", "{{",
      "~*",
    ]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    for _ in 0..<250 {
      var request = request("http://a", [])
      for _ in 0..<4 {
        let pairs = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          Bool.random(using: &random) ? text() : text() + "=" + text()
        }.filter { !$0.isEmpty }
        let typed = "http://a" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        request.setShownURL(typed)
        #expect(request.shownURL == typed)
        var rows = request.shownQuery
        for index in rows.indices where Int.random(in: 0..<3, using: &random) == 0 {
          rows[index].document["description"] = Bool.random(using: &random) ? "d" : nil
        }
        request.setShownQuery(rows)
        #expect(request.shownURL == typed)
        #expect(request.shownQuery.map(\.unspelled) == rows.map(\.unspelled))
        #expect((try? SavedRequest(document: request.document)) == request)
      }
    }
  }

  @Test func aQueryTypedBeforeTheShownOneGoesOnWithIt() {
    var request = request("http://a/b", [row("page", "1")])
    request.setShownURL("http://a/b?x=2?page=1")
    #expect(request.url == "http://a/b?x=2")
    #expect(request.query == [row("page", "1")])
  }

  @Test func fragmentsAndVariablesWithMarksStay() {
    var request = request("{{base}}/a#top", [row("page", "1")])
    #expect(request.shownURL == "{{base}}/a?page=1#top")
    request.setShownURL(#"{{response "a" "$[?(@.b)]"}}/c?page=2#end&x=1"#)
    #expect(request.url == #"{{response "a" "$[?(@.b)]"}}/c#end&x=1"#)
    #expect(request.query == [row("page", "2")])
  }

  @Test func duplicatesKeepTheirOrder() {
    var request = request("http://a?t=1&t=2", [row("t", "1"), row("t", "3")])
    request.setShownURL("http://a?t=1&t=2&t=1&t=4")
    #expect(request.url == "http://a?t=1&t=2")
    #expect(request.query == [row("t", "1"), row("t", "4")])
  }

  @Test func requestsThatAreSentAsTheyAreShowTheirRowsAsTheyAre() {
    var request = request("http://a", [row("ids", "1,%2C")])
    request.options = RequestOptions(document: ["urlAsIs": true])
    #expect(request.shownURL == "http://a?ids=1,%2C")
    request.setShownURL("http://a?ids=1,%2C&b=%20")
    #expect(request.query == [row("ids", "1,%2C"), row("b", "%20")])
  }

  // MARK: Editing the table

  @Test func aParameterOfTheURLIsEditedInPlaceAndTheOthersKeepTheirSpelling() {
    var request = request("http://a?x=%2c&page=1&&y=a+b#z", [row("q", "1")])
    var rows = request.shownQuery
    rows[1].value = "2 3"
    request.setShownQuery(rows)
    #expect(request.url == "http://a?x=%2c&page=2%203&y=a+b#z")
    rows[0].name = "n=m"
    request.setShownQuery(rows)
    #expect(request.url == "http://a?n%3Dm=%2c&page=2%203&y=a+b#z")
    #expect(request.query == [row("q", "1")])
  }

  @Test func aRowThatIsTurnedOffLeavesTheURLAndKeepsItsPlace() {
    var request = request("http://a?a=1&b=2&c=3", [row("d", "4")])
    var rows = request.shownQuery
    rows[1].isOff = true
    request.setShownQuery(rows)
    #expect(request.shownURL == "http://a?a=1&c=3&d=4")
    #expect(request.shownQuery == rows)
    rows[1].isOff = false
    request.setShownQuery(rows)
    #expect(request.shownURL == "http://a?a=1&b=2&c=3&d=4")
  }

  @Test func whatIsBehindARowThatIsTurnedOffKeepsItsPlaceAndItsSpelling() {
    var request = request("http://a?a=1&ids=1,2&v={{v}}")
    var rows = request.shownQuery
    rows[0].isOff = true
    request.setShownQuery(rows)
    #expect(request.url == "http://a")
    #expect(request.query == [Parameter("a", "1", off: true), asIs("ids", "1,2"), asIs("v", "{{v}}")])
    #expect(request.shownURL == "http://a?ids=1,2&v={{v}}")
    #expect(request.shownQuery == rows)
  }

  @Test func aParameterThatIsTurnedOffAndOnKeepsItsPlaceAndItsBytes() {
    var request = request("http://a?x+y&b=a+b&c=%2c", [row("d", "1,2")])
    for index in request.shownQuery.indices {
      let (url, all) = (request.shownURL, request.shownQuery)
      var rows = all
      rows[index].isOff = true
      request.setShownQuery(rows)
      #expect(request.shownQuery == rows)
      rows[index].isOff = false
      request.setShownQuery(rows)
      #expect(request.shownQuery == all)
      #expect(request.shownURL == url)
    }
    #expect(URLQuery.appending(request.query, to: request.url) == "http://a?x+y&b=a+b&c=%2c&d=1%2C2")
  }

  @Test func aRowThatIsEditedKeepsTheSpellingOfItsOtherHalf() {
    var request = request("http://a", [asIs("a+b", "1,2", description: "d")])
    var rows = request.shownQuery
    #expect(rows[0].name == "a b")
    rows[0].value = "3 4"
    request.setShownQuery(rows)
    #expect(request.query == [asIs("a+b", "3%204", description: "d")])
    rows = request.shownQuery
    rows[0].name = "n"
    rows[0].value = "3"
    request.setShownQuery(rows)
    #expect(request.query.map { $0.document["asIs"] } == [nil])
    #expect(request.shownURL == "http://a?n=3")
  }

  @Test func emptyParametersOfTheURLStayInIt() {
    var request = request("http://a", [described("page", "1")])
    request.setShownURL("http://a?&x=1&&page=1#f")
    #expect(request.url == "http://a?&x=1&&#f")
    #expect(request.shownURL == "http://a?&x=1&&page=1#f")
    #expect(request.query == [described("page", "1")])
  }

  @Test func rowsAreDeletedAddedAndMoved() {
    var request = request("http://a?a=1&b=%2c", [row("c", "3")])
    var rows = request.shownQuery
    rows.swapAt(0, 1)
    request.setShownQuery(rows)
    #expect(request.url == "http://a?b=%2c&a=1")
    rows.append(row("d", "4"))
    rows.remove(at: 1)
    request.setShownQuery(rows)
    #expect(request.url == "http://a?b=%2c")
    #expect(request.query == [row("c", "3"), row("d", "4")])
    request.setShownQuery([])
    #expect(request == self.request("http://a"))
  }

  @Test func aDescriptionMovesTheRowToTheTable() {
    var request = request("http://a?a=1&b=2")
    var rows = request.shownQuery
    rows[0] = described("a", "1")
    request.setShownQuery(rows)
    #expect(request == self.request("http://a", [described("a", "1"), row("b", "2")]))
  }

  @Test func anyEditOfOneSideAndBackLosesNothing() {
    var random = SplitMix64(seed: 7)
    let values = ["", "1", "a b", "x&y=z", "1,2", "é", "{{v}}", "{{'{{'}}x", "%41", "+", "#", "日本", "{", "=?"]
    for _ in 0..<500 {
      let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ -> Parameter in
        var row = Parameter(
          values.randomElement(using: &random) ?? "", values.randomElement(using: &random) ?? "",
          off: Bool.random(using: &random))
        if Bool.random(using: &random) { row.document["description"] = "d" }
        return row
      }
      let request = request("{{base}}/a?u=%2c&w=1", rows)
      var edited = request
      edited.setShownURL("http://other" + request.shownURL.dropFirst("{{base}}/a".count))
      #expect(edited.query == rows)
      #expect(edited.url == "http://other?u=%2c&w=1")
    }
  }

  // MARK: Path parameters

  @Test func aPathParameterThatIsRenamedInTheURLKeepsItsValue() {
    var request = request("http://a/:id/b/:x", path: [Parameter("id", "1"), Parameter("x", "2")])
    request.setShownURL("http://a/:key/b/:x")
    #expect(request.pathParameters == [Parameter("key", "1"), Parameter("x", "2")])
    request.setShownURL("http://a/b")
    #expect(request.pathParameters == [Parameter("key", "1"), Parameter("x", "2")])
    #expect(request.urlPathParameters == [])
  }

  @Test func aPathParameterThatIsRenamedInTheTableIsRenamedInTheURL() {
    var request = request("http://a:80/:id/{{r}}/:id.json?x=:id", path: [Parameter("id", "1")])
    #expect(request.urlPathParameters == [Parameter("id", "1")])
    #expect(request.renamePathParameter("id", to: "order") == nil)
    #expect(request.url == "http://a:80/:order/{{r}}/:order.json?x=:id")
    #expect(request.urlPathParameters == [Parameter("order", "1")])
    #expect(
      request.renamePathParameter("order", to: "a/b")
        == "\"a/b\" cannot name a path parameter: use letters, digits, - and _")
  }
}

extension Parameter {
  /// The row without its spelling in the URL.
  fileprivate var unspelled: Parameter {
    var row = self
    row.document["asIs"] = nil
    return row
  }
}
