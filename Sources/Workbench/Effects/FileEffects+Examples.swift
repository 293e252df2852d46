import BodyDocument
import Foundation
import RequestModel
import RequestStore
import WorkbenchCore

// The files of examples.
extension FileEffects {
  func perform(_ effect: ExampleEffect, of address: Address) throws {
    switch effect {
    case .writeBody(let draft):
      if let file = try store.writeBody(of: draft, beside: address) {
        tell(.example(.wroteBody(address, draft, file: file)))
      }
    case .add(let draft):
      let saved = try store.save(draft, to: try store.open(address))
      tell(.example(.added(address, name: saved.request.examples.last?.name ?? draft.name)))
    case .open(let example):
      tell(.example(.text(title: example.name, lines: try lines(of: example, address))))
    case .check(let example, let response):
      let found = example.differences(from: response, body: [UInt8](try store.body(of: example, of: address)))
      let title = found.isEmpty ? "No difference from \"\(example.name)\"" : "Differences from \"\(example.name)\""
      let lines = found.isEmpty ? ["Status, headers and the shape of the body are those of the example"] : found
      tell(.example(.text(title: title, lines: lines)))
    }
  }

  private static let mostLines = 5000

  private func lines(of example: SavedExample, _ address: Address) throws -> [String] {
    let body = try store.body(of: example, of: address)
    let head =
      ["\(example.status.map(String.init) ?? "Any status") \(example.reason ?? "")"]
      + example.headers.map { "\($0.name): \($0.value)" }
    guard let text = String(validating: body, as: UTF8.self) else {
      return head + ["", "\(Formatting.bytes(body.count)) that are no text, in \(example.bodyFile ?? "")"]
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rest =
      lines.count > Self.mostLines ? ["… and \(Formatting.count(lines.count - Self.mostLines, "more line"))"] : []
    return head + [""] + lines.prefix(Self.mostLines) + rest
  }
}
