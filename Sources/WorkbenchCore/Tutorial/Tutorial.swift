/// A collection to learn from: requests in order whose docs explain what they show.
///
/// They are sent to the built-in demo server. The texts name the user's own keys: `<request.send>` is replaced.
package enum Tutorial {
  /// A file by its path below the folder of the tutorial.
  package struct File: Equatable, Sendable {
    package let path: String
    package let text: String
  }

  /// The environment with the address of the demo server.
  package static let environment = "demo"

  package static func files(_ keys: KeyMap) -> [File] {
    let texts = [
      "collection.json": collection,
      "environments/demo.json": demo,
      ".gitignore": "# Made by the tutorial; delete the folder when you are done.\n",
    ]
    let files = texts.map { ($0.key, $0.value) } + lessons.map { ("\($0.name).json", $0.text) }
    return files.map { File(path: $0.0, text: naming(keys, in: $0.1)) }.sorted { $0.path < $1.path }
  }

  /// Replaces `<request.send>` by the key of that command.
  static func naming(_ keys: KeyMap, in text: String) -> String {
    Command.all.reduce(text) { text, command in
      guard text.contains("<\(command.name)>") else { return text }
      // The texts are in JSON strings.
      let name = keys.name(of: command.name).replacing("\\", with: "\\\\").replacing("\"", with: "'")
      return text.replacing("<\(command.name)>", with: name)
    }
  }

  private static let collection = """
    {
      "name": "Tutorial",
      "docs": [
        "Twelve requests, sent to a server on this machine. Begin with the first and read the **Docs** tab of each.",
        "",
        "Everything here is a file that you may change. Delete the folder when you are done."
      ],
      "order": [\(lessons.map { "\"\($0.name)\"" }.joined(separator: ", "))],
      "variables": [
        { "name": "base", "value": "{{demo}}" },
        { "name": "city", "value": "Utrecht" }
      ],
      "headers": [{ "name": "X-Tutorial", "value": "yes" }]
    }

    """

  private static let demo = """
    {
      "docs": "The server that the workbench runs for the tutorial; {{demo}} is its address.",
      "variables": [{ "name": "language", "value": "nl" }]
    }

    """
}
