import Evtool
import TravelTool

Tool.main(.travel)
