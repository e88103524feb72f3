package io.roundhouse.lab.report;

/** Draws the project's mark: a round building, and the tracks that meet in it. */
final class Brand {

    private static final int TRACKS = 5;

    private Brand() {}

    static void draw(Html html) {
        html.open(
                "svg",
                "viewBox",
                "0 0 32 32",
                "aria-hidden",
                "true",
                "fill",
                "none",
                "stroke",
                "currentColor",
                "stroke-width",
                "2.4",
                "stroke-linecap",
                "round");
        html.open("path", "d", "M3 20a13 13 0 0 1 26 0").close();
        html.open(
                        "circle",
                        "cx",
                        "16",
                        "cy",
                        "20",
                        "r",
                        "3.4",
                        "fill",
                        "currentColor",
                        "stroke",
                        "none")
                .close();
        for (int track = 0; track < TRACKS; track++) {
            double angle = Math.PI * (track + 0.5) / TRACKS;
            html.open("path", "d", "M" + point(angle, 5.6) + "L" + point(angle, 10.2)).close();
        }
        html.open("path", "d", "M3 26h26").close();
        html.close();
    }

    private static String point(double angle, double radius) {
        return Math.round((16 - Math.cos(angle) * radius) * 10) / 10.0
                + " "
                + Math.round((20 - Math.sin(angle) * radius) * 10) / 10.0;
    }
}
