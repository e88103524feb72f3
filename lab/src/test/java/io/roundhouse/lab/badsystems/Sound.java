package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Works. */
@SystemInfo(name = "sound", version = "0", guarantees = "none")
public final class Sound extends Handing {}
