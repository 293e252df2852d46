/// A JSON Schema of draft 7, 2019-09 (in part) or 2020-12, with the documents it may refer to.
package struct JSONSchema: Sendable {
  /// The effect of `format`.
  package enum FormatRule: Sendable {
    /// It is a note, as the standard says, unless the schema's vocabulary requires the assertion.
    case annotation
    /// Values have to follow it.
    case assertion
  }

  let schema: JSONValue
  private let uri: String
  private let documents: [String: JSONValue]
  let draft: Draft
  private let formats: FormatRule

  /// - Parameters:
  ///   - uri: Where the schema is from; relative references start there.
  ///   - documents: Other schemas by their URI. Nothing else is ever fetched.
  ///   - draft: For schemas without `$schema`.
  package init(
    _ schema: JSONValue, uri: String = "", documents: [String: JSONValue] = [:], draft: Draft = .draft202012,
    formats: FormatRule = .annotation
  ) {
    self.schema = schema
    self.uri = uri
    self.documents = documents
    self.draft = draft
    self.formats = formats
  }

  /// Returns what is wrong with `value`; nothing if it matches. At most 100 findings.
  ///
  /// - Parameter steps: The maximum number of schemas compared with parts of the value, plus some for large values.
  /// - Throws: An error if the schema itself cannot be used: a dangling reference, an invalid pattern, or too many steps.
  package func findings(in value: JSONValue, steps: Int = 2_000_000) throws(SchemaProblem) -> [SchemaFinding] {
    let library = SchemaLibrary(documents: documents, standard: Dialect(draft))
    let root = try library.add(schema, uri: uri)
    let evaluation = SchemaEvaluation(library, assertsFormats: formats == .assertion, steps: steps)
    return try evaluation.findings(of: root, in: SchemaInstance(value))
  }

  /// The versions of the standard.
  package enum Draft: String, CaseIterable, Sendable {
    case draft7 = "http://json-schema.org/draft-07/schema"
    case draft201909 = "https://json-schema.org/draft/2019-09/schema"
    case draft202012 = "https://json-schema.org/draft/2020-12/schema"
  }
}
