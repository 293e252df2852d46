import Foundation

/// A file that a user named for output.
enum NamedFile {
  /// Replaces a whole file, following links. If that fails, the old file stays unchanged. Devices and pipes, such as
  /// `/dev/stdout`, are written to directly.
  ///
  /// - Parameter mode: The permissions; `nil` keeps those of the old file.
  static func write(_ data: Data, to path: String, mode: mode_t? = nil) throws(OutputProblem) {
    let draft = try OutputDraft(path, mode: mode)
    do throws(OutputProblem) {
      try Descriptor.write(data, to: draft.descriptor)
    } catch {
      draft.discard()
      throw OutputProblem(code: error.code, target: path)
    }
    try draft.keep()
  }

  /// The absolute path of a file that may not exist yet, with links resolved, also those to files that do not exist.
  static func target(of path: String) -> String {
    if isStandardOutput(path) { return "/dev/stdout" }
    var path = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard access(path, F_OK) != 0, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { break }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      path = next.startsExactly(with: "/") ? next : folder + "/" + next
    }
    if access(path, F_OK) == 0 { return RunPaths.resolved(path) }
    let url = URL(fileURLWithPath: path)
    let folder = RunPaths.resolved(url.deletingLastPathComponent().path)
    return (folder == "/" ? "" : folder) + "/" + url.lastPathComponent
  }

  /// Fails if an output of a command cannot be written. Called before anything is read, sent or written.
  static func requireWritable(_ paths: [String?]) throws {
    for case let path? in paths {
      try requireName(path)
      guard let reason = obstacle(to: path) else { continue }
      throw CommandExit.usageError("Cannot write \(path): \(reason)")
    }
  }

  /// Fails if the name of an output is empty, most likely because of an unset shell variable.
  static func requireName(_ path: String) throws {
    if path.isEmpty { throw CommandExit.usageError("The name of an output is empty") }
  }

  /// The reason why a missing folder cannot be created, if it is known in advance; `nil` for an existing one.
  static func obstacle(toFolder path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    if missing(folder.path) == nil { return nil }
    var facts = stat()
    while lstat(folder.path, &facts) != 0, folder.path != "/" {
      // Other errors, such as a name that is too long, keep the folder from being created.
      guard [ENOENT, ENOTDIR].contains(errno) else { return String(cString: strerror(errno)) }
      folder.deleteLastPathComponent()
    }
    if facts.st_mode & S_IFMT == S_IFLNK, access(folder.path, F_OK) != 0 {
      return "a link in this path points to a missing file"
    }
    return missing(folder.path) ?? (access(folder.path, W_OK) == 0 ? nil : String(cString: strerror(errno)))
  }

  /// Whether a path is another name of standard output.
  static func isStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains { $0.isExactly(path) }
  }

  /// The path of a file; `nil` for another name of standard output.
  static func unlessStandardOutput(_ path: String) -> String? { isStandardOutput(path) ? nil : path }

  /// Whether a path leads to a device or a pipe, where writing may block.
  static func isSpecial(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
  }

  /// The standard stream, 1 or 2, that writes to a regular file already; `nil` if none does. Replacing that file would
  /// lose what the stream has written and will write.
  static func stream(writing file: stat) -> Int32? {
    [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
      var facts = stat()
      return fstat(descriptor, &facts) == 0 && facts.st_dev == file.st_dev && facts.st_ino == file.st_ino
    }
  }

  /// The reason why there is no such folder; `nil` if there is one.
  private static func missing(_ folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return String(cString: strerror(errno)) }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : String(cString: strerror(ENOTDIR))
  }

  /// The reason why a file cannot be written, if it is known in advance. Nothing is written to devices and pipes.
  private static func obstacle(to path: String) -> String? {
    if isStandardOutput(path) { return nil }
    let url = URL(fileURLWithPath: target(of: path))
    var status = stat()
    if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR { return String(cString: strerror(EISDIR)) }
      return access(url.path, W_OK) == 0 ? nil : String(cString: strerror(errno))
    }
    // Some folders take no files although the user, such as root, may write to them.
    do throws(OutputProblem) { try OutputDraft(path).discard() } catch { return error.reason }
    return nil
  }
}

/// The new contents of a file, which replace the old ones when they are complete.
struct OutputDraft {
  let descriptor: Int32
  private let path: String
  /// The temporary file beside the target; `nil` for what is written to directly: a device, a pipe, or the file of a
  /// standard stream.
  private let draft: String?
  private let target: String

  /// - Parameter mode: The permissions; `nil` keeps those of the old file.
  init(_ path: String, mode: mode_t? = nil) throws(OutputProblem) {
    self.path = path
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    // The draft has a short name.
    if !isThere, errno == ENAMETOOLONG { throw OutputProblem(code: ENAMETOOLONG, target: path) }
    target = NamedFile.target(of: path)
    let isFile = isThere && facts.st_mode & S_IFMT == S_IFREG
    let written = isFile ? NamedFile.stream(writing: facts) : nil
    if let stream = NamedFile.isStandardOutput(path) ? STDOUT_FILENO : written {
      draft = nil
      descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw OutputProblem(code: errno, target: path) }
      return
    }
    let isSpecial = isThere && facts.st_mode & S_IFMT != S_IFREG
    draft = isSpecial ? nil : Self.draft(of: target)
    let flags = isSpecial ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let permissions = mode ?? (isThere ? facts.st_mode & 0o7777 : nil)
    descriptor = open(draft ?? path, flags, permissions.map { $0 & 0o700 } ?? 0o666)
    guard descriptor >= 0 else { throw OutputProblem(code: errno, target: path) }
    if let permissions, !isSpecial { fchmod(descriptor, permissions) }
  }

  /// A hidden file, which does not count as a change of a watched folder. Its name is random, so that no link can be
  /// planted there.
  private static func draft(of target: String) -> String {
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    return URL(fileURLWithPath: target).deletingLastPathComponent().path + "/.workbench-\(mark).part"
  }

  /// Moves the draft to the target's path, and closes it.
  ///
  /// - Parameters:
  ///   - name: Another name for the file, in its folder.
  ///   - replaces: Whether it may replace an existing file.
  func keep(as name: String? = nil, replaces: Bool = true) throws(OutputProblem) {
    // Some file systems report a full disk only now.
    let isFlushed = fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno)
    let code = isFlushed ? 0 : errno
    close(descriptor)
    guard let draft else { return }
    let folder = URL(fileURLWithPath: self.target).deletingLastPathComponent()
    let target = name.map { folder.appending(path: $0).path } ?? self.target
    let path = name ?? self.path
    if !replaces, access(target, F_OK) == 0 {
      unlink(draft)
      throw OutputProblem(code: EEXIST, target: path)
    }
    guard code == 0, rename(draft, target) == 0 else {
      let code = code == 0 ? errno : code
      unlink(draft)
      throw OutputProblem(code: code, target: path)
    }
  }

  func discard() {
    close(descriptor)
    if let draft { unlink(draft) }
  }
}
