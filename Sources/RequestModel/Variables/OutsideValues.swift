/// Values that templates take from outside of the collection's files.
package struct OutsideValues: Sendable {
  /// The value of a variable whose source is not the file; `nil` if it has no value.
  let value: @Sendable (Variable) -> String?
  /// The part of a response that a template refers to; `nil` where it was not fetched.
  let response: @Sendable (ResponseReference) -> JSONValue?
  let digests: any TemplateDigests

  package init(
    digests: any TemplateDigests, response: @escaping @Sendable (ResponseReference) -> JSONValue? = { _ in nil },
    value: @escaping @Sendable (Variable) -> String?
  ) {
    self.value = value
    self.response = response
    self.digests = digests
  }
}
