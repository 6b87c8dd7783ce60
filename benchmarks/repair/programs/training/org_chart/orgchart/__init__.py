from orgchart.chart import OrgChart, Person

__all__ = ["OrgChart", "Person"]
