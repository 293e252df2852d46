/// The tabs of the request pane.
package enum RequestTab: Int, CaseIterable, Sendable {
  case params, headers, body, auth, options, docs

  package var title: String {
    switch self {
    case .params: "Params"
    case .headers: "Headers"
    case .body: "Body"
    case .auth: "Auth"
    case .options: "Options"
    case .docs: "Docs"
    }
  }
}
