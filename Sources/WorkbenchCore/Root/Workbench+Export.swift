import RequestModel
import TerminalUI

extension Workbench {
  /// What `:export` exports.
  private var exported: Address? {
    switch workspace.subject {
    case .request(let address), .folder(let address): address
    case .past, .environment, .globals, .nothing: nil
    }
  }

  var whyNoExport: String? {
    guard let exported else { return "Select a request or folder first" }
    let isUnsaved = workspace.unsaved.contains { $0 == exported || $0.isInside(exported) }
    return isUnsaved ? "Save first (\(keys.name(of: "request.save"))): an export reads the files" : nil
  }

  /// Asks for the format.
  mutating func openExport() -> [Effect] {
    guard let exported else { return [] }
    let items = exportFormats.map { format in
      Picker.Item(title: format.title, detail: format.name, whyUnavailable: nil, action: .chooseExport(format))
    }
    let name = exported.path.isEmpty ? "all" : exported.path
    return commit() + route(.overlay(.picker(Picker(title: "Export \(name) as", items: items))))
  }

  /// Asks where the export goes.
  mutating func chooseExport(_ format: ExportChoice) -> [Effect] {
    guard let exported else { return [] }
    let job = ExportJob(
      root: workspace.id.root, address: exported, environment: workspace.environment, format: format)
    let stem = exported.path.isEmpty ? "collection" : exported.stem
    let prompt = Prompt(
      title: "Export as \(format.title)", hint: "A file or folder that does not exist yet; - copies",
      text: format.isCode ? "-" : "\(stem).\(format.fileExtension)", purpose: .exportPlace(job))
    return route(.overlay(.prompt(prompt)))
  }

  mutating func show(_ result: Result<InterchangeSummary, Problem>) -> [Effect] {
    switch result {
    case .success(let summary): show(summary)
    case .failure(let problem): return route(.failure(problem.sentence))
    }
    return []
  }
}
