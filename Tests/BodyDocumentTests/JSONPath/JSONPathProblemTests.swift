import BodyDocument
import Testing

@Suite struct JSONPathProblemTests {
  @Test(arguments: [
    ("", 0, #""" does not start with "$" — write "$" for the whole body, as in $.items[0].name"#),
    ("name", 0, #""name" does not start with "$" — write "$" for the whole body, as in $.items[0].name"#),
    ("$.a[", 4, #""$.a[" ends inside brackets at column 5 — add a name in quotes, an index or "*", and "]""#),
    ("$.a[1", 5, #""$.a[1" ends inside brackets at column 6 — add a name in quotes, an index or "*", and "]""#),
    ("$.", 2, #""$." ends inside a step at column 3 — add a name or "*""#),
    ("$['ab", 5, #""$['ab" ends inside a string at column 6 — add the closing quote"#),
    ("$[?(@.a", 7, #""$[?(@.a" ends inside parentheses at column 8 — add ")""#),
    (
      "$[?@.a ==", 9,
      #""$[?@.a ==" ends inside a condition at column 10 — add a value to compare with, or a query such as @.name"#
    ),
    ("$.a ", 3, #""$.a " is invalid at column 4 — write ".name", "..name" or "[…]", and no blanks at the ends"#),
    (
      "$.1", 2,
      #""$.1" is invalid at column 3 — write a name or "*" after the dot, and other keys in brackets and quotes, as in ['two words']"#
    ),
    (
      "$[a]", 2,
      #""$[a]" is invalid at column 3 — write a name in quotes, an index, a slice such as 1:3, "*", or "?" and a condition"#
    ),
    ("$[1 2]", 4, #""$[1 2]" is invalid at column 5 — write "]" or "," and the next selector"#),
    (
      "$[?@.a == x]", 10,
      #""$[?@.a == x]" is invalid at column 11 — write a query such as @.name, a string in quotes, a number, true, false, null or a function"#
    ),
    (
      "$['🇩🇪\\x']", 4,
      #""$['🇩🇪\x']" is invalid at column 5: unknown escape — write \\ for a backslash, \u and four hexadecimal digits for any character"#
    ),
    (
      "$['\\ud800']", 3,
      #""$['\ud800']" is invalid at column 4: half of a surrogate pair — write both halves, or the character itself"#
    ),
    ("$[01]", 2, #""$[01]" is invalid at column 3: not a number — write digits without a leading zero or "+""#),
    (
      "$[9007199254740992]", 2,
      #""$[9007199254740992]" is invalid at column 3: an index must be within ±9007199254740991 — write a smaller one"#
    ),
    (
      "$[?size(@)>1]", 3,
      #""$[?size(@)>1]" is invalid at column 4: no function "size" — there are length, count, match, search, value"#
    ),
    ("$[?match(@)]", 3, #""$[?match(@)]" is invalid at column 4: match() takes two arguments"#),
    (
      "$[?length(@.*)>1]", 10,
      #""$[?length(@.*)>1]" is invalid at column 11: length() takes single values — write a query that selects at most one"#
    ),
    (
      "$[?count(1)>1]", 9,
      #""$[?count(1)>1]" is invalid at column 10: count() takes a query — write one such as @.items[*]"#
    ),
    (
      "$[?true]", 3, #""$[?true]" is invalid at column 4: a value is not a condition — compare it, as in @.name == 'x'"#
    ),
    (
      "$[?count(@.*)]", 3,
      #""$[?count(@.*)]" is invalid at column 4: count() is not a condition — compare it, as in count(@.items) > 1"#
    ),
    (
      "$[?1 == match(@,'a')]", 8,
      #""$[?1 == match(@,'a')]" is invalid at column 9: match() is already true or false — remove the comparison"#
    ),
    (
      "$[?@.* == 1]", 3,
      #""$[?@.* == 1]" is invalid at column 4: a comparison takes one value — write a query with only names and indexes"#
    ),
  ])
  func aProblemNamesItsPlaceAndWhatToDo(query: String, position: Int, sentence: String) throws {
    let problem = try #require(throws: JSONPathProblem.self) { _ = try JSONPathQuery(query) }
    #expect(problem.position == position)
    #expect(problem.description == sentence)
  }

  @Test func aLongQueryIsCutInItsSentence() throws {
    let query = "$" + String(repeating: ".abc", count: 50) + "]"
    let problem = try #require(throws: JSONPathProblem.self) { _ = try JSONPathQuery(query) }
    #expect(problem.position == 201)
    #expect(problem.description.hasPrefix("\"" + query.prefix(60) + "…\" is invalid at column 202"))
  }

  /// The parser and the evaluation descend for these; no text may exhaust the stack.
  @Test(arguments: [
    "$[?" + String(repeating: "(", count: 20_000), "$" + String(repeating: "[?@", count: 20_000),
    "$" + String(repeating: ".*", count: 20_000), "$" + String(repeating: "..a", count: 20_000),
    "$[?" + String(repeating: "length(value(", count: 20_000), "$[?" + String(repeating: "!", count: 20_000),
  ])
  func nestingHasALimit(query: String) {
    #expect(throws: JSONPathProblem.self) { _ = try JSONPathQuery(query) }
  }

  @Test func queriesAreEqualByTheirText() throws {
    #expect(try JSONPathQuery("$.a") == JSONPathQuery("$.a"))
    #expect(try JSONPathQuery("$.a") != JSONPathQuery("$['a']"))
    #expect(try JSONPathQuery("$.a").text == "$.a")
  }
}
