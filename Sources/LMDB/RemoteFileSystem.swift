internal import CLMDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// File systems on which LMDB must not write: its manual forbids remote ones.
enum RemoteFileSystem {
    /// What is known about a place.
    enum Answer: Equatable {
        case local
        case remote(String)
        /// `statfs` failed with this `errno`.
        case unknown(Int32)
    }

    static func name(at path: String) -> Answer {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else { return .unknown(errno) }
        #if canImport(Darwin)
        return status.f_flags & UInt32(MNT_LOCAL) != 0 ? .local : .remote("a network file system")
        #else
        guard let name = name(ofType: UInt32(truncatingIfNeeded: status.f_type)) else { return .local }
        return .remote(name)
        #endif
    }

    /// The name of a remote file system by its Linux magic number (`statfs(2)`, `linux/magic.h`).
    ///
    /// FUSE is refused as a whole: from the number alone a remote mount looks like a local one.
    static func name(ofType type: UInt32) -> String? {
        switch type {
        case 0x0000_6969: "NFS"
        case 0x0000_517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
        case 0x6573_5546: "FUSE"
        case 0x0102_1997: "9P"
        case 0x00C3_6400: "Ceph"
        case 0x5346_414F, 0x6B41_4653: "AFS"
        case 0x7375_7245: "Coda"
        case 0x0000_564C: "NCP"
        case 0x7461_636F: "OCFS2"
        case 0x0116_1970: "GFS2"
        case 0x0BD0_0BD3: "Lustre"
        case 0x4750_4653: "GPFS"
        case 0x786F_4256: "a VirtualBox shared folder"
        case 0xBACB_ACBC: "a VMware shared folder"
        default: nil
        }
    }
}
