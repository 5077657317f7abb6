import Evtool
import NumbersModel

Tool.main(
    Model(
        program: "numbers-tool", version: "1.0.0", summary: "Shows lists of numbers in sections.",
        streamWord: "list", catalogue: NumbersModel.catalogue, projections: NumbersModel.projections))
