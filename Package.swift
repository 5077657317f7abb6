// swift-tools-version: 6.2
//
// The arrows of the architecture are the `dependencies` below: each module may know only what it names.
// Unsafe code stays in the wrappers (LMDB, Digest, UnicodeText, StrictJSON, Platform).

import PackageDescription

/// Settings that every target shares.
let sharedSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For the modules that declare views into borrowed memory.
///
/// The flag is experimental: `@_lifetime` is promised, not yet part of the language.
let viewSettings = sharedSettings + [.enableExperimentalFeature("Lifetimes")]

/// A library of the system, found through pkg-config.
func systemLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

// utf8proc's pkg-config file carries a flag that the package manager refuses with a warning; Debian
// keeps the header where the compiler looks anyway.
#if os(Linux)
let utf8procPkgConfig: String? = nil
#else
let utf8procPkgConfig: String? = "libutf8proc"
#endif

let package = Package(
    name: "travelog",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Travelog", targets: ["Travelog", "TravelEvents"]),
        .library(name: "TravelogFoundation", targets: ["TravelogFoundation"]),
        .library(name: "EventLog", targets: ["EventLog", "EventCoding"]),
        .library(name: "Projections", targets: ["Projections"]),
        .library(name: "FoldCases", targets: ["FoldCases"]),
        .library(name: "Evtool", targets: ["Evtool"]),
        .executable(name: "evtool", targets: ["evtool-travel"]),
    ],
    targets: [
        // System libraries, one small C module each.
        systemLibrary("CLMDB", pkgConfig: "lmdb", apt: "liblmdb-dev", brew: "lmdb"),
        systemLibrary("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        systemLibrary("CUTF8Proc", pkgConfig: utf8procPkgConfig, apt: "libutf8proc-dev", brew: "utf8proc"),
        // Hints to the processor: one header of our own.
        .systemLibrary(name: "CProcessor"),
        // simdjson's pkg-config flags are refused by the package manager, so it is linked by name.
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // Safe wrappers: the only modules with unsafe code.
        .target(name: "LMDB", dependencies: ["CLMDB", "CProcessor"], swiftSettings: viewSettings),
        .target(name: "Digest", dependencies: ["CXXHash", "CCrypto"], swiftSettings: sharedSettings),
        .target(name: "UnicodeText", dependencies: ["CUTF8Proc"], swiftSettings: sharedSettings),
        .target(
            name: "StrictJSON", dependencies: ["CSimdJSON", "EventCoding"], swiftSettings: viewSettings),
        .target(name: "Platform", dependencies: ["CProcessor"], swiftSettings: sharedSettings),

        // The generic core: knows no photos.
        .target(name: "EventCoding", swiftSettings: viewSettings),
        .target(
            name: "EventLog", dependencies: ["LMDB", "Digest", "Platform", "EventCoding"],
            swiftSettings: viewSettings),
        .target(
            name: "Projections", dependencies: ["EventLog", "EventCoding", "Digest", "Platform"],
            swiftSettings: viewSettings),
        .target(
            name: "Exchange", dependencies: ["EventLog", "EventCoding", "StrictJSON", "Digest", "Platform"],
            swiftSettings: viewSettings),
        // Roots kept outside the log: signed checkpoints and proofs.
        .target(
            name: "Anchors", dependencies: ["EventLog", "Digest", "Platform"], swiftSettings: sharedSettings),
        .target(
            name: "Forensics",
            dependencies: ["EventLog", "EventCoding", "Projections", "Anchors", "Digest", "Platform"],
            swiftSettings: viewSettings),
        // From a complaint to a failing test: cases that tests of folds run.
        .target(
            name: "FoldCases",
            dependencies: ["Projections", "Exchange", "EventLog", "EventCoding", "StrictJSON"],
            swiftSettings: sharedSettings),
        .target(
            name: "CommandLineKit", dependencies: ["Platform", "EventCoding", "UnicodeText"],
            swiftSettings: sharedSettings),
        .target(
            name: "Evtool",
            dependencies: [
                "CommandLineKit", "EventLog", "Projections", "Exchange", "EventCoding", "StrictJSON",
                "Platform", "Digest", "UnicodeText", "Forensics",
                "FoldCases", "Anchors",
            ],
            swiftSettings: sharedSettings),

        // The travel model.
        .target(
            name: "TravelEvents", dependencies: ["EventCoding"], path: "Events",
            exclude: ["Samples"], swiftSettings: sharedSettings),
        .target(
            name: "TravelProjections",
            dependencies: ["Projections", "TravelEvents", "EventLog", "EventCoding", "UnicodeText"],
            swiftSettings: sharedSettings),
        // What an app imports; the second one where the app has Foundation.
        .target(
            name: "Travelog",
            dependencies: [
                "TravelProjections", "TravelEvents", "Projections", "EventLog", "EventCoding", "UnicodeText",
                "Platform", "Anchors",
            ],
            swiftSettings: sharedSettings),
        .target(
            name: "TravelogFoundation", dependencies: ["Travelog", "EventCoding"],
            swiftSettings: sharedSettings),
        .target(
            name: "TravelExchange",
            dependencies: [
                "Exchange", "TravelEvents", "StrictJSON", "EventLog", "EventCoding", "UnicodeText",
                "Digest",
            ],
            swiftSettings: sharedSettings),

        .target(
            name: "TravelTool",
            dependencies: [
                "Evtool", "CommandLineKit", "TravelEvents", "TravelProjections", "TravelExchange",
                "Projections",
                "Exchange", "StrictJSON", "EventLog", "EventCoding",
            ],
            swiftSettings: sharedSettings),

        // Tools.
        .executableTarget(
            name: "evtool-travel",
            dependencies: ["Evtool", "TravelTool"], path: "Tools/evtool", swiftSettings: sharedSettings),

        // What the fuzzer feeds, and what a test runs again with the inputs that it saved.
        .target(
            name: "FuzzEntries",
            dependencies: [
                "EventLog", "EventCoding", "StrictJSON", "Exchange", "TravelExchange", "TravelEvents",
                "Evtool", "Digest", "Forensics",
            ],
            path: "Tools/evfuzz/Entries", swiftSettings: sharedSettings),

        // Tests: one target per module, and what they share.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: sharedSettings),
        .testTarget(
            name: "LMDBTests", dependencies: ["TestSupport", "LMDB", "CLMDB"], exclude: ["Misuse"],
            swiftSettings: viewSettings),
        .testTarget(
            name: "DigestTests", dependencies: ["TestSupport", "Digest"], swiftSettings: sharedSettings),
        .testTarget(
            name: "UnicodeTextTests", dependencies: ["TestSupport", "UnicodeText"],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "StrictJSONTests", dependencies: ["TestSupport", "StrictJSON", "EventCoding"],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "PlatformTests", dependencies: ["TestSupport", "Platform"], swiftSettings: sharedSettings),
        .testTarget(
            name: "EventCodingTests", dependencies: ["TestSupport", "EventCoding"],
            swiftSettings: viewSettings),
        // A process of its own for the log's tests: writers that are killed, writers that compete.
        .executableTarget(
            name: "log-worker", dependencies: ["EventLog", "EventCoding", "Platform"],
            path: "Tests/LogWorker", swiftSettings: sharedSettings),
        .testTarget(
            name: "EventLogTests",
            dependencies: [
                "TestSupport", "EventLog", "LMDB", "Digest", "Platform", "EventCoding", "Exchange",
                "Forensics", "log-worker",
            ],
            exclude: ["Golden"], swiftSettings: viewSettings),
        .testTarget(
            name: "ProjectionsTests",
            dependencies: ["TestSupport", "Projections", "EventLog", "EventCoding", "Platform"],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "TravelEventsTests", dependencies: ["TestSupport", "TravelEvents", "EventCoding"],
            exclude: ["Golden"], swiftSettings: sharedSettings),
        .executableTarget(
            name: "travel-worker",
            dependencies: [
                "TravelProjections", "Projections", "TravelEvents", "EventLog", "EventCoding", "Platform",
            ],
            path: "Tests/TravelWorker", swiftSettings: sharedSettings),
        .testTarget(
            name: "TravelProjectionsTests",
            dependencies: [
                "TestSupport", "TravelProjections", "Projections", "TravelEvents", "EventLog", "EventCoding",
                "Platform", "Exchange", "TravelExchange", "FoldCases",
                "travel-worker", "StrictJSON",
            ],
            swiftSettings: sharedSettings),
        // The second model, which uses nothing but what an app can use.
        .target(
            name: "NumbersModel", dependencies: ["Projections", "EventLog", "EventCoding"],
            path: "Tests/NumbersModel/Model", packageAccess: false, swiftSettings: sharedSettings),
        .executableTarget(
            name: "numbers-tool", dependencies: ["NumbersModel", "Evtool"], path: "Tests/NumbersModel/Tool",
            packageAccess: false, swiftSettings: sharedSettings),
        // Its next release, with a planted mistake in the fold that the documentation finds.
        .target(
            name: "NextNumbersModel",
            dependencies: ["NumbersModel", "Projections", "EventLog", "EventCoding"],
            path: "Tests/NumbersModel/Next", packageAccess: false, swiftSettings: sharedSettings),
        .executableTarget(
            name: "numbers-tool-next",
            dependencies: ["NextNumbersModel", "NumbersModel", "Evtool", "Projections"],
            path: "Tests/NumbersModel/NextTool", packageAccess: false, swiftSettings: sharedSettings),
        .testTarget(
            name: "NumbersModelTests",
            dependencies: [
                "NumbersModel", "NextNumbersModel", "numbers-tool", "FoldCases", "Projections", "EventLog",
                "EventCoding",
            ],
            path: "Tests/NumbersModel/Tests", packageAccess: false, swiftSettings: sharedSettings),
        .testTarget(
            name: "TravelogTests",
            dependencies: [
                "TestSupport", "Travelog", "TravelogFoundation", "TravelProjections", "TravelEvents",
                "Projections",
                "EventLog", "EventCoding", "Platform", "Anchors", "log-worker", "evtool-travel",
            ],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "ExchangeTests",
            dependencies: [
                "TestSupport", "Exchange", "StrictJSON", "EventLog", "EventCoding", "Platform", "Digest",
            ],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "TravelExchangeTests",
            dependencies: [
                "TestSupport", "TravelExchange", "Exchange", "TravelEvents", "EventLog", "EventCoding",
                "StrictJSON",
            ],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "ForensicsTests",
            dependencies: [
                "TestSupport", "Forensics", "Projections", "EventLog", "EventCoding", "CLMDB", "LMDB",
                "Digest", "Platform", "Anchors",
            ],
            swiftSettings: viewSettings),
        .testTarget(
            name: "AnchorsTests",
            dependencies: ["TestSupport", "Anchors", "EventLog", "EventCoding", "Digest", "Platform"],
            exclude: ["verify_notes.py"], swiftSettings: sharedSettings),
        .testTarget(
            name: "FoldCasesTests",
            dependencies: [
                "TestSupport", "FoldCases", "Projections", "EventLog", "EventCoding", "Exchange",
                "TravelEvents", "TravelProjections",
            ],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "CommandLineKitTests",
            dependencies: ["TestSupport", "CommandLineKit", "Platform", "EventCoding"],
            swiftSettings: sharedSettings),
        .testTarget(
            name: "EvtoolTests",
            dependencies: [
                "TestSupport", "Evtool", "evtool-travel", "CommandLineKit", "Projections", "EventLog",
                "EventCoding",
                "StrictJSON", "Platform", "TravelEvents", "TravelProjections", "TravelExchange",
                "TravelTool", "numbers-tool", "numbers-tool-next", "travel-worker", "log-worker",
            ],
            exclude: ["Golden"], swiftSettings: sharedSettings),
        // Programs that fail and die on purpose, and what remains of their logs.
        .target(
            name: "FaultKit",
            dependencies: [
                "TravelProjections", "Projections", "TravelEvents", "EventLog", "EventCoding", "UnicodeText",
            ],
            path: "Tests/FaultKit", swiftSettings: sharedSettings),
        .executableTarget(
            name: "fault-worker", dependencies: ["FaultKit", "EventLog"], path: "Tests/FaultWorker",
            swiftSettings: sharedSettings),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "TestSupport", "FaultKit", "FuzzEntries", "EventLog", "fault-worker", "evtool-travel",
            ],
            exclude: ["Shim"], swiftSettings: sharedSettings),
    ],
    cxxLanguageStandard: .cxx17
)

// The benchmark's rivals need SQLite, so its targets exist only for `Tools/bench`.
if Context.environment["TRAVELOG_BENCH"] != nil {
    package.targets += [
        .target(
            name: "Rivals", dependencies: ["CLMDB"], path: "Tools/evbench/Rivals",
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("lmdb")]),
        .executableTarget(
            name: "evbench",
            dependencies: [
                "Rivals", "EventLog", "EventCoding", "Projections", "TravelEvents", "TravelProjections",
                "Travelog", "Exchange", "StrictJSON", "Platform", "UnicodeText",
            ],
            path: "Tools/evbench", exclude: ["Counting", "Rivals"], swiftSettings: sharedSettings),
    ]
}

// The fuzzer needs a runtime that ordinary builds do not link, so its targets exist only for `Tools/fuzz`.
if Context.environment["TRAVELOG_FUZZ"] != nil {
    package.targets += [
        .target(name: "FuzzDriver", path: "Tools/evfuzz/Driver"),
        .executableTarget(
            name: "evfuzz", dependencies: ["FuzzDriver", "FuzzEntries"], path: "Tools/evfuzz",
            exclude: ["Crashers", "Dictionaries", "Driver", "Entries", "Seeds"],
            swiftSettings: sharedSettings),
    ]
}
