/// The lists that are the same in all workspaces, each prepared once.
enum CompletionWords {
  static let methods = CompletionList(
    CompletionItem.list([
      "GET": "read", "POST": "create or process", "PUT": "replace", "PATCH": "change", "DELETE": "remove",
      "HEAD": "headers only", "OPTIONS": "supported methods", "QUERY": "read, with a body",
      "TRACE": "echo of the request", "CONNECT": "a tunnel", "PROPFIND": "WebDAV", "PROPPATCH": "WebDAV",
      "MKCOL": "WebDAV", "COPY": "WebDAV", "MOVE": "WebDAV", "LOCK": "WebDAV", "UNLOCK": "WebDAV", "REPORT": "WebDAV",
      "SEARCH": "WebDAV", "PURGE": "caches",
    ]))

  static let headerNames = CompletionList(HeaderNames.items)
  static let mediaTypes = CompletionList(MediaTypes.items)
  static let checkQueries = CompletionList(CheckWords.queries.map { CompletionItem($0.name, $0.help) })
  static let checkPredicates = CompletionList(CheckWords.predicates.map { CompletionItem($0.name, $0.help) })
  static let checkFilters = CompletionList(CheckWords.filters.map { CompletionItem($0.name, $0.help) })
  static let steps = CompletionList(
    CompletionItem.list([
      "send": "a saved message", "expect": "a message that passes a check", "never": "no message that passes a check",
      "wait": "a time", "close": "with a code and a reason",
    ]))
  static let filters = CompletionList(TemplateFilter.all.map { CompletionItem($0.name, $0.summary) })

  static let graphQL = CompletionItem.list([
    "query": "an operation that reads", "mutation": "an operation that writes",
    "subscription": "a long-lived operation", "fragment": "a reusable set of fields", "on": "a type", "true": "",
    "false": "", "null": "",
    "@include": "if an argument is true", "@skip": "if an argument is true", "__typename": "the name of the type",
    "__schema": "all types", "__type": "a type by name", "Int": "", "Float": "", "String": "", "Boolean": "", "ID": "",
    "edges": "", "node": "", "nodes": "", "pageInfo": "", "hasNextPage": "", "endCursor": "", "first": "", "after": "",
    "input": "",
  ])
}
