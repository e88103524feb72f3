package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** What its broken twins would be, were they not broken. */
@SystemInfo(name = "passing-soundly", version = "0", guarantees = "fifo, exactly once")
public final class PassingSoundly extends Passing {}
