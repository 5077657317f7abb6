import Forensics
import Foundation
import Testing

@Suite("The list of findings")
struct VerifyFindingTests {
    private static let page: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.path + "/Sources/Forensics/Forensics.docc/Findings.md"
    }()

    @Test func isTheOneInTheDocumentation() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let kinds = VerifyFindings.all.map { "| `\($0.name)` | \($0.severity) | \($0.meaning) |" }
        #expect(listed.map(String.init) == kinds)
    }

    @Test func eachBelongsToACheck() {
        let checks = VerificationCheck.allCases.map(\.rawValue)
        for kind in VerifyFindings.all { #expect(checks.contains(String(kind.check)), "\(kind)") }
        #expect(Set(VerifyFindings.all.map(\.name)).count == VerifyFindings.all.count)
        #expect(Set(checks).subtracting(VerifyFindings.all.map { String($0.check) }) == ["container"])
    }
}
