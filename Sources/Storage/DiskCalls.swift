internal import CHostShims
internal import SimulatedDisk

/// The functions behind SQLite's file system: C calls, each handing one operation to the disk.
///
/// No error and no task may cross back into C, so every one answers with a number.
///
/// Every pointer here comes from the shim. The disk's is borrowed: its mount owns the
/// disk, and unmounts it before letting go of it. The others are SQLite's buffers and results, whose
/// lengths come with them and which live as long as the call; none is kept.
enum DiskCalls {
  static var table: lastword_disk_calls {
    unsafe lastword_disk_calls(
      open: open, close: close, read: read, write: write, truncate: truncate, sync: sync,
      size: size, unlink: unlink, sync_directory: syncDirectory, stat: stat)
  }

  private static func disk(_ pointer: UnsafeMutableRawPointer?) -> SimulatedDisk? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<SimulatedDisk>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func name(_ bytes: UnsafePointer<UInt8>?, _ length: Int32) -> FileName? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe FileName(parsing: Span(_unsafeStart: bytes, count: Int(length)))
  }

  /// Runs one operation; anything that has no disk or no known name fails as a device would.
  private static func answer(_ body: () throws(DiskError) -> Void) -> Int32 {
    do throws(DiskError) {
      try body()
      return 0
    } catch {
      return Int32(error.rawValue)
    }
  }

  private static let open:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int32, Int32,
      UnsafeMutablePointer<lastword_opened>?
    ) -> Int32 = { context, bytes, length, opening, opened in
      guard let disk = unsafe disk(context) else { return Int32(DiskError.inputOutput.rawValue) }
      return answer { () throws(DiskError) in
        guard let name = unsafe name(bytes, length) else { throw .notFound }
        let handle = try disk.open(
          name,
          opening == Int32(LASTWORD_OPEN_NEW)
            ? .new : opening == Int32(LASTWORD_OPEN_OR_CREATE) ? .orCreate : .existing)
        unsafe opened?.pointee = lastword_opened(
          handle: handle.rawValue, file: UInt64(disk.identity(handle) ?? 0),
          process: disk.currentProcess)
      }
    }

  private static let close: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void = {
    unsafe disk($0)?.close(DiskHandle(rawValue: $1))
  }

  private static let read:
    @convention(c) (
      UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<UInt8>?, Int32, Int64,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { context, handle, bytes, count, offset, got in
      guard let disk = unsafe disk(context), let bytes = unsafe bytes, count >= 0 else {
        return Int32(DiskError.inputOutput.rawValue)
      }
      var target = unsafe MutableSpan(_unsafeStart: bytes, count: Int(count))
      let result = disk.read(DiskHandle(rawValue: handle), at: Int(offset), into: &target)
      unsafe got?.pointee = Int32(result.count)
      return Int32(result.error?.rawValue ?? 0)
    }

  private static let write:
    @convention(c) (
      UnsafeMutableRawPointer?, UInt64, UnsafePointer<UInt8>?, Int32, Int64,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { context, handle, bytes, count, offset, put in
      guard let disk = unsafe disk(context), let bytes = unsafe bytes, count >= 0 else {
        return Int32(DiskError.inputOutput.rawValue)
      }
      let source = unsafe Span(_unsafeStart: bytes, count: Int(count))
      let result = disk.write(source, to: DiskHandle(rawValue: handle), at: Int(offset))
      unsafe put?.pointee = Int32(result.count)
      return Int32(result.error?.rawValue ?? 0)
    }

  private static let truncate: @convention(c) (UnsafeMutableRawPointer?, UInt64, Int64) -> Int32 = {
    context, handle, size in
    guard let disk = unsafe disk(context) else { return Int32(DiskError.inputOutput.rawValue) }
    return answer { () throws(DiskError) in
      try disk.truncate(DiskHandle(rawValue: handle), to: Int(size))
    }
  }

  private static let sync: @convention(c) (UnsafeMutableRawPointer?, UInt64, Int32) -> Int32 = {
    context, handle, kind in
    guard let disk = unsafe disk(context), let kind = SyncKind(rawValue: UInt8(clamping: kind))
    else { return Int32(DiskError.inputOutput.rawValue) }
    return answer { () throws(DiskError) in
      try disk.sync(DiskHandle(rawValue: handle), kind)
    }
  }

  private static let size:
    @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<Int64>?) -> Int32 = {
      context, handle, size in
      guard let disk = unsafe disk(context) else { return Int32(DiskError.inputOutput.rawValue) }
      return answer { () throws(DiskError) in
        let bytes = try disk.size(DiskHandle(rawValue: handle))
        unsafe size?.pointee = Int64(bytes)
      }
    }

  private static let unlink:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int32) -> Int32 = {
      context, bytes, length in
      guard let disk = unsafe disk(context) else { return Int32(DiskError.inputOutput.rawValue) }
      return answer { () throws(DiskError) in
        guard let name = unsafe name(bytes, length) else { throw .notFound }
        try disk.unlink(name)
      }
    }

  private static let syncDirectory:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int32) -> Int32 = {
      context, bytes, length in
      guard let disk = unsafe disk(context) else { return Int32(DiskError.inputOutput.rawValue) }
      return answer { () throws(DiskError) in
        guard let name = unsafe name(bytes, length) else { throw .notFound }
        try disk.syncDirectory(owing: name)
      }
    }

  private static let stat:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Int64>?
    ) -> Int32 = { context, bytes, length, size in
      guard let disk = unsafe disk(context), let name = unsafe name(bytes, length) else {
        return Int32(DiskError.inputOutput.rawValue)
      }
      guard let found = disk.size(of: name) else { return Int32(DiskError.notFound.rawValue) }
      unsafe size?.pointee = Int64(found)
      return 0
    }
}
