import Foundation
import Testing

@testable import RequestStore

struct FolderLockTests {
  @Test func aFolderThatAnotherImportHasLockedIsAnErrorThatNamesItsProcess() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX) == 0)
    var sentences: [String] = []
    let patience = FolderLock.Patience(limit: .zero) { sentences.append($0) }
    let error = #expect(throws: StoreError.self) { try FolderLock.holding(folder.root, patience: patience) { 1 } }
    guard case .busy(folder.root, let holder)? = error else { throw try #require(error) }
    // Some systems do not list locks.
    #expect(holder?.hasPrefix("process \(getpid()) (") != false)
    #expect(sentences == ["Waiting for \(holder ?? "another import"), which has locked \(folder.root)"])
    close(descriptor)
    #expect(try FolderLock.holding(folder.root, patience: patience) { 2 } == 2)
    #expect(sentences.count == 1)
  }
}
