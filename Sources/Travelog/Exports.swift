// What an app needs besides this module's own names, so that `import Travelog` is enough. The generic modules
// are not exported whole: names such as `Table` or `Field` would meet those of user-interface frameworks.
@_exported public import TravelEvents

@_exported public import class Anchors.AnchorKeeper
@_exported public import class Anchors.AnchorNotebook
@_exported public import protocol Anchors.AnchorSink
@_exported public import struct EventCoding.PayloadMap
@_exported public import enum EventCoding.PayloadValue
@_exported public import struct EventCoding.Timestamp
@_exported public import class EventLog.EventLog
@_exported public import struct Projections.RowIndex
@_exported public import struct Projections.RowKey
@_exported public import struct Projections.TableChanges
@_exported public import enum TravelProjections.RefreshState
