/// The texts of a request whose templates are replaced when it is sent, by the tabs that show them.
package struct TemplateTexts {
  package private(set) var url: [String]
  /// By the names of the tabs.
  package private(set) var tabs: [String: [String]] = [:]
  package var all: [String] { url + tabs.values.joined() }

  /// - Parameters:
  ///   - folders: The settings that the request inherits, outermost first.
  ///   - options: Those of the environment.
  package init(_ request: SavedRequest, folders: [FolderSettings], options: RequestOptions) {
    let levels = folders.map(\.options) + [options, request.options]
    // Only these are used of a program.
    if request.kind == .program {
      url = []
      add(request.body?.templates ?? [], to: .body)
      for level in levels { add(level.templates, to: .options) }
      return
    }
    url = [request.url]
    for field in [Field.path, .query] { add(field.templates(in: request.document), to: .params) }
    add(Field.headers.templates(in: request.document), to: .headers)
    if request.kind.takesMessages {
      for field in [Field.subprotocols, .socketAuth, .messages, .steps] {
        add(field.templates(in: request.document), to: .messages)
      }
    } else {
      add(request.body?.templates ?? [], to: .body)
      add(Field.steps.templates(in: request.document), to: .steps)
    }
    add((request.auth ?? folders.compactMap(\.auth).last)?.templates ?? [], to: .auth)
    for level in levels { add(level.templates, to: .options) }
    let omitted = Set(
      ([options, request.options] + folders.map(\.options)).flatMap(\.omittedHeaders).map { $0.lowercased() })
    for header in folders.flatMap(\.headers) where !header.isOff && !omitted.contains(header.name.lowercased()) {
      add([header.name, header.value], to: .headers)
    }
  }

  /// All texts of a request's own file, with the values of its variables.
  package static func all(in request: SavedRequest) -> [String] {
    TemplateTexts(request, folders: [], options: RequestOptions()).all + values(of: request.variables)
  }

  /// All texts of the settings of a folder or collection.
  package static func all(in settings: FolderSettings) -> [String] {
    TemplateTexts(SavedRequest(url: ""), folders: [settings], options: RequestOptions()).all
      + values(of: settings.variables)
  }

  package static func all(in environment: Environment) -> [String] {
    TemplateTexts(SavedRequest(url: ""), folders: [], options: environment.options).all
      + values(of: environment.variables)
  }

  /// The texts of a check or a capture that are replaced once the response is there.
  package static func all(inCheck row: JSONObject) -> [String] {
    if row["off"]?.bool == true { return [] }
    let expression = row["expression"]?.string.map { row["query"]?.string == "variable" ? "{{\($0)}}" : $0 }
    let others = [row["value"], row["filters"], row["x-filters"]].compactMap(\.self)
    return [expression].compactMap(\.self) + others.flatMap(\.templates)
  }

  private static func values(of variables: [Variable]) -> [String] {
    variables.filter { !$0.isOff }.compactMap(\.value).flatMap(\.templates)
  }

  private mutating func add(_ texts: [String], to tab: FormTab) { tabs[tab.name, default: []] += texts }
}

extension KindContent {
  fileprivate var templates: [String] { kind.fields.flatMap { $0.templates(of: self[$0.name]) } }
}

extension RequestOptions {
  fileprivate var templates: [String] { Self.fields.flatMap { $0.templates(in: document) } }
}

extension Field {
  fileprivate func templates(in object: JSONObject) -> [String] { templates(of: value(in: object)) }

  fileprivate func templates(of value: JSONValue?) -> [String] {
    guard allowsVariables, let value else { return [] }
    return switch type {
    case .text, .scalar, .lines, .file: value.string.map { [$0] } ?? []
    case .json: value.templates
    case .strings: (value.object?.members ?? []).compactMap(\.value.string)
    case .rows(let shape, _): (value.array ?? []).compactMap(\.object).flatMap { shape.templates(in: $0) }
    case .object(let fields): fields.flatMap { $0.templates(in: value.object ?? JSONObject()) }
    case .number, .flag, .choice, .names, .kinds: []
    }
  }
}

extension RowShape {
  fileprivate func templates(in row: JSONObject) -> [String] {
    Parameter(document: row).isOff ? [] : fields.flatMap { $0.templates(in: row) }
  }
}

extension ConversationStep {
  /// The texts whose templates are replaced when it runs.
  package var templates: [String] { RowShape.step.templates(in: document) }
}

extension JSONValue {
  fileprivate var templates: [String] {
    switch self {
    case .null, .bool, .number: []
    case .string(let string): [string.value]
    case .array(let elements): elements.flatMap(\.templates)
    case .object(let object): object.members.flatMap { [$0.key.value] + $0.value.templates }
    }
  }
}
