import Foundation

final class ExampleEffects: Sendable {
  private let files: FileEffects

  init(files: FileEffects) { self.files = files }

  func run(_ effect: ExampleEffect) {
    let isChange =
      switch effect.action {
      case .writeBody, .add: true
      case .open, .check: false
      }
    files.run(changing: isChange) { [files] in try files.perform(effect) }
  }
}

extension ExampleEffects: FeatureRunner {}

extension FileEffects {
  fileprivate func perform(_ effect: ExampleEffect) throws {
    let address = effect.address
    switch effect.action {
    case .writeBody(let draft):
      if let file = try store.writeBody(of: draft, beside: address) {
        queue.send(.example(.wroteBody(address, draft, file: file)))
      }
    case .add(let draft):
      let saved = try store.save(draft, to: try store.open(address))
      queue.send(.example(.added(address, name: saved.request.examples.last?.name ?? draft.name)))
    case .open(let example):
      queue.send(.example(.text(title: example.name, lines: try lines(of: example, address))))
    case .check(let example, let response):
      let expected = [UInt8](try store.body(of: example, of: address))
      let found = example.differences(from: response, body: expected) { body, type in
        BodyDocument.meaning(of: body, contentType: type)
      }
      let title = found.isEmpty ? "No difference from \"\(example.name)\"" : "Differences from \"\(example.name)\""
      let lines = found.isEmpty ? ["Status, headers and the shape of the body are those of the example"] : found
      queue.send(.example(.text(title: title, lines: lines)))
    }
  }

  private static let mostLines = 5000

  private func lines(of example: SavedExample, _ address: Address) throws -> [String] {
    let body = try store.body(of: example, of: address)
    let head =
      ["\(example.status.map(String.init) ?? "Any status") \(example.reason ?? "")"]
      + example.headers.map { "\($0.name): \($0.value)" }
    guard let text = String(validating: body, as: UTF8.self) else {
      return head + ["", "\(Formatting.bytes(body.count)) that are not text, in \(example.bodyFile ?? "")"]
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rest =
      lines.count > Self.mostLines ? ["… and \(Formatting.count(lines.count - Self.mostLines, "more line"))"] : []
    return head + [""] + lines.prefix(Self.mostLines) + rest
  }
}
