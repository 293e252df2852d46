import Foundation
import TestSupport
import Testing

@testable import RequestModel

/// Texts that are made to take long.
@Suite(.timeLimit(.minutes(2))) struct ForeignWorkTests {
  @Test(arguments: rows) func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static var rows: [Work] {
    var rows: [Work] = []
    rows.append(Work("template: open braces", { times($0, "{{a{{ '{{' ") }) { _ = Template($0) })
    rows.append(
      Work("template: nested braces", { times($0, "{{a") + times($0, "}}") + times($0, "{{a{{b}}}}") }) {
        _ = Template($0).variables
      })
    rows.append(Work("template: expressions", { "a" + times($0, " | trim") }) { _ = try TemplateExpression($0) })
    rows.append(
      Work("dynamic variables: open brackets", { "$datetime \"" + times($0, "[") + "\"" }) { name in
        var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0))
        _ = dynamic.value(of: name)
      })
    rows.append(Work(".env: open quotes", { times($0, "A=\"a\\\"\n") }) { _ = Dotenv($0) })
    rows.append(Work("query", { times($0, "a=%41&") }) { _ = URLQuery.decoded($0) })
    rows.append(
      Work("secrets of a text", { times($0, "the quick sk_ eyJ https://a/?b=1&key=2 ghp_ fox; ") }) { text in
        _ = LikelySecretSearch.secrets(in: ["url": .string(text)], known: [])
      })
    rows.append(
      Work("secrets of many lines", { Array(repeating: JSONValue.string("\"name\": \"fox ghp_\","), count: $0) }) {
        lines in
        _ = LikelySecretSearch.secrets(in: ["body": ["text": .array(lines)]], known: [])
      })
    rows += bodyTexts
    let credentials: @Sendable (Int) -> String = { count in
      (0..<count).map { "http://ann:kT9v\($0)Lq2z@a/?api_key=kT9vLq2z\($0)" }.joined(separator: " ")
    }
    rows.append(
      Work("secrets of a text that has many", credentials) { text in
        _ = LikelySecretSearch.secrets(in: ["body": .string(text)], known: [])
      })
    rows.append(
      Work(
        "secrets of a text that are replaced", { count in ((0..<count).map { "kT9vLq2z\($0)" }, credentials(count)) }
      ) { input in
        var (variables, taken) = (CredentialVariables(), FreeNames())
        for secret in input.0 { _ = variables.variable(for: secret, name: "url", taken: &taken) }
        _ = variables.replacing(input.0, in: input.1)
      })
    rows.append(
      Work("names of credentials", { $0 }) { count in
        var (variables, taken) = (CredentialVariables(), FreeNames())
        for number in 0..<count { _ = variables.variable(for: "secret \(number)", name: "token", taken: &taken) }
      })
    rows.append(
      Work("names of files", { $0 }) { count in
        let item = PortableItem.request(PortableRequest(name: "a", document: JSONObject()))
        _ = PortableFolder(name: "a", items: Array(repeating: item, count: count)).itemStems
      })
    rows.append(searchedRows)
    return rows + merges + differences + [removedVariables, setVariables] + edits
  }

  private static var bodyTexts: [Work] {
    let texts: [(name: String, text: @Sendable (Int) -> String)] = [
      ("JSON", { "[" + times($0, #"{"password": "kT9vLq2zP", "id": {{id}}},"#) + "]" }),
      ("a form", { times($0, "password=kT9vLq2zP&id={{id}}&") }),
      ("open quotes and braces", { "[" + times($0, #"{{a{{ "token": " /* "#) }),
    ]
    return texts.map { name, text in
      Work("secrets of a body that is \(name)", { .string(text($0)) as JSONValue }) { text in
        _ = LikelySecretSearch.secrets(in: ["body": ["text": text]], known: [])
      }
    }
  }

  private static var searchedRows: Work {
    let row = #"{"name": "a", "value": "b"}, "#
    return Work("search: matches in many rows", { #"{"headers": ["# + times($0, row) + #"{"name": "c"}]}"# }) { text in
      let json = try JSONText(text)
      let search = FileSearch(WordMatcher(word: "b"), in: [.headers])
      _ = try search.matches(in: json.value.object ?? JSONObject(), role: .request, text: json)
    }
  }

  private static var removedVariables: Work {
    let make: @Sendable (Int) -> [Variable] = { count in (0..<count).map { Variable("k\($0)", .value("v")) } }
    return Work("variables: set and removed", make) { all in
      var variables = NamedVariables()
      for variable in all { variables.set(variable) }
      for variable in all { variables.remove(variable.name) }
    }
  }

  private static var setVariables: Work {
    let make: @Sendable (Int) -> SessionValues = { count in
      var changes = SessionValues.Changes()
      for number in 0..<count { changes.set(Variable("k\(number)", .value("v"))) }
      var values = SessionValues()
      values.changes[SessionValues.Scope(layer: .environment, owner: "")] = changes
      return values
    }
    return Work("variables: which ones a script has set", make) { values in
      for variable in values.changes.values.flatMap({ $0.set }) {
        _ = values.hasSet(ScopedVariable(variable: variable, layer: .environment, path: nil))
      }
    }
  }

  private static var edits: [Work] {
    let moved = Work("edited list: all moved", { (Array(0..<$0), Array((0..<$0).reversed())) }) {
      _ = EditedList.origins($0.0, $0.1)
    }
    let make: @Sendable (Int) -> SavedRequest = { count in
      var request = SavedRequest(method: "GET", url: "http://a")
      request.query = (0..<count).map { Parameter("k\($0)", "v", off: true) }
      return request
    }
    let typed = Work("edited URL: over rows that are off", make) { request in
      var request = request
      request.setShownURL("http://a?x=1")
    }
    return [moved, typed]
  }

  private static func row(_ name: Int, _ value: String) -> JSONValue {
    ["name": .string("X-\(name)"), "value": .string(value)]
  }

  /// A list with one change at each end, so that the rest of the merge is measured.
  private static func changed(_ count: Int, _ name: (Int) -> Int = { $0 }) -> [[JSONValue]] {
    let base = (0..<count).map { row(name($0), "a\($0)") }
    return [base, [row(name(0), "b")] + base.dropFirst(), Array(base.dropLast()) + [row(name(count - 1), "c")]]
  }

  private static func merge(_ name: String, _ make: @escaping @Sendable (Int) -> [[JSONValue]]) -> Work {
    Work("merge: \(name)", make) { _ = MergedRows($0[0], $0[1], $0[2], isSet: false).slots }
  }

  private static var differences: [Work] {
    let everyValue = Work("difference: each row changed", { [changed($0)[0], (0..<$0).map { row($0, "b") }] }) {
      _ = FieldDiff(json: .array($0[0]), .array($0[1]))
    }
    let kinds: [(String, @Sendable (Int, Int) -> Int)] = [
      ("each other one changed", { index, count in index % 2 == 0 ? index : index + count }),
      ("all changed", { index, count in index + count }), ("backwards", { index, count in count - 1 - index }),
      ("of few kinds", { index, _ in index * 7 % 5 }), ("of one side", { index, _ in index > 0 ? -1 : 0 }),
      ("shuffled", { index, count in index * 7919 % count }),
    ]
    let lists = kinds.map { name, element in
      Work("common elements: \(name)", { count in (Array(0..<count), (0..<count).map { element($0, count) }) }) {
        _ = CommonSubsequence.pairs($0.0, $0.1)
      }
    }
    let ofTexts = Work("difference: texts without a common line", { [text($0, "a"), text($0, "b")] }) {
      _ = FieldChange(text: $0[0], $0[1]).lines
    }
    let ofNumbers = Work("difference: numbers without a common one", { [numbers(0..<$0), numbers($0..<2 * $0)] }) {
      _ = FieldDiff(json: .array($0[0]), .array($0[1]))
    }
    return [everyValue, ofTexts, ofNumbers] + lists
  }

  private static func text(_ count: Int, _ word: String) -> String {
    (0..<count).map { "\(word) \($0)" }.joined(separator: "\n")
  }

  private static func numbers(_ range: Range<Int>) -> [JSONValue] { range.map { JSONValue(integerLiteral: $0) } }

  private static var merges: [Work] {
    var rows = [merge("changes of both sides") { changed($0) }, merge("rows of one name") { changed($0) { _ in 0 } }]
    rows.append(
      merge("rows moved by both") { count in
        let base = changed(count)[0]
        return [base, Array(base.dropFirst() + base.prefix(1)), Array(base.suffix(1) + base.dropLast())]
      })
    rows.append(
      Work("merge: rows inserted by both", { (0..<$0).map { row($0, "a") } }) { added in
        _ = MergedRows([], added, added + [row(-1, "b")], isSet: false).slots
      })
    rows.append(
      Work("merge: lines", { (0..<$0).map { ExactText("line \($0)") } }) { lines in
        let theirs = Array(lines.dropLast()) + [ExactText("theirs")]
        _ = LineMerge(lines, [ExactText("ours")] + lines.dropFirst(), theirs).parts
      })
    return rows
  }

  @Test func manyRowsOfAFewNamesArePairedInOrder() {
    let old = (0..<2_000).map { Self.row($0 % 4, "a\($0)") }
    let new = old.reversed().map { row -> JSONValue in
      var object = row.object ?? JSONObject()
      object["description"] = "new"
      return .object(object)
    }
    // Comparing each row with all others of its name takes a million comparisons.
    let pairs = RowAlignment(old, new, isSet: false).pairs
    #expect(pairs == (0..<2_000).map { index -> Int? in 4 * (index / 4) + 3 - index % 4 })
  }

  @Test func takenNamesAreNumbered() {
    var names = FreeNames(taken: ["a", "a2"])
    #expect((0..<3).map { _ in names.claim("a") { "a\($0)" } } == ["a3", "a4", "a5"])
    #expect(names.claim("b") { "b\($0)" } == "b" && names.claim("a3") { "a3\($0)" } == "a32")
  }

  @Test func namesThatDifferInCaseAreNumbered() {
    var names = FreeNames(taken: ["a", "b.json"])
    #expect((0..<3).map { _ in names.claimIgnoringCase("A") } == ["A 2", "A 3", "A 4"])
    #expect(names.claimIgnoringCase("B", suffix: ".json") == "B 2.json" && names.claimIgnoringCase("a 2") == "a 2 2")
  }
}
