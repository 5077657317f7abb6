import Foundation
import Testing

/// Lets this process reserve `spare` bytes of addresses more than now, and no more.
func limitAddressSpace(spare: UInt64) throws {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").first.flatMap { UInt64($0) })
    var limit = rlimit()
    limit.rlim_cur = rlim_t(pages * UInt64(getpagesize()) + spare)
    limit.rlim_max = limit.rlim_cur
    try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
}
