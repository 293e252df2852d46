/// The lists that are the same in all workspaces, each prepared once.
enum CompletionWords {
  static let methods = CompletionList([
    CompletionItem("GET", "read"), CompletionItem("POST", "create or process"), CompletionItem("PUT", "replace"),
    CompletionItem("PATCH", "change"), CompletionItem("DELETE", "remove"), CompletionItem("HEAD", "headers only"),
    CompletionItem("OPTIONS", "supported methods"), CompletionItem("QUERY", "read, with a body"),
    CompletionItem("TRACE", "echo of the request"), CompletionItem("CONNECT", "a tunnel"),
    CompletionItem("PROPFIND", "WebDAV"),
    CompletionItem("PROPPATCH", "WebDAV"), CompletionItem("MKCOL", "WebDAV"), CompletionItem("COPY", "WebDAV"),
    CompletionItem("MOVE", "WebDAV"), CompletionItem("LOCK", "WebDAV"), CompletionItem("UNLOCK", "WebDAV"),
    CompletionItem("REPORT", "WebDAV"), CompletionItem("SEARCH", "WebDAV"), CompletionItem("PURGE", "caches"),
  ])

  static let headerNames = CompletionList(HeaderNames.items)
  static let mediaTypes = CompletionList(MediaTypes.items)
  static let checkQueries = CompletionList(CheckWords.queries.map { CompletionItem($0.name, $0.help) })
  static let checkPredicates = CompletionList(CheckWords.predicates.map { CompletionItem($0.name, $0.help) })
  static let checkFilters = CompletionList(CheckWords.filters.map { CompletionItem($0.name, $0.help) })
  static let steps = CompletionList([
    CompletionItem("send", "a saved message"), CompletionItem("expect", "a message that passes a check"),
    CompletionItem("never", "no message that passes a check"), CompletionItem("wait", "a time"),
    CompletionItem("close", "with a code and a reason"),
  ])
  static let filters = CompletionList(TemplateFilter.all.map { CompletionItem($0.name, $0.summary) })

  static let graphQL: [CompletionItem] = [
    CompletionItem("query", "an operation that reads"), CompletionItem("mutation", "an operation that writes"),
    CompletionItem("subscription", "a long-lived operation"), CompletionItem("fragment", "a reusable set of fields"),
    CompletionItem("on", "a type"), CompletionItem("true"), CompletionItem("false"), CompletionItem("null"),
    CompletionItem("@include", "if an argument is true"), CompletionItem("@skip", "if an argument is true"),
    CompletionItem("__typename", "the name of the type"), CompletionItem("__schema", "all types"),
    CompletionItem("__type", "a type by name"), CompletionItem("Int"), CompletionItem("Float"),
    CompletionItem("String"), CompletionItem("Boolean"), CompletionItem("ID"), CompletionItem("edges"),
    CompletionItem("node"), CompletionItem("nodes"), CompletionItem("pageInfo"), CompletionItem("hasNextPage"),
    CompletionItem("endCursor"), CompletionItem("first"), CompletionItem("after"), CompletionItem("input"),
  ]
}
