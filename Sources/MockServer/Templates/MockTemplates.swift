internal import BodyDocument
internal import Foundation

/// Replaces the templates of an example: `{{request.path.id}}`, `{{request.query.page | upper}}`, `{{$guid}}` and the
/// variables of the collection.
///
/// Values from the client are data: braces in them are never replaced.
struct MockTemplates {
  private var resolver: Resolver

  /// - Parameter texts: All texts that will be replaced. Only the parts of the request that they refer to are looked
  ///   up.
  init(_ match: RequestParts, scope: VariableScope, texts: [String], digests: any TemplateDigests, now: Date) {
    var scope = scope
    var names: Set<String> = []
    for text in texts where text.containsExactly("{{") {
      for template in Template(JSONString(escaped: text).value).variables + Template(text).variables {
        names.formUnion(Self.names(in: template))
      }
    }
    scope[.session] += names.sorted().compactMap { name in
      match.value(of: name).map { Variable(name, .literal($0.escapingTemplates)) }
    }
    resolver = Resolver(
      scope: scope, dynamic: DynamicVariables(now: now), outside: OutsideValues(digests: digests) { _ in nil })
    resolver.keepsTemplates = true
  }

  /// The parts of the request that a template names. A bar begins a filter, unless it is part of a JSONPath.
  private static func names(in template: String) -> [String] {
    let path = template.removingExactly(prefix: "request.body.")
    if let path, (try? JSONPathQuery(path)) != nil { return [template] }  // Other texts may have filters.
    let names = (try? TemplateExpression(template))?.variables ?? []  // Reported when it is replaced.
    return names.filter { $0.startsExactly(with: "request.") }
  }

  mutating func resolve(_ text: String) -> String { resolver.resolve(text) }

  /// Replaces the templates in a body. In JSON, inserted text is escaped, and a string that consists of one template
  /// becomes a value of any type. All other bytes stay unchanged.
  mutating func resolve(body text: String) -> [UInt8] {
    guard text.containsExactly("{{") else { return Array(text.utf8) }
    guard let json = try? JSONText(text) else { return Array(resolve(text).utf8) }  // Any other text.
    return json.rewriting(to: resolver.resolve(json.value))
  }

  /// The first problem in the templates.
  var problem: String? { resolver.problems.first }
}

/// The parts of a request that templates and rules can refer to.
struct RequestParts: Sendable {
  var request: MockRequest
  let parameters: [(name: String, value: String)]

  func parameter(_ name: String) -> String? { parameters.first { $0.name.isExactly(name) }?.value }

  /// The value of `request.path.id`, `request.query.page`, `request.headers.Accept`, `request.body`,
  /// `request.body.$.name`, `request.method` or `request.url`. Parts that the request lacks are empty; `nil` for any
  /// other name.
  func value(of name: String) -> JSONValue? {
    switch name {
    case "request.method": return .string(request.method)
    case "request.url": return .string(request.target)
    case "request.path": return .string(request.path)
    case "request.body": return bodyJSON ?? .string(request.bodyText)
    default: break
    }
    if let name = name.removingExactly(prefix: "request.path.") { return .string(parameter(name) ?? "") }
    if let name = name.removingExactly(prefix: "request.query.") { return .string(request.queryValue(name) ?? "") }
    if let name = name.removingExactly(prefix: "request.headers.") {
      return .string(request.combinedHeader(name) ?? "")
    }
    return name.removingExactly(prefix: "request.body.").map { bodyValue($0) ?? "" }
  }

  /// The first value that a JSONPath selects, or the value of a form field.
  private func bodyValue(_ name: String) -> JSONValue? {
    name.startsExactly(with: "$")
      ? bodyValues(name)?.first : request.formFields.first { $0.name.isExactly(name) }.map { .string($0.value) }
  }

  /// The values that a JSONPath selects; `nil` if the body is not JSON or the path is invalid.
  func bodyValues(_ path: String) -> [JSONValue]? {
    guard !request.body.isEmpty, let query = try? JSONPathQuery(path) else { return nil }  // Reported with the rules.
    let document = BodyDocument(json: Data(request.body), contentType: request.header("Content-Type"))
    guard let found = try? document.select(query), let json = try? JSONText([UInt8](found.body)) else { return nil }
    return json.value.array
  }

  /// The body as JSON, or what its bytes mean. Other bodies are text.
  private var bodyJSON: JSONValue? {
    let meaning = BodyDocument.meaning(of: Data(request.body), contentType: request.header("Content-Type"))
    return try? JSONText(meaning.map { [UInt8]($0) } ?? request.body).value
  }
}
