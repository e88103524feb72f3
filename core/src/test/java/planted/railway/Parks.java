package planted.railway;

import java.util.concurrent.locks.LockSupport;

class Parks {
    void rest() {
        LockSupport.park(this);
    }
}
