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
        let kinds = (ContainerFindings.all + VerifyFindings.all).map {
            "| `\($0.name)` | \($0.severity) | \($0.meaning) |"
        }
        #expect(listed.map(String.init) == kinds)
    }

    @Test func eachBelongsToACheck() {
        let checks = VerificationCheck.allCases.map(\.rawValue)
        let kinds = ContainerFindings.all + VerifyFindings.all
        for kind in kinds { #expect(checks.contains(String(kind.check)), "\(kind)") }
        #expect(Set(kinds.map(\.name)).count == kinds.count)
        #expect(Set(checks).subtracting(kinds.map { String($0.check) }).isEmpty)
    }
}
