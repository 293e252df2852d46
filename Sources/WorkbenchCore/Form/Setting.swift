package import RequestModel

/// One named value of a request that stands in a row of its own.
package enum Setting: Equatable, Hashable, Sendable {
  case bodyKind, bodyType, bodyFile
  case authKind, username, password, token, headerName, headerValue
  case timeout, followsRedirects, maxRedirects, verifiesTLS, httpVersion

  /// How it is changed.
  package enum Control: Equatable, Sendable {
    case text
    case choice([String])
  }

  package var label: String {
    switch self {
    case .bodyKind, .authKind: "Kind"
    case .bodyType: "Type"
    case .bodyFile: "File"
    case .username: "Username"
    case .password: "Password"
    case .token: "Token"
    case .headerName: "Header"
    case .headerValue: "Value"
    case .timeout: "Timeout"
    case .followsRedirects: "Follow redirects"
    case .maxRedirects: "At most"
    case .verifiesTLS: "Verify TLS"
    case .httpVersion: "HTTP version"
    }
  }

  /// Explains the value where its label cannot.
  package func unit(in request: SavedRequest) -> String {
    switch self {
    case .timeout where request.options.timeout == nil: "ends after \(RequestOptions.patience) s of silence"
    case .timeout: "seconds for the whole exchange, 0 waits forever"
    case .maxRedirects: "redirects"
    case .verifiesTLS: "no: anybody could answer"
    case .bodyFile: "relative to the request's own file"
    case .bodyType: "media type"
    default: ""
    }
  }

  package var isSecret: Bool { self == .password || self == .token }

  package var control: Control {
    switch self {
    case .bodyKind: .choice(["none"] + RequestBody.Kind.allCases.map(\.rawValue))
    case .authKind: .choice(["inherit"] + RequestAuth.Kind.allCases.map(\.rawValue))
    case .followsRedirects, .verifiesTLS: .choice(["yes", "no"])
    case .httpVersion: .choice(RequestOptions.HTTPVersion.allCases.map(\.rawValue))
    default: .text
    }
  }

  package func value(in request: SavedRequest) -> String {
    switch self {
    case .bodyKind: request.body?.kind.rawValue ?? "none"
    case .bodyType:
      switch request.body {
      case .text(_, let type), .file(_, let type): type ?? ""
      default: ""
      }
    case .bodyFile: if case .file(let path, _) = request.body { path } else { "" }
    case .authKind: request.auth?.kind.rawValue ?? "inherit"
    case .username: if case .basic(let username, _) = request.auth { username } else { "" }
    case .password: if case .basic(_, let password) = request.auth { password } else { "" }
    case .token: if case .bearer(let token) = request.auth { token } else { "" }
    case .headerName: if case .header(let name, _) = request.auth { name } else { "" }
    case .headerValue: if case .header(_, let value) = request.auth { value } else { "" }
    case .timeout: request.options.document["timeout"]?.number?.text ?? ""
    case .followsRedirects: request.options.followsRedirects ? "yes" : "no"
    case .maxRedirects: String(request.options.maxRedirects)
    case .verifiesTLS: request.options.verifiesTLS ? "yes" : "no"
    case .httpVersion: request.options.httpVersion.rawValue
    }
  }

  /// Takes `text` over, or says in a sentence why it cannot.
  package func set(_ text: String, in request: inout SavedRequest) -> Problem? {
    switch self {
    case .bodyKind: request.setBodyKind(RequestBody.Kind(rawValue: text))
    case .bodyType, .bodyFile: setBody(text, in: &request)
    case .authKind: request.setAuthKind(RequestAuth.Kind(rawValue: text))
    case .username, .password, .token, .headerName, .headerValue: setAuth(text, in: &request)
    case .timeout where text.isEmpty: request.options.timeout = nil
    case .timeout:
      guard let seconds = Double(text), RequestOptions.timeouts.contains(seconds) else {
        return Problem("\"\(text)\" is not a time — give seconds, or 0 to wait forever")
      }
      request.options.timeout = seconds
    case .maxRedirects:
      guard let count = Int(text), RequestOptions.redirects.contains(Double(count)) else {
        return Problem("\"\(text)\" is not a number of redirects")
      }
      request.options.maxRedirects = count
    case .followsRedirects: request.options.followsRedirects = text == "yes"
    case .verifiesTLS: request.options.verifiesTLS = text == "yes"
    case .httpVersion: request.options.httpVersion = RequestOptions.HTTPVersion(rawValue: text) ?? .auto
    }
    return nil
  }

  private func setBody(_ text: String, in request: inout SavedRequest) {
    switch (self, request.body) {
    case (.bodyType, .text(let content, _)): request.body = .text(content, type: text.isEmpty ? nil : text)
    case (.bodyType, .file(let path, _)): request.body = .file(path, type: text.isEmpty ? nil : text)
    case (.bodyFile, .file(_, let type)): request.body = .file(text, type: type)
    default: break
    }
  }

  private func setAuth(_ text: String, in request: inout SavedRequest) {
    switch (self, request.auth) {
    case (.username, .basic(_, let password)): request.auth = .basic(username: text, password: password)
    case (.password, .basic(let username, _)): request.auth = .basic(username: username, password: text)
    case (.token, .bearer): request.auth = .bearer(token: text)
    case (.headerName, .header(_, let value)): request.auth = .header(name: text, value: value)
    case (.headerValue, .header(let name, _)): request.auth = .header(name: name, value: text)
    default: break
    }
  }
}

extension SavedRequest {
  /// Changes the kind of the body and takes its content along where the new kind can hold it.
  mutating func setBodyKind(_ kind: RequestBody.Kind?) {
    guard kind != body?.kind else { return }
    let text = bodyText
    switch kind {
    case nil: body = nil
    // Text that is no JSON cannot come along; undo has it.
    case .json: body = .json((try? JSONText(text).value) ?? [:])
    case .text: body = .text(text, type: body?.kind == .json ? "application/json" : nil)
    case .form: body = .form(formRows)
    case .multipart: body = .multipart(formRows)
    case .file: body = .file("", type: nil)
    case .graphql: body = .graphql(query: text, variables: nil)
    }
  }

  /// Whether the content of the body goes along into that kind.
  func canConvertBody(to kind: RequestBody.Kind) -> Bool {
    switch (body, kind) {
    case (.json, .text), (.json, .graphql), (.text, .graphql), (.graphql, .text): true
    case (.text, .json), (.graphql, .json): (try? JSONText(bodyText)) != nil
    case (.form, .multipart), (.multipart, .form): true
    default: false
    }
  }

  private var bodyText: String {
    switch body {
    case .json(let value): value.rendered()
    case .text(let text, _): text
    case .graphql(let query, _): query
    default: ""
    }
  }

  private var formRows: [Parameter] {
    switch body {
    case .form(let rows), .multipart(let rows): rows
    default: []
    }
  }

  fileprivate mutating func setAuthKind(_ kind: RequestAuth.Kind?) {
    guard kind != auth?.kind else { return }
    switch kind {
    case nil: auth = nil
    case .some(.none): auth = RequestAuth.none
    case .basic: auth = .basic(username: "", password: "")
    case .bearer: auth = .bearer(token: "")
    case .header: auth = .header(name: "X-Api-Key", value: "")
    }
  }
}
