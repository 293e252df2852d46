extension RequestKind {
  package static let http = RequestKind(
    "http", "HTTP", "One HTTP request and its response.",
    fields: [
      .id, .name, .method, .url, .path, .query, .headers, .body, .auth, .options, .docs, .tags, .requestVariables,
      .scripts, .checks, .captures, .examples, .steps,
    ],
    formTabs: [.params, .headers, .body, .auth, .options, .scripts, .checks, .docs])
}
