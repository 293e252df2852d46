/// A variable of the process environment in a template, as REST Client has it: `$processEnv HOME`, or
/// `$processEnv %NAME`, where the value of the variable NAME says which one.
struct ProcessVariable {
  let name: String
  let isIndirect: Bool

  /// - Returns: `nil` for text of another form.
  init?(_ template: String) {
    guard let rest = template.removingExactly(prefix: "$processEnv ")?.trimmingWhitespace, !rest.isEmpty else {
      return nil
    }
    isIndirect = rest.startsExactly(with: "%")
    name = isIndirect ? String(rest.unicodeScalars.dropFirst()) : rest
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }) else { return nil }
  }
}
