import RequestModel
import Testing

@Suite struct TemplateExpressionTests {
  @Test(
    arguments: [
      (#"response "auth/login""#, ResponseReference(request: "auth/login")),
      (
        #"response "auth/login" "$.token" maxAge=10m"#,
        ResponseReference(request: "auth/login", part: .json("$.token"), maxAge: 600)
      ),
      (
        #"response 'a b' maxAge=1.5h "$['x y']""#,
        ResponseReference(request: "a b", part: .json("$['x y']"), maxAge: 5400)
      ),
      (#"response "x" header="Location""#, ResponseReference(request: "x", part: .header("Location"))),
      (#"response "x" header=ETag maxAge=30"#, ResponseReference(request: "x", part: .header("ETag"), maxAge: 30)),
      (#"response "x" status maxAge=2d"#, ResponseReference(request: "x", part: .status, maxAge: 172_800)),
    ])
  func aResponseIsNamedByItsRequest(_ text: String, _ reference: ResponseReference) throws {
    #expect(try TemplateExpression(text).operand == .response(reference))
  }

  @Test(
    arguments: [
      (
        #"response "x" maxAge=soon"#,
        #"{{response "x" maxAge=soon}}: "soon" is not an age — write it as 30s, 10m, 2h or 7d"#
      ),
      (
        #"response "x" body"#,
        #"{{response "x" body}}: body is not understood — write {{response "PATH" "$.json.path" maxAge=10m}}, with header="NAME" or status in place of the JSONPath"#
      ),
      ("x |", "{{x |}} has a filter without a name or with an empty argument"),
      ("x | hmac:", "{{x | hmac:}} has a filter without a name or with an empty argument"),
    ])
  func whatHasNoMeaningIsASentence(_ text: String, _ sentence: String) {
    #expect { try TemplateExpression(text) } throws: { ($0 as? TemplateProblem)?.sentence == sentence }
  }

  @Test func quotesKeepBarsAndColons() throws {
    let expression = try TemplateExpression(#"it's a name | hmac:"a|b:c":sha256 | upper"#)
    #expect(expression.operand == .variable("it's a name"))
    #expect(expression.filters.map(\.name) == ["hmac", "upper"])
    #expect(expression.filters[0].arguments == [.text("a|b:c"), .word("sha256")])
    #expect(expression.variables == ["it's a name"])
  }
}
