"""Rating lists of the federations: recognised by content, read line by line with nothing lost."""

from miai.formats.lists.registry import LISTS, ListFormat, read_list, recognise_list

__all__ = ["LISTS", "ListFormat", "read_list", "recognise_list"]
