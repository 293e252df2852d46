import RequestModel
import RequestStore
import Testing

@testable import Workbench

struct DraftKeeperTests {
  @Test func theSecretsOfAPastedRequestStayWithItsDraftWhereverItGoes() throws {
    let sandbox = try Sandbox()
    let folders = UserFolders(data: sandbox.home)
    let (old, new) = (Address("shop/.scratch-r1.json"), Address("tea/.scratch-r1.json"))
    let file = SavedFile.request(SavedRequest(url: "https://a.test/{{key}}"))
    let first = DraftKeeper(folders, root: "/c")
    try first.note(pasted: ["key"], at: old)
    try first.keep(file, at: old, base: Fingerprint(of: []))
    try first.move(from: Address("shop"), to: Address("tea"))
    #expect(first.pastedSecrets == [new: ["key"]])
    first.release()
    let second = DraftKeeper(folders, root: "/c")
    for draft in try second.takeOver().drafts { try second.adopt(draft, at: draft.draft.address) }
    #expect(second.pastedSecrets == [new: ["key"]])
    try second.discard(new)
    #expect(second.pastedSecrets == [:])
  }
}
