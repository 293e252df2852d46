// The requests of the tutorial. Each is a file as the workbench would write it.
extension Tutorial {
  struct Lesson {
    let name: String
    let text: String

    /// - Parameters:
    ///   - members: The request's members besides its name and docs, as JSON.
    ///   - docs: Lines of Markdown without quotation marks.
    fileprivate init(_ name: String, _ number: Int, _ title: String, _ members: String, docs: [String]) {
      self.name = name
      let lines = docs.map { "    \"\($0)\"" }.joined(separator: ",\n")
      text = """
        {
          "id": "r7a1e00\(number < 10 ? "0" : "")\(number)",
          "name": "\(number) \(title)",
          \(members),
          "docs": [
        \(lines)
          ]
        }

        """
    }
  }

  static let lessons = [
    Lesson(
      "hello", 1, "Send a request", #""url": "{{base}}/get", "query": [{ "name": "colour", "value": "teal" }]"#,
      docs: [
        "Press **<request.send>** to send this request. The response appears beside or below it.",
        "",
        "- <pane.next> goes to the next pane; <pane.first>, <pane.second> and <pane.third> go to one directly.",
        "- <response.nextTab> shows the next tab of a pane. The response has its headers, cookies and timeline, and what was sent.",
        "- <help.open> shows all keys of the current pane, and <palette.open> all commands.",
        "",
        "Then select the second request of the list.",
      ]),
    Lesson(
      "edit", 2, "Change it",
      #""url": "{{base}}/anything/change-me", "headers": [{ "name": "X-Greeting", "value": "hello" }]"#,
      docs: [
        "Go to the request with <pane.second> and press <request.edit>: the selected field opens. Type, and press Enter.",
        "",
        "- <request.paramsTab> shows the parameters and <request.headersTab> the headers: <request.addRow> adds one, and "
          + "<request.toggle> turns the selected one off. <request.docsTab> returns to this text.",
        "- <request.undo> undoes an edit.",
        "- <request.save> saves. Only the lines that you changed are written. Until then a dot marks the request, and your edit "
          + "survives even a crash.",
      ]),
    Lesson(
      "variables", 3, "Use variables",
      #""url": "{{base}}/anything/{{city}}", "query": [{ "name": "lang", "value": "{{language}}" }]"#,
      docs: [
        "`{{base}}` and `{{city}}` are variables of this collection: <collection.open> shows its form, <request.variablesTab> its "
          + "variables, and <pane.first> with an arrow key returns to this request. `{{language}}` comes from the environment demo.",
        "",
        "- <environments.toggle> lists the environments; <environment.switch> chooses one.",
        "- <variables.open> lists all variables in scope, and where each comes from.",
        "- <request.preview> shows the request as it will be sent.",
      ]),
    Lesson(
      "body", 4, "Send JSON",
      #""method": "POST", "url": "{{base}}/post", "body": { "json": { "order": "{{$guid}}", "city": "{{city}}", "items": [{ "sku": "A-1", "quantity": 2 }] } }"#,
      docs: [
        "Go to the request with <pane.second>. <request.bodyTab> shows the JSON that is sent: move down to it, and "
          + "<request.edit> opens it as text. Mistakes are marked while you type; Esc ends that.",
        "",
        "`{{$guid}}` is a new value for each request.",
      ]),
    Lesson(
      "log-in", 5, "Log in",
      #""method": "POST", "url": "{{base}}/anything/login", "body": { "json": { "user": "ada", "token": "token-{{$randomInt}}" } }"#,
      docs: [
        "Many services issue a token first. This one just returns what it got; the next request uses the token.",
        "",
        "By hand you would select the value in the response and press <response.variable>, which saves it as a variable of the "
          + "environment.",
      ]),
    Lesson(
      "token", 6, "Use the token",
      #""url": "{{base}}/bearer", "auth": { "bearer": { "token": "{{response \"log-in\" \"$.json.token\" maxAge=1h}}" } }"#,
      docs: [
        "The **Auth** tab (<request.authTab> in the request) takes the token from the response of *5 Log in*. It is sent first if there is no response from the last "
          + "hour.",
        "",
        "Auth of a folder or of the collection applies to all requests below. A real password or token is a secret: "
          + "<credentials.move> moves one that is typed here out of the file, and <request.toggleSecret> does so on a variable.",
      ]),
    Lesson(
      "large", 7, "Search a response", #""url": "{{base}}/json/large""#,
      docs: [
        "Send it, and go to the response with <pane.third>.",
        "",
        "- <response.search> finds as you type, <response.findNext> goes to the next match.",
        "- <response.fold> folds an object or array.",
        "- <response.filter> filters with a JSONPath such as `$..name`, or with a command such as `|jq .`",
        "- <response.copy> copies the value, its key or its path.",
      ]),
    Lesson(
      "redirects", 8, "Look at the timeline", #""url": "{{base}}/redirect/3""#,
      docs: [
        "Three redirects. The **Timeline** tab of the response (<pane.third>, then <response.nextTab>) shows each: name lookup, connection, waiting and receiving, with the "
          + "bytes of both sides."
      ]),
    Lesson(
      "failure", 9, "See it fail", #""url": "{{base}}/status/418""#,
      docs: [
        "A response with an error is still a response. Change the address with <request.url> to a host that does not exist, such as "
          + "`http://nowhere.example`, to see what the workbench says about it."
      ]),
    Lesson(
      "events", 10, "Follow a stream", #""url": "{{base}}/sse", "query": [{ "name": "count", "value": "20" }]"#,
      docs: [
        "Twenty server-sent events, a fifth of a second apart. Send it, and the **Messages** tab of the response "
          + "(<pane.third>, then <response.messagesTab>) lists them while they arrive. Its end is followed until you select "
          + "another row.",
        "",
        "- <response.pause> holds it back, and <app.cancel> ends it before its time.",
      ]),
    Lesson(
      "echo", 11, "Talk to a WebSocket",
      #""kind": "websocket", "url": "{{base}}/websocket/echo", "messages": [{ "name": "greeting", "value": "Hello from {{city}}" }]"#,
      docs: [
        "Sending it opens a connection to a server that returns each message. <response.compose> in the response writes one, Enter "
          + "sends it, and <response.savedMessage> chooses a saved one. Its variables are replaced when it is sent.",
        "",
        "- <response.fold> opens the selected message, and Esc shows the list again.",
        "- <response.close> closes the connection with a code and a reason.",
        "- A URL that begins with `ws://` or `wss://` makes any request a WebSocket.",
      ]),
    Lesson(
      "history", 12, "Compare with before", #""url": "{{base}}/uuid""#,
      docs: [
        "Send it twice. In the response <response.compare> lists the earlier ones: Enter compares it with the one before, Esc ends that.",
        "",
        "- <history.toggle> lists everything that was ever sent. It can be searched, opened, sent again and compared.",
        "- <response.example> keeps a response as an example of its request. `workbench demo FOLDER` answers with such examples.",
        "",
        "That was all. Press **<collections.new>** in a folder of your own to create a request, or paste a curl command there.",
      ]),
  ]
}
