extension RequestAssembly {
  /// Replaces the variables of the body. The command line has none.
  ///
  /// A program gets no headers and no credentials, neither of the request nor of its folders.
  mutating func resolvedProgram(_ kinds: any KindContext) async throws(Failure) -> PreparedRequest {
    // Scripts see what servers say.
    if hasScriptedURL {
      throw Failure(.unprepared, "A script has changed the URL, and a script may not say which program is run")
    }
    if let mistake = request.commandLineMistake {
      throw Failure(.unprepared, "\(mistake.prefix(1).uppercased())\(mistake.dropFirst())")
    }
    let options = effectiveOptions()
    if options.sendsUnknownAsText { resolver.keepsUnknown = true }
    var headers: [Header] = []
    let body = try await body(&headers, kinds, request.shownMethod)
    warnOfUnknownNames()
    try checkVariables()
    try checkAccess()
    var prepared = PreparedRequest(
      method: request.shownMethod, url: "stdio:" + request.commandLine, headers: [], body: body, files: files,
      options: options, secrets: secrets, credentialHeaders: [], maskedHeaders: [])
    prepared.isProgram = true
    return prepared
  }
}
