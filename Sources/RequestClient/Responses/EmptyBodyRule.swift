/// Which answers may have no body.
public struct EmptyBodyRule: Sendable {
  let allows: @Sendable (HTTPRequest.Method?, HTTPResponse?) -> Bool

  /// Every answer of success, and what HTTP allows besides.
  public static let success = EmptyBodyRule { method, response in
    (200..<300).contains(response?.status.code ?? 0) || whereHTTPSaysSo.allows(method, response)
  }

  /// Answers to HEAD, and those with a status that has no body: 204, 205 and 304.
  public static let whereHTTPSaysSo = EmptyBodyRule.only(statusCodes: [204, 205, 304], methods: [.head])

  /// Answers with one of these statuses, and answers to one of these methods.
  public static func only(statusCodes: Set<Int>, methods: Set<HTTPRequest.Method>) -> EmptyBodyRule {
    EmptyBodyRule { method, response in
      method.map(methods.contains) == true || statusCodes.contains(response?.status.code ?? 0)
    }
  }
}
