import Evtool
import NextNumbersModel
import NumbersModel
import Projections

Tool.main(
    Model(
        program: "numbers-tool-next", version: "1.1.0", summary: "Shows lists of numbers in sections.",
        streamWord: "list", catalogue: NumbersModel.catalogue,
        projections: [AnyProjection(NextNumberList())]))
