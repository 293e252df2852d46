extension JSONSchema {
  /// Checks the schema by the metaschema of its version. Keywords that are written wrongly would have no effect.
  ///
  /// - Throws: An error that names the place in the schema, as a JSON Pointer, and what is wrong there.
  package func check() throws(SchemaProblem) {
    let name = schema.object?["$schema"]?.string ?? draft.rawValue
    guard let uri = Self.metaschema(name), let metaschema = Metaschemas.document(uri) else { return }
    let findings = try JSONSchema(metaschema, uri: uri, formats: .assertion).findings(in: schema)
    guard let finding = Self.cause(among: findings) else { return }
    let place = finding.instancePath.isEmpty ? "It" : finding.instancePath
    throw SchemaProblem("The schema is invalid: \(patternProblem(finding) ?? place + " " + finding.message)")
  }

  /// The finding of the innermost keyword. That no schema of a choice matches says less than why.
  private static func cause(among findings: [SchemaFinding]) -> SchemaFinding? {
    let depth = findings.map(\.instancePath.utf8.count).max()
    let innermost = findings.filter { $0.instancePath.utf8.count == depth }
    return innermost.first { !$0.schemaPath.hasSuffix("/anyOf") } ?? innermost.first
  }

  /// Why a pattern is no regular expression.
  private func patternProblem(_ finding: SchemaFinding) -> String? {
    guard finding.schemaPath.hasSuffix("/format"),
      let pattern = JSONPointer.value(at: JSONPointer.tokens(finding.instancePath), in: schema)?.string
    else { return nil }
    do throws(SchemaProblem) {
      _ = try SchemaPattern(pattern)
      return nil
    } catch {
      return finding.instancePath + " — " + error.sentence
    }
  }

  /// The metaschema for `$schema`; `nil` for a custom metaschema.
  private static func metaschema(_ uri: String) -> String? {
    let name = SchemaURI(uri).base
    switch Draft(rawValue: name) {
    case .draft202012: return name
    // Draft 7 has what 2019-09 shares with it.
    case .draft7, .draft201909: return Draft.draft7.rawValue
    case nil: return name.hasPrefix("http://json-schema.org/draft-0") ? Draft.draft7.rawValue : nil
    }
  }
}
