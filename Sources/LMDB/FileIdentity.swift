/// The device and inode of a file: what tells two files apart whatever their paths say.
public struct FileIdentity: Hashable, Sendable {
    /// The number of the device that holds the file.
    public let device: UInt64
    /// The number of the file on its device.
    public let inode: UInt64

    /// Makes an identity from the two numbers that `stat` reports.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

extension FileIdentity: CustomStringConvertible {
    /// The device and the inode, in decimal.
    public var description: String { "device \(device), inode \(inode)" }
}
