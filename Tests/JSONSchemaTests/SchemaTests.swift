import RequestBasics
import Testing

@testable import JSONSchema

@Suite struct SchemaTests {
  private func sentences(_ schema: String, _ value: String) throws -> [String] {
    try JSONSchema(JSONText(schema).value).findings(in: JSONText(value).value).map(\.sentence)
  }

  @Test("A finding names the part of the value, the keyword and what is wrong")
  func findingNamesItsPlace() throws {
    let schema = try JSONText(
      #"{"properties":{"items":{"items":{"required":["id"],"properties":{"id":{"type":"integer"}}}}}}"#)
    let findings = try JSONSchema(schema.value).findings(in: JSONText(#"{"items":[{"id":1},{"id":"x"},{}]}"#).value)
    #expect(
      findings == [
        SchemaFinding(
          instancePath: "/items/1/id", schemaPath: "#/properties/items/items/properties/id/type",
          message: "is a string, not an integer"),
        SchemaFinding(
          instancePath: "/items/2", schemaPath: "#/properties/items/items/required", message: "has no \"id\""),
      ])
  }

  @Test("Numbers are compared and divided exactly, whatever their size")
  func numbersAreExact() throws {
    #expect(try sentences(#"{"const":12345678901234567890}"#, "12345678901234567891") != [])
    #expect(try sentences(#"{"const":1}"#, "1.0") == [])
    #expect(try sentences(#"{"multipleOf":0.01}"#, "4.35") == [])
    #expect(try sentences(#"{"multipleOf":0.01}"#, "4.351") == ["The value is 4.351, which is not a multiple of 0.01"])
    #expect(try sentences(#"{"type":"integer"}"#, "1e400") == [])
  }

  /// The messages of Ajv 6. Other parts of a schema are not used.
  @Test(
    "A format that is not known is refused where it is used",
    arguments: [
      (#"{"format":"int32"}"#, "int32", "#"), (#"{"type":"number","format":"double"}"#, "double", "#"),
      (#"{"properties":{"a/b ü":{"items":[{},{"format":"byte"}]}}}"#, "byte", "#/properties/a~1b%20%C3%BC/items/1"),
      (#"{"items":[{}],"additionalItems":{"format":"float"}}"#, "float", "#/additionalItems"),
      (#"{"allOf":[{},{"not":{"format":"int64"}}]}"#, "int64", "#/allOf/1/not"),
      (#"{"dependencies":{"a":["b"],"c":{"format":"binary"}}}"#, "binary", "#/dependencies/c"),
      (#"{"if":{},"then":{"format":"password"}}"#, "password", "#/then"),
      (##"{"$ref":"#/definitions/a","definitions":{"a":{"format":"q"}}}"##, "q", "#/definitions/a"),
      (##"{"$ref":"#a","definitions":{"a":{"$id":"#a","format":"q"}}}"##, "q", "#/definitions/a"),
      (##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#","format":"q"}"##, "q", "#"),
    ])
  func unknownFormatsAreRefused(schema: String, format: String, path: String) throws {
    let read = try JSONSchema(JSONText(schema).value, draft: .draft7)
    #expect(throws: SchemaProblem("unknown format \"\(format)\" is used in schema at path \"\(path)\"")) {
      try read.checkFormats()
    }
  }

  @Test(
    "Formats that are known, and those of parts that are not used, are accepted",
    arguments: [
      #"{"format":"email"}"#, #"{"format":"iri"}"#, #"{"format":"url"}"#, #"{"format":"json-pointer-uri-fragment"}"#,
      #"{"definitions":{"a":{"format":"q"}}}"#, #"{"properties":{"format":{"enum":[{"format":"q"}]}}}"#,
      ##"{"$ref":"#/definitions/a","format":"q","definitions":{"a":{"$ref":"#/definitions/a"}}}"##,
      #"{"if":{"format":"q"}}"#, #"{"then":{"format":"q"}}"#, #"{"additionalItems":{"format":"q"}}"#, "true",
      #"{"default":{"format":"q"},"const":{"format":"q"}}"#,
    ])
  func knownFormatsAreAccepted(schema: String) throws {
    try JSONSchema(JSONText(schema).value, draft: .draft7).checkFormats()
  }

  @Test("The formats of OpenAPI are checked as ajv-formats does, and refused as Ajv 6 does unless they are allowed")
  func formatsOfOpenAPIAreChecked() throws {
    func holds(_ format: String, _ values: String...) throws -> [Bool] {
      let schema = JSONSchema(["format": .string(format)], draft: .draft7, formats: .assertion)
      #expect(throws: SchemaProblem.self) { try schema.checkFormats() }
      try schema.checkFormats(allowsOpenAPI: true)
      return try values.map { try schema.findings(in: JSONText($0).value) == [] }
    }
    #expect(
      try holds("int32", "2147483647", "-2147483648", "1.0", "2147483648", "-2147483649", "1.5", #""1.5""#, "null")
        == [true, true, true, false, false, false, true, true])
    #expect(try holds("int64", "9223372036854775808", "1e3", "0.5", #""a""#) == [true, true, false, true])
    #expect(try holds("float", "0.1", "1e39") + holds("double", "1e400", #""a""#) == [true, true, true, true])
    #expect(
      try holds("byte", #""""#, #""YQ==""#, #""YWI=""#, #""YWJj\r\nYQ==""#, #""YQ=""#, #""Y===""#, #""Y!==""#, "1")
        == [true, true, true, true, false, false, false, true])
    #expect(try holds("password", #""a""#, "1") + holds("binary", #""\u0000""#, "1") == [true, true, true, true])
  }

  @Test("The formats that only Ajv has are checked")
  func formatsOfAjvAreChecked() throws {
    func holds(_ format: String, _ text: String) throws -> Bool {
      let schema = JSONSchema(["format": .string(format)], draft: .draft7, formats: .assertion)
      return try schema.findings(in: .string(text)) == []
    }
    #expect(try holds("url", "https://a.test/b?c") && holds("url", "FTP://a.test"))
    #expect(try !holds("url", "mailto:a@a.test") && !holds("url", "a") && !holds("url", "http://"))
    #expect(try holds("json-pointer-uri-fragment", "#/a~1b/%20") && holds("json-pointer-uri-fragment", "#"))
    #expect(try !holds("json-pointer-uri-fragment", "/a") && !holds("json-pointer-uri-fragment", "#/~2"))
  }

  @Test("A reference to a schema that was not given is an error, and nothing is fetched")
  func missingReferenceIsAnError() throws {
    #expect(throws: SchemaProblem("No schema https://example.com/a for the reference in #: schemas are not fetched")) {
      try sentences(#"{"$ref":"https://example.com/a"}"#, "1")
    }
  }

  @Test("A schema that refers to itself without an end is an error, not a crash")
  func endlessReferenceIsAnError() {
    #expect(throws: SchemaProblem.self) { try sentences(##"{"$ref":"#"}"##, "1") }
  }

  @Test("An invalid pattern is an error that names it")
  func invalidPatternIsAnError() {
    #expect(throws: SchemaProblem("The pattern \\a is not an ECMA-262 regular expression")) {
      try sentences(#"{"pattern":"\\a"}"#, #""x""#)
    }
  }

  @Test(
    "A schema whose keywords are written wrongly is an error that names the place",
    arguments: [
      (#"{"required":"x"}"#, "/required is a string, not an array"),
      (
        #"{"properties":{"a":{"type":"strnig"}}}"#,
        #"/properties/a/type is not one of "array", "boolean", "integer", "null", "number", "object", "string""#
      ),
      (#"{"minLength":-1}"#, "/minLength is -1, which is less than 0"),
      ("[]", "It is an array, not an object or a boolean"),
      (
        #"{"items":{"pattern":"("}}"#,
        "/items/pattern — The pattern ( is invalid: Invalid regular expression at column 2: missing closing parenthesis"
      ),
      (
        #"{"$schema":"http://json-schema.org/draft-07/schema#","items":{"enum":"x"}}"#,
        "/items/enum is a string, not an array"
      ),
      (
        #"{"$schema":"https://json-schema.org/draft/2019-09/schema","minimum":"1"}"#,
        "/minimum is a string, not a number"
      ),
    ])
  func wrongKeywordsAreErrors(_ schema: String, _ problem: String) throws {
    let schema = JSONSchema(try JSONText(schema).value)
    #expect(throws: SchemaProblem("The schema is invalid: " + problem)) { try schema.check() }
  }

  @Test(
    "A schema of any version, and one with keywords of its own, is valid",
    arguments: [
      "true", "{}", #"{"type":["string","null"],"x-own":1}"#, #"{"$schema":"https://example.com/mine","type":"x"}"#,
      #"{"$schema":"https://json-schema.org/draft/2019-09/schema","items":[{"type":"string"}],"minContains":1}"#,
      #"{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"definitions":{"a":{"format":"email"}}}"#,
      ##"{"$defs":{"a":{"prefixItems":[{}]}},"$ref":"#/$defs/a","properties":{"$ref":{"type":"string"}}}"##,
    ])
  func goodSchemasAreValid(_ schema: String) throws { try JSONSchema(JSONText(schema).value).check() }

  @Test("Of several alternatives, the one that came furthest is explained")
  func closestAlternativeIsExplained() throws {
    let schema = #"{"anyOf":[{"type":"null"},{"properties":{"a":{"type":"string"}},"type":"object"}]}"#
    #expect(
      try sentences(schema, #"{"a":1}"#) == [
        "The value matches none of the 2 schemas of anyOf", "/a is a number, not a string",
      ])
  }
}
