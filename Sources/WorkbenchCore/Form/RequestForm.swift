package import RequestModel

/// The rows of one tab of the request pane.
package enum RequestForm {
  package static func rows(of request: SavedRequest, tab: RequestTab) -> [FormRow] {
    [.address]
      + {
        switch tab {
        case .params: params(request)
        case .headers: table(.headers, request)
        case .body: body(request)
        case .auth: auth(request)
        case .options:
          [.followsRedirects, .maxRedirects, .timeout, .verifiesTLS, .httpVersion].map(FormRow.setting)
        case .docs: text(.docs, request)
        }
      }()
  }

  /// What the tab's title says about its content: a count, or a dot where there is something.
  package static func badge(of request: SavedRequest, tab: RequestTab) -> String {
    func count(_ rows: [Parameter]) -> String {
      let on = rows.count { !$0.isOff }
      return on == 0 ? "" : String(on)
    }
    return switch tab {
    case .params: count(request.urlPathParameters + request.query)
    case .headers: count(request.headers)
    case .body: request.body == nil ? "" : "●"
    case .auth: request.auth == nil ? "" : "●"
    case .options: request.options.document.members.isEmpty ? "" : "●"
    case .docs: request.docs.isEmpty ? "" : "●"
    }
  }

  /// The text of an area as it is shown and edited.
  package static func content(of area: TextArea, in request: SavedRequest) -> String {
    switch (area, request.body) {
    case (.docs, _): request.docs
    case (.body, .json(let value)): value.rendered()
    case (.body, .text(let text, _)): text
    case (.graphqlQuery, .graphql(let query, _)): query
    // Text that is no JSON yet, such as one with a bare {{variable}} in it, is kept as a string.
    case (.graphqlVariables, .graphql(_, let variables)): variables?.string ?? variables?.rendered() ?? ""
    default: ""
    }
  }

  /// Puts an edited text back. JSON that does not parse is kept as text: nothing that was typed is lost.
  package static func setContent(_ text: String, of area: TextArea, in request: inout SavedRequest) -> Notice? {
    switch (area, request.body) {
    case (.docs, _): request.docs = text
    case (.body, .json): return setJSON(text, in: &request)
    case (.body, .text(let former, let type)):
      request.body = restoredJSON(text, former, type).map(RequestBody.json) ?? .text(text, type: type)
    case (.graphqlQuery, .graphql(_, let variables)): request.body = .graphql(query: text, variables: variables)
    case (.graphqlVariables, .graphql(let query, _)): return setVariables(text, query, in: &request)
    default: break
    }
    return nil
  }

  /// The value of a text that is JSON again, after an edit that left it broken made it a text.
  private static func restoredJSON(_ text: String, _ former: String, _ type: String?) -> JSONValue? {
    let wasBroken = former.contains { !$0.isWhitespace } && (try? JSONText(former)) == nil
    return type == "application/json" && wasBroken ? try? JSONText(text).value : nil
  }

  private static func setJSON(_ text: String, in request: inout SavedRequest) -> Notice? {
    do {
      request.body = .json(try JSONText(text).value)
      return nil
    } catch {
      request.body = .text(text, type: "application/json")
      return Notice(.failure, "Kept as text until it is JSON: \(error)")
    }
  }

  private static func setVariables(_ text: String, _ query: String, in request: inout SavedRequest) -> Notice? {
    guard text.contains(where: { !$0.isWhitespace }) else {
      request.body = .graphql(query: query, variables: nil)
      return nil
    }
    do {
      request.body = .graphql(query: query, variables: try JSONText(text).value)
      return nil
    } catch {
      request.body = .graphql(query: query, variables: .string(text))
      return Notice(.failure, "Kept as text until it is JSON: \(error)")
    }
  }

  private static func params(_ request: SavedRequest) -> [FormRow] {
    let path = request.urlPathParameters.indices.map { FormRow.parameter(.path, $0) }
    let query = table(.query, request)
    return path.isEmpty ? query : [.heading("Path")] + path + [.heading("Query")] + query
  }

  private static func table(_ list: ParameterList, _ request: SavedRequest) -> [FormRow] {
    list.rows(of: request).indices.map { .parameter(list, $0) } + [.newParameter(list)]
  }

  private static func body(_ request: SavedRequest) -> [FormRow] {
    let kind = FormRow.setting(.bodyKind)
    return switch request.body {
    case nil: [kind, .hint("This request sends no body")]
    case .json: [kind] + text(.body, request)
    case .text(let text, let type): [kind, .setting(.bodyType)] + jsonHint(text, type) + self.text(.body, request)
    case .form: [kind] + table(.form, request)
    case .multipart: [kind] + table(.multipart, request)
    case .file: [kind, .setting(.bodyFile), .setting(.bodyType)]
    case .graphql:
      [kind, .heading("Query")] + text(.graphqlQuery, request) + [.heading("Variables")]
        + text(.graphqlVariables, request)
    }
  }

  /// Says where a text that is sent as JSON is none; one with bare variables may become JSON when they are filled in.
  private static func jsonHint(_ text: String, _ type: String?) -> [FormRow] {
    guard type == "application/json", text.utf8.count < longestChecked else { return [] }
    do {
      _ = try JSONText(text)
      return []
    } catch {
      return [.hint("Not JSON as it stands: \(error)")]
    }
  }

  /// The rows are made for every drawing: what takes longer to read than to draw is left alone.
  private static let longestChecked = 32_768

  private static func auth(_ request: SavedRequest) -> [FormRow] {
    let kind = FormRow.setting(.authKind)
    return switch request.auth {
    case nil: [kind, .hint("Takes over what the folders above say")]
    case .some(.none): [kind, .hint("Sends no credentials, whatever the folders above say")]
    case .basic: [kind, .setting(.username), .setting(.password)]
    case .bearer: [kind, .setting(.token)]
    case .header: [kind, .setting(.headerName), .setting(.headerValue)]
    }
  }

  private static func text(_ area: TextArea, _ request: SavedRequest) -> [FormRow] {
    let content = content(of: area, in: request)
    return content.split(separator: "\n", omittingEmptySubsequences: false).indices.map { .line(area, $0) }
  }
}
