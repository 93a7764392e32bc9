"""Figures of curves, and the page that shows them."""

import pytest

from miai_lab.figures.drawing import FigurePanel, Picture, PlotSeries, Style, drawn, index

EVERY_STYLE = Picture(
    name="document-5-figure-12",
    caption="What is to be seen.",
    panels=[
        FigurePanel(
            series=[
                PlotSeries(x=[0, 1, 2], y=[0.0, 0.5, 1.0], label=style.value, style=style) for style in Style
            ],
            x="bar",
            y="share",
            title="a panel",
            uprights=(1.0,),
            zero=True,
        ),
        FigurePanel(series=[PlotSeries(x=[1.0], y=[2.0], style=Style.BARS)]),
    ],
)


def test_every_style_is_drawn_as_svg_and_png() -> None:
    assert drawn(EVERY_STYLE).startswith(b"<?xml")
    assert drawn(EVERY_STYLE, "png").startswith(b"\x89PNG")


def test_the_same_figure_gives_the_same_file() -> None:
    assert drawn(EVERY_STYLE) == drawn(EVERY_STYLE)


@pytest.mark.parametrize("form", ["svg", "png"])
def test_the_page_shows_every_figure_with_its_caption(form: str) -> None:
    page = index([EVERY_STYLE], form)
    assert f"![Document 5 figure 12](document-5-figure-12.{form})" in page
    assert "What is to be seen." in page
