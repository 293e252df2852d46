import ChildProcesses
import Foundation

/// Exports requests and folders from the screen.
final class ExportEffects: Sendable {
  private let queue: EventQueue
  private let files: FileEffects
  /// Copies a text to the clipboard; the second argument is its name for messages.
  private let copy: @Sendable (String, String) -> Void

  init(queue: EventQueue, files: FileEffects, copy: @escaping @Sendable (String, String) -> Void) {
    (self.queue, self.files, self.copy) = (queue, files, copy)
  }

  func run(_ job: ExportJob) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.export")) { [self] in
      do {
        queue.send(.exported(job, .success(try await export(job))))
      } catch let taken as ExportOutput.Taken {
        let areReadOnly = taken.paths.contains { FileMode.isReadOnly($0) }
        queue.send(.exportRefused(job, existing: taken.paths, areReadOnly: areReadOnly))
      } catch let listed as ExportOutput.Listed {
        let outside = URL(fileURLWithPath: listed.folder).deletingLastPathComponent().path
        // The typed place may be a folder, which got a file of the name that is suggested.
        let isTyped = Address(job.place).name == Address(listed.path).name
        let place = (outside == "/" ? "" : outside) + "/" + (isTyped ? Address(job.place).name : job.suggestion)
        queue.send(.exported(job.to(place), .failure(Problem(listed.sentence))))
      } catch let missing as ExportOutput.MissingFolder {
        queue.send(.exported(job.to(job.folder), .failure(Problem(missing.sentence))))
      } catch {
        queue.send(.exported(job, .failure(error as? Problem ?? Problem("Not exported: \(error)"))))
      }
    }
  }

  private func export(_ job: ExportJob) async throws -> InterchangeSummary {
    guard let format = ExportFormat.named(job.format.name) else {
      throw Problem("There is no format \"\(job.format.name)\"")
    }
    let exporting = try CollectionExport(root: job.root, job.address, includesSecrets: false)
    let result = try await exporting.result(in: format, job.environment, to: job.isCopy ? nil : job.place)
    var (written, count) = (job.place, 0)
    if job.isCopy {
      if let missing = ExportOutput(path: nil, format: format, name: exporting.name).missingFolder(for: result) {
        throw missing
      }
      let file = result.files[0]
      let notes = Self.notes(result).map { " (\($0))" } ?? ""
      copy(String(decoding: file.bytes, as: UTF8.self), "\(format.title), without secrets\(notes)")
    } else {
      var output = ExportOutput(
        path: job.place, format: format, name: exporting.name, replaceable: .files(job.replaced))
      output.openFolder = job.root
      let paths = output.paths(of: result)
      count = paths.count
      try files.writeChosen(paths) { try output.write(result) }
      let isBeside = result.files.count == 1 && count > 1
      if isBeside || output.namesFile(for: result) { written = output.folder(for: result) ?? written }
    }
    return InterchangeSummary(
      notice: Self.notice(job, result, count, in: written), title: "Export of \(exporting.name)", notes: result.notes)
  }

  private static func notice(_ job: ExportJob, _ result: ExportResult, _ count: Int, in place: String) -> String {
    // The clipboard reports the copy itself.
    let what = job.isCopy ? "Exported" : "Wrote \(Formatting.count(count, "file")) to \(place)"
    return what + " as \(job.format.title), without secrets" + (notes(result).map { " — " + $0 } ?? "")
  }

  private static func notes(_ result: ExportResult) -> String? {
    result.notes.isEmpty ? nil : "\(Formatting.count(result.notes.count, "note")): :notes"
  }
}

extension ExportChoice {
  static let all = ExportFormat.all.map { format in
    ExportChoice(
      name: format.name, title: format.title, fileExtension: format.fileExtension, isCode: format.isCode,
      isFolder: format.isFolder)
  }
}

extension ExportEffects: FeatureRunner {}
