import Foundation

/// Adding a message to the saved messages of its request.
enum MessageKeeper {
  /// Asks for the name of a message of the shown exchange.
  static func prompt(forMessage index: Int, in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let message = MessageRows(live).message(at: index) else { return [] }
    let content = message.body.content
    guard message.body.maskedSecrets.isEmpty else {
      return [
        .information("Not saved: this message has masked secrets, which the file would have in place of their values")
      ]
    }
    switch message.type {
    case "text":
      guard let text = String(validating: content, as: UTF8.self) else { break }
      // Braces of a server must not become variables, whose values it would get.
      return prompt(forText: Template.escaping(text), in: context)
    case "binary": return prompt(["type": "binary", "value": .string(content.base64EncodedString())], in: context)
    default: break
    }
    return [.information("Only text and binary messages can be saved, and this is a \(message.type)")]
  }

  /// Asks for the name of the example that the shown response becomes.
  static func promptForExample(in context: PaneContext) -> [PaneOutput] {
    context.workspace.examplePrompt.map { [.overlay(.prompt($0))] } ?? []
  }

  /// Asks for the name of a typed message.
  static func prompt(forText text: String, in context: PaneContext) -> [PaneOutput] {
    guard !text.isEmpty else { return [.information("Nothing to save: type a message first")] }
    let isJSON = (text.first == "{" || text.first == "[") && (try? JSONText(text)) != nil
    return prompt(isJSON ? ["type": "json", "value": .string(text)] : ["value": .string(text)], in: context)
  }

  private static func prompt(_ row: JSONObject, in context: PaneContext) -> [PaneOutput] {
    if let reason = context.workspace.whyNoMessageToKeep { return [.information(reason)] }
    return [.open(Prompt(title: "Save message", hint: "Its name in the request", purpose: MessageName(row: row)))]
  }

  /// Adds a row to the messages of the request.
  struct Keep: PaneMessage, Equatable {
    let name: String
    let row: JSONObject

    func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
      var named: JSONObject = ["name": .string(name)]
      named.members += row.members
      let message = SavedMessage(document: named)
      return context.workspace.addToRequest("Message", name) { $0.addMessage(message) }
    }
  }
}

/// The name that a message is saved under.
struct MessageName: PromptUse {
  let row: JSONObject

  func output(_ text: String) -> PaneOutput { .tell(MessageKeeper.Keep(name: text.trimmingBlanks, row: row)) }
  var accepting: String { "save" }
  var appliesToSubject: Bool { true }
}

extension Workspace {
  /// Adds something to the request of the shown exchange, as an edit that can be undone.
  func addToRequest(_ what: String, _ name: String, _ add: (inout SavedRequest) -> Void) -> [PaneOutput] {
    guard let address = exampleFile, var file = items[address].draft?.current, var request = file.request else {
      return []
    }
    add(&request)
    file.request = request
    return [
      .edit(address, .replace(file)),
      .information("\(what) added to \(title(of: address)): \(name) — \(keys.name(of: "request.save")) saves it"),
    ]
  }

  /// Whether the request can send a message that is saved with it. Events of a stream are parts of a response.
  var keepsMessages: Bool { exchange?.request?.kind.takesMessages ?? true }

  /// Why no message can be saved with the request.
  var whyNoMessageToKeep: String? {
    exampleFile.flatMap { items[$0].draft } == nil ? "This exchange has no request file here" : nil
  }
}
