// Reads the names of all files from standard input, each ended by a zero byte, and prints what
// breaks a house rule as `path:line: message`. Exit code 1 says that something did.

import Foundation

func readFiles() throws -> [TextFile] {
  let names = FileHandle.standardInput.readDataToEndOfFile().split(separator: 0)
  return try names.map { String(decoding: $0, as: UTF8.self) }.sorted().compactMap { path in
    // A file that git still lists may have been removed.
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard TextFile.isText(path) else { return TextFile(path: path, text: "") }
    return TextFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
  }
}

if CommandLine.arguments.dropFirst().first == "--self-test" {
  exit(selfTest() ? 0 : 1)
}
let files = try readFiles()
let findings = check(files)
for finding in findings { print(finding) }
FileHandle.standardError.write(
  Data("tidy: \(findings.count) findings in \(files.count) files\n".utf8))
// A list of files that holds no package was made in the wrong place.
exit(findings.isEmpty && files.contains { $0.path == "Package.swift" } ? 0 : 1)
