import BodyDocument
import Testing

@Suite struct JSONPathProblemTests {
  @Test(arguments: [
    ("", 0, #""" does not begin with "$" — write "$" for the whole body, as in $.items[0].name"#),
    ("name", 0, #""name" does not begin with "$" — write "$" for the whole body, as in $.items[0].name"#),
    ("$.a[", 4, #""$.a[" ends inside brackets at column 5 — add a name in quotes, an index or "*", and "]""#),
    ("$.a[1", 5, #""$.a[1" ends inside brackets at column 6 — add a name in quotes, an index or "*", and "]""#),
    ("$.", 2, #""$." ends inside a step at column 3 — add a name or "*""#),
    ("$['ab", 5, #""$['ab" ends inside a string at column 6 — add the closing quote"#),
    ("$[?(@.a", 7, #""$[?(@.a" ends inside parentheses at column 8 — add ")""#),
    (
      "$[?@.a ==", 9,
      #""$[?@.a ==" ends inside a condition at column 10 — add a value to compare with, or a query such as @.name"#
    ),
    ("$.a ", 3, #""$.a " goes wrong at column 4 — write ".name", "..name" or "[…]", and no blanks at the ends"#),
    (
      "$.1", 2,
      #""$.1" goes wrong at column 3 — write a name or "*" behind the dot; other keys in brackets and quotes, as in ['two words']"#
    ),
    (
      "$[a]", 2,
      #""$[a]" goes wrong at column 3 — write a name in quotes, an index, a slice such as 1:3, "*", or "?" and a condition"#
    ),
    ("$[1 2]", 4, #""$[1 2]" goes wrong at column 5 — write "]" or "," and the next selector"#),
    (
      "$[?@.a == x]", 10,
      #""$[?@.a == x]" goes wrong at column 11 — write a query such as @.name, a string in quotes, a number, true, false, null or a function"#
    ),
    (
      "$['🇩🇪\\x']", 4,
      #""$['🇩🇪\x']" goes wrong at column 5: no such escape — write \\ for a backslash, \u and four hexadecimal digits for any letter"#
    ),
    (
      "$['\\ud800']", 3,
      #""$['\ud800']" goes wrong at column 4: half of a surrogate pair — write both halves, or the letter itself"#
    ),
    ("$[01]", 2, #""$[01]" goes wrong at column 3: not a number — write digits without a zero or "+" before them"#),
    (
      "$[9007199254740992]", 2,
      #""$[9007199254740992]" goes wrong at column 3: an index has to lie within ±9007199254740991 — write a smaller one"#
    ),
    (
      "$[?size(@)>1]", 3,
      #""$[?size(@)>1]" goes wrong at column 4: no function "size" — there are length, count, match, search, value"#
    ),
    ("$[?match(@)]", 3, #""$[?match(@)]" goes wrong at column 4: match() takes two arguments"#),
    (
      "$[?length(@.*)>1]", 10,
      #""$[?length(@.*)>1]" goes wrong at column 11: length() takes single values — write a query that finds one at most"#
    ),
    (
      "$[?count(1)>1]", 9,
      #""$[?count(1)>1]" goes wrong at column 10: count() takes a query — write one such as @.items[*]"#
    ),
    ("$[?true]", 3, #""$[?true]" goes wrong at column 4: a value is no condition — compare it, as in @.name == 'x'"#),
    (
      "$[?count(@.*)]", 3,
      #""$[?count(@.*)]" goes wrong at column 4: count() is no condition — compare it, as in count(@.items) > 1"#
    ),
    (
      "$[?1 == match(@,'a')]", 8,
      #""$[?1 == match(@,'a')]" goes wrong at column 9: match() is true or false by itself — take the comparison away"#
    ),
    (
      "$[?@.* == 1]", 3,
      #""$[?@.* == 1]" goes wrong at column 4: a comparison takes one value — write a query of names and indexes only"#
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
    #expect(problem.description.hasPrefix("\"" + query.prefix(60) + "…\" goes wrong at column 202"))
  }

  /// The parser and the evaluation descend for these; no text may exhaust the stack.
  @Test(arguments: [
    "$[?" + String(repeating: "(", count: 100_000), "$" + String(repeating: "[?@", count: 100_000),
    "$" + String(repeating: ".*", count: 100_000), "$" + String(repeating: "..a", count: 100_000),
    "$[?" + String(repeating: "length(value(", count: 100_000), "$[?" + String(repeating: "!", count: 100_000),
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
