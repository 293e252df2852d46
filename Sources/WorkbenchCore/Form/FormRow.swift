package import RequestModel

/// One row of the request pane. The rows are made from the request each time: there is no second copy to keep in step.
package enum FormRow: Equatable, Sendable {
  /// Method and URL; always the first row.
  case address
  case heading(String)
  case parameter(ParameterList, Int)
  /// Where a new row is begun.
  case newParameter(ParameterList)
  case setting(Setting)
  case line(TextArea, Int)
  case hint(String)

  package var isSelectable: Bool {
    switch self {
    case .heading, .hint: false
    case .address, .parameter, .newParameter, .setting, .line: true
    }
  }
}

/// The tables of a request.
package enum ParameterList: Equatable, Hashable, Sendable {
  case path, query, headers, form, multipart

  package func rows(of request: SavedRequest) -> [Parameter] {
    switch self {
    case .path: request.urlPathParameters
    case .query: request.query
    case .headers: request.headers
    case .form: if case .form(let rows) = request.body { rows } else { [] }
    case .multipart: if case .multipart(let rows) = request.body { rows } else { [] }
    }
  }

  package func set(_ rows: [Parameter], in request: inout SavedRequest) {
    switch self {
    case .path: request.pathParameters = rows.filter { !$0.value.isEmpty }
    case .query: request.query = rows
    case .headers: request.headers = rows
    case .form: request.body = .form(rows)
    case .multipart: request.body = .multipart(rows)
    }
  }
}

/// The long texts of a request.
package enum TextArea: Equatable, Hashable, Sendable {
  case body, graphqlQuery, graphqlVariables, docs
}

extension SavedRequest {
  /// A row for each `:name` segment of the URL, with the value that the file has for it.
  package var urlPathParameters: [Parameter] {
    let known = pathParameters
    let address = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    let segments = address.unicodeScalars.split(separator: "/").dropFirst(address.containsExactly("://") ? 2 : 1)
    let names = segments.filter { $0.first == ":" && $0.count > 1 }.map { String($0.dropFirst().prefix { $0 != "." }) }
    return names.map { name in known.first { $0.name.isExactly(name) } ?? Parameter(name, "") }
  }
}
