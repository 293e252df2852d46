import Foundation
import Measuring
import RequestClient

/// `download URL FILE` or `upload URL FILE`.
@main
enum RequestClientTransfer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { measuring_fail("usage: \(arguments[0]) download|upload URL FILE") }
    let (url, file) = (arguments[2], URL(filePath: arguments[3]))
    let session = Session()
    let start = measuring_now()
    if arguments[1] == "download" {
      let response = await session.download(url, to: { _, _ in (file, [.removePreviousFile]) })
        .serializingDownloadedFileURL().response
      guard response.error == nil else { measuring_fail("\(response.result)") }
    } else {
      let response = await session.upload(file, to: url, method: .put).serializingData().response
      guard response.response?.status == .ok else { measuring_fail("\(response.result)") }
    }
    measuring_report(1, start)
  }
}
