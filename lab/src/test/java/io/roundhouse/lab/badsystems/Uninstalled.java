package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Needs a command that no machine has. */
@SystemInfo(
        name = "uninstalled",
        version = "0",
        guarantees = "none",
        needs = "no-such-command-anywhere",
        install = "the no-such package")
public final class Uninstalled extends Handing {}
