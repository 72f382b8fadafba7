/// How much providers are known to take in one request.
enum UploadLimits {
  /// In bytes. They lie further apart than what wrapping adds.
  static let known: [Int64] = [26_214_400, 25_000_000, 20_971_520, 41_943_040, 104_857_600]

  /// How much wrapping may add to audio: a header and the parts of a form, generously.
  static let wrapping: Int64 = 65_536
}
