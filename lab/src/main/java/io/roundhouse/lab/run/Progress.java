package io.roundhouse.lab.run;

/** Told where a run stands, between measurements only. */
public interface Progress {

    /** Tells nobody. */
    Progress SILENT =
            new Progress() {
                @Override
                public void cell(int index, int count, String title) {}

                @Override
                public void turn(String system, String phase, double part) {}

                @Override
                public void note(String line) {}

                @Override
                public void end() {}
            };

    /**
     * A setting begins.
     *
     * @param index from 0
     * @param count of all settings
     */
    void cell(int index, int count, String title);

    /**
     * A system's turn begins.
     *
     * @param phase what it is about to do, such as {@code sample 2 of 5}
     * @param part how much of the setting is done, from 0 to 1
     */
    void turn(String system, String phase, double part);

    /** Something the user wants to know now, such as a failure. */
    void note(String line);

    /** The run is over. */
    void end();
}
